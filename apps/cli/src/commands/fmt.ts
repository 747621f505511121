/** `sluice fmt`: configurations in their one form. */
import { access, chmod, constants, realpath, rename, stat, unlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { changesMeaning, formatDocument, openDocument } from "@sluice/engine";
import { describeSystemError } from "@sluice/server/system-error";
import type { Command } from "../command.ts";
import { FileError, fileName, readText } from "../config-file.ts";
import { formatDiagnostics } from "../diagnostics-text.ts";
import { parseCommandLine, UsageError } from "../usage.ts";

export const fmt: Command = {
  help: `usage: sluice fmt [-w | --check] FILE…

Prints FILE formatted (- is standard input).

  -w, --write   write the file in place, where it changes
      --check   print the names of files that are not formatted, and exit with 1 if there are any

Comments stay, those that mean something (// sluice:…) byte for byte. Warnings say where formatting changes a text.
Exit codes: 0 done, 1 a file does not parse, would become another configuration or (with --check) is not formatted,
2 the command line is wrong.
`,
  async run(argv) {
    const { values, positionals } = parseCommandLine(argv, {
      write: { type: "boolean", short: "w" },
      check: { type: "boolean" },
    });
    if (positionals.length === 0) throw new UsageError("FILE is missing");
    if (values.write && values.check) throw new UsageError("--write and --check cannot be combined");
    if (values.write && positionals.includes("-")) throw new UsageError("standard input cannot be written in place");
    if (!values.write && !values.check && positionals.length > 1) {
      throw new UsageError("several files need --write or --check");
    }
    let failed = false;
    for (const file of positionals) {
      try {
        if (!(await formatOne(file, values.write === true, values.check === true))) failed = true;
      } catch (error) {
        if (!(error instanceof FileError)) throw error;
        process.stderr.write(`sluice fmt: ${error.message}\n`);
        failed = true;
      }
    }
    return failed ? 1 : 0;
  },
};

async function formatOne(file: string, write: boolean, check: boolean): Promise<boolean> {
  const text = await readText(file);
  const formatted = formatDocument(openDocument(text));
  const said = formatted.ok ? formatted.warnings : formatted.diagnostics;
  process.stderr.write(formatDiagnostics(file, text, said, process.stderr));
  if (!formatted.ok) return false;
  if (check) {
    if (formatted.text === text) return true;
    process.stdout.write(`${fileName(file)}\n`);
    return false;
  }
  if (!write) process.stdout.write(formatted.text);
  else if (formatted.warnings.some(changesMeaning))
    throw new FileError(`${fileName(file)} cannot be formatted without changing its meaning; it was not changed`);
  else if (formatted.text !== text) await replaceFile(file, formatted.text);
  return true;
}

/**
 * Writes beside the file and renames, so that a crash leaves the old or the new text, never a half. A link stays a link,
 * and a file that may not be written is not changed, though its folder would allow to replace it.
 */
async function replaceFile(file: string, text: string): Promise<void> {
  let beside: string | undefined;
  try {
    const target = await realpath(file);
    await access(target, constants.W_OK);
    const { mode } = await stat(target);
    beside = join(dirname(target), `.${process.pid}.sluice-fmt`);
    await writeFile(beside, text);
    await chmod(beside, mode & 0o7777);
    await rename(beside, target);
  } catch (error) {
    if (beside !== undefined) await unlink(beside).catch(() => undefined);
    throw new FileError(`cannot write ${file}: ${describeSystemError(error)}`);
  }
}
