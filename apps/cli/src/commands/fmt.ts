/** `sluice fmt`: configurations in their one form. */
import { readFile, rename, stat, unlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { decodeGo, formatFile } from "@sluice/engine";
import { describeSystemError, FileError, formatDiagnostics, readText } from "../config-file.ts";
import type { Command } from "../main.ts";
import { parseCommandLine, UsageError } from "../usage.ts";

export const fmt: Command = {
  summary: "format a configuration",
  help: `usage: sluice fmt [-w | --check] FILE…

Prints the configuration formatted (- is standard input).

  -w, --write   write the file in place, where it changes
      --check   print the names of files that are not formatted, and exit with 1 if there are any

Exit codes: 0 done, 1 a file does not parse or (with --check) is not formatted, 2 the command line is wrong.
`,
  async run(argv) {
    const { values, positionals } = parseCommandLine(argv, { write: { type: "boolean", short: "w" }, check: { type: "boolean" } });
    if (positionals.length === 0) throw new UsageError("FILE is missing");
    if (values.write && values.check) throw new UsageError("--write and --check exclude each other");
    if (values.write && positionals.includes("-")) throw new UsageError("standard input cannot be written in place");
    if (!values.write && !values.check && positionals.length > 1) throw new UsageError("several files need --write or --check");
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
  const formatted = formatFile(text);
  if (!formatted.ok) {
    process.stderr.write(formatDiagnostics(file, text, formatted.diagnostics));
    return false;
  }
  if (check) {
    if (formatted.text === text) return true;
    process.stdout.write(`${file}\n`);
    return false;
  }
  if (!write) process.stdout.write(formatted.text);
  else if (formatted.text !== text) await replaceFile(file, formatted.text);
  return true;
}

/** Writes beside the file and renames, so that a crash leaves the old or the new text, never a half. */
async function replaceFile(file: string, text: string): Promise<void> {
  const original = await readFile(file);
  if (!Buffer.from(decodeGo(original)).equals(original)) throw new FileError(`${file} is not UTF-8; it is left as it is`);
  const beside = join(dirname(file), `.${process.pid}.sluice-fmt`);
  try {
    await writeFile(beside, text, { mode: (await stat(file)).mode });
    await rename(beside, file);
  } catch (error) {
    await unlink(beside).catch(() => undefined);
    throw new FileError(`cannot write ${file}: ${describeSystemError(error)}`);
  }
}
