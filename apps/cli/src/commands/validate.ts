/** `sluice validate`: everything that is wrong with a configuration, at its place. */
import { type ComponentNode, type ConfigFiles, type Diagnostic, DOUBT_CODES, emptyForwards } from "@sluice/engine";
import { diagnoseComponents } from "@sluice/server";
import type { Command } from "../command.ts";
import { FileError, fileName, readConfig } from "../config-file.ts";
import { formatDiagnostics } from "../diagnostics-text.ts";
import { readTargetOption } from "../target-option.ts";
import { unsentNotes } from "../unsent-notes.ts";
import { parseCommandLine, UsageError } from "../usage.ts";

const BARE_NOTE =
  'note: a bare body of stages, which "sluice preview" takes and "sluice run" does not: put it into a logs.process to run it';

export const validate: Command = {
  help: `usage: sluice validate [--json] [--target TARGET] FILE|DIR…

Checks configurations, as "sluice run" does before it starts (FILE may be a bare body of stages too, which only
"sluice preview" takes; - is standard input; all *.alloy files of DIR are one configuration).
Prints file:line:col: severity: message, the source line and a caret for everything that is wrong.
Standard error has a note for each component that sends nothing, since its forward_to is empty.
Lines count from 1, columns bytes from 1.

  --json           for programs: print a list of {file, line, column, severity, code, message} instead
  --target TARGET  warn of what a release of Alloy does not have: alloy@1.17, or another from 1.9 on; what only Alloy
                   runs and environment variables that are not set here are then no errors
                   (default: what a comment // sluice:target alloy 1.17 names)

Exit codes: 0 no errors (warnings may be printed), 1 errors, 2 the command line is wrong.
`,
  async run(argv) {
    const { values, positionals } = parseCommandLine(argv, {
      json: { type: "boolean" },
      target: { type: "string" },
    });
    if (positionals.length === 0) throw new UsageError("FILE is missing");
    const target = readTargetOption(values.target);
    let failed = false;
    const rows: unknown[] = [];
    for (const file of positionals) {
      let config: ConfigFiles;
      try {
        config = await readConfig(file);
      } catch (error) {
        if (!(error instanceof FileError)) throw error;
        process.stderr.write(`sluice validate: ${error.message}\n`);
        failed = true;
        continue;
      }
      const library = { env: (name: string) => process.env[name] };
      const {
        components,
        file: tree,
        kind,
        ok,
        diagnostics: found,
      } = config.open({ library, target, forTarget: true });
      // Components beside an error are looked at as well, so that all mistakes are reported at once.
      const doubts = ok ? [] : doubtsBeside(found, config.open({ library, target, purpose: "preview" }).diagnostics);
      const diagnostics = sortByPlace([...found, ...doubts, ...diagnoseComponents(knownHere(components, found))]);
      if (diagnostics.some((d) => d.severity === "error")) failed = true;
      if (values.json) for (const row of config.place(diagnostics)) rows.push(row);
      else if (diagnostics.length > 0)
        process.stdout.write(formatDiagnostics(config, config.text, diagnostics, process.stdout));
      else process.stdout.write(`${fileName(file)}: no problems\n`);
      process.stderr.write(unsentNotes(config, emptyForwards(tree)));
      if (!values.json && kind === "stages" && ok) process.stdout.write(`${fileName(file)}: ${BARE_NOTE}\n`);
    }
    if (values.json) process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
    return failed ? 1 : 0;
  },
};

/** Those of `others` that warn of what is probably not meant, and are not among `found`. */
const doubtsBeside = (found: readonly Diagnostic[], others: readonly Diagnostic[]): readonly Diagnostic[] =>
  others.filter(
    ({ code, span }) =>
      DOUBT_CODES.has(code) && !found.some((one) => one.code === code && one.span?.start === span?.start),
  );

/** Components of which no value is unknown: what is wrong with the others shows where they run. */
function knownHere(components: readonly ComponentNode[], found: readonly Diagnostic[]): readonly ComponentNode[] {
  const unknown = found.flatMap(({ code, span }) => (code === "unknown-value" && span ? [span.start] : []));
  return components.filter(({ span }) => !unknown.some((at) => span.start <= at && at < span.end));
}

const sortByPlace = (diagnostics: readonly Diagnostic[]): Diagnostic[] =>
  diagnostics.toSorted((a, b) => (a.span?.start ?? 0) - (b.span?.start ?? 0));
