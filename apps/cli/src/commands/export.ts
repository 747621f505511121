/** `sluice export`: a configuration with the names of Alloy, or with ours, and what Alloy would not do. */
import { ConfigFiles, type Dialect, exportConfig } from "@sluice/engine";
import type { Command } from "../command.ts";
import { FileError, fileName, readText } from "../config-file.ts";
import { formatDiagnostics } from "../diagnostics-text.ts";
import { readTargetOption } from "../target-option.ts";
import { unsentNotes } from "../unsent-notes.ts";
import { onlyFile, parseCommandLine, UsageError } from "../usage.ts";
import { writeNew } from "../write-new.ts";

const DIALECTS: Readonly<Record<string, Dialect>> = { alloy: "loki", sluice: "logs" };
const WORDS = {
  "left-out": "left out",
  refused: "refused by Alloy",
  differs: "differs in Alloy",
  doubtful: "probably not meant",
} as const;

export const exportCommand: Command = {
  help: `usage: sluice export [--to alloy|sluice] [--target TARGET] [--strict] [-o OUT [--force]] FILE

Prints FILE (- is standard input) with Alloy's names of components. What Alloy has not is left out where the rest can do
without; standard error says what, what Alloy would refuse or do otherwise, and what is probably not meant in either:
FILE:line:col: left out: message.

      --to DIALECT   alloy (the default) or sluice: with Sluice's names, and everything that it has
      --target TARGET  what a release of Alloy refuses: alloy@1.17, or another from 1.9 on (default: what a comment
                     // sluice:target alloy 1.17 in FILE names)
      --strict       exit with 1 where anything is left out, refused or different
  -o, --output OUT   write the configuration to OUT, which must not be there
      --force        write OUT although it is there

Comments and spacing stay. Exported and imported again, it is the same configuration, without what was left out.
Exit codes: 0 done, 1 FILE does not parse or cannot be read, OUT cannot be written, or (with --strict) something is not as
in FILE, 2 the command line is wrong.
`,
  async run(argv) {
    const { values, positionals } = parseCommandLine(argv, {
      to: { type: "string" },
      target: { type: "string" },
      strict: { type: "boolean" },
      output: { type: "string", short: "o" },
      force: { type: "boolean" },
    });
    const file = onlyFile(positionals);
    const to = values.to ?? "alloy";
    if (!Object.hasOwn(DIALECTS, to)) throw new UsageError(`--to ${to} is not known: it is alloy or sluice`);
    if (values.force && values.output === undefined) throw new UsageError("--force needs --output");
    const target = readTargetOption(values.target);
    const text = await readText(file);
    const exported = exportConfig(text, DIALECTS[to]!, target);
    const files = ConfigFiles.one(fileName(file), text);
    if (!exported.ok) {
      process.stderr.write(formatDiagnostics(files, text, files.open().diagnostics, process.stderr));
      throw new FileError(`${fileName(file)}: ${exported.reason}`);
    }
    for (const { kind, what, why, span } of exported.notes) {
      const [placed] = files.place([{ severity: "warning", code: kind, message: why, span }]);
      const place = placed?.line === undefined ? fileName(file) : `${placed.file}:${placed.line}:${placed.column}`;
      process.stderr.write(`${place}: ${WORDS[kind]}: ${what}: ${why}\n`);
    }
    process.stderr.write(unsentNotes(files, exported.unsent));
    if (values.output === undefined) process.stdout.write(exported.text);
    else await writeNew(values.output, exported.text, values.force === true);
    return values.strict === true && exported.notes.some(({ kind }) => kind !== "doubtful") ? 1 : 0;
  },
};
