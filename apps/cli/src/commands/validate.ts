/** `sluice validate`: everything that is wrong with a configuration, at its place. */
import { type Diagnostic, isStageBody, loadConfig, loadStages, parseFile } from "@sluice/engine";
import { FileError, formatDiagnostics, readText } from "../config-file.ts";
import type { Command } from "../main.ts";
import { parseCommandLine, UsageError } from "../usage.ts";

export const validate: Command = {
  summary: "check a configuration and show what is wrong, at its place",
  help: `usage: sluice validate [--json] FILE…

Checks configurations (FILE may be a bare body of stages; - is standard input). Prints
file:line:col: severity: message, the source line and a caret for everything that is wrong.

  --json   print a list of {file, line, column, severity, code, message} instead

Exit codes: 0 no errors (warnings may be printed), 1 errors, 2 the command line is wrong.
`,
  async run(argv) {
    const { values, positionals } = parseCommandLine(argv, { json: { type: "boolean" } });
    if (positionals.length === 0) throw new UsageError("FILE is missing");
    let failed = false;
    const rows: unknown[] = [];
    for (const file of positionals) {
      let text: string;
      try {
        text = await readText(file);
      } catch (error) {
        if (!(error instanceof FileError)) throw error;
        process.stderr.write(`sluice validate: ${error.message}\n`);
        failed = true;
        continue;
      }
      const { diagnostics, lines } = check(text);
      if (diagnostics.some((d) => d.severity === "error")) failed = true;
      if (values.json) {
        rows.push(
          ...diagnostics.map(({ severity, code, message, span }) => ({ file, ...lines.position(span?.start ?? 0), severity, code, message })),
        );
      } else if (diagnostics.length > 0) process.stdout.write(formatDiagnostics(file, text, diagnostics));
      else process.stdout.write(`${file}: no problems\n`);
    }
    if (values.json) process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
    return failed ? 1 : 0;
  },
};

/** A whole configuration or a bare body of stages. */
function check(text: string): { diagnostics: readonly Diagnostic[]; lines: ReturnType<typeof parseFile>["file"]["lines"] } {
  const { file } = parseFile(text);
  const { diagnostics } = isStageBody(file.body) ? loadStages(text) : loadConfig(text, { library: { env: (name) => process.env[name] } });
  return { diagnostics, lines: file.lines };
}
