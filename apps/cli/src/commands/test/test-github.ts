/** Results of tests as GitHub's workflow commands, which annotate the lines of files: `::error file=…,line=…::…`. */
import { LineIndex, visible } from "@sluice/engine";
import type { coverageOf, Suite } from "./test-suite.ts";
import { failureText, missingPaths, placeOf, suiteProblems } from "./test-text.ts";

const escapeData = (text: string): string =>
  text.toWellFormed().replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
/** One line, as a title and a path are, and nothing that a log viewer obeys. */
const escapeProperty = (text: string): string =>
  escapeData(visible(text)).replaceAll(":", "%3A").replaceAll(",", "%2C");

interface Annotation {
  readonly level: "error" | "notice";
  readonly file: string;
  readonly line: number;
  readonly title: string;
  readonly message: string;
}

const command = ({ level, file, line, title, message }: Annotation): string =>
  `::${level} file=${escapeProperty(file)},line=${line},title=${escapeProperty(title)}::${escapeData(message)}\n`;

/** One line for each failure, at the part that differs; then what no test takes. */
export function formatGithub(
  suites: readonly Suite[],
  coverage: ReturnType<typeof coverageOf>,
  shortfall: string | undefined,
): string {
  const all = suites.flatMap((suite): Annotation[] => {
    const { path, text, run } = suite;
    if (run === undefined) return suiteProblems(suite).map((one) => ({ level: "error", title: "sluice test", ...one }));
    const lines = new LineIndex(text);
    return run.results.flatMap((result): Annotation[] => {
      if (result.status === "passed") return [];
      const place = result.parts.find(({ same }) => !same)?.span ?? result.test.span;
      const { line } = lines.position(place.start);
      return [{ level: "error", file: path, line, title: result.test.name, message: failureText(result).text }];
    });
  });
  const missing = coverage.flatMap(({ config, coverage }) =>
    missingPaths(coverage).map(
      ({ stage, text }): Annotation => ({
        level: "notice",
        ...placeOf(stage, config),
        title: "not reached by a test",
        message: text,
      }),
    ),
  );
  const short = shortfall === undefined ? "" : `::error title=coverage::${escapeData(shortfall)}\n`;
  return [...all, ...missing].map(command).join("") + short;
}
