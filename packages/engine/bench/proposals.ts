/** What is proposed for each log of the corpus, and how right it is. */
import { parseArgs } from "node:util";
import { FORMATS, type LogFormat, writeLog } from "./formats/index.ts";
import { type Measured, measure } from "./proposals/measure.ts";
import { proposeStages } from "./proposals/proposer.ts";
import { formatDetail, formatSummary, formatTable, formatWrongNames, summarise } from "./proposals/report.ts";

const USAGE = `usage: npm run proposals [-- OPTIONS]

Proposes stages for each log of the corpus, runs them in a preview, and compares what leaves with the truth about the log.

  --only NAME   only the formats whose name contains NAME (may be repeated)
  --show NAME   print the stages that are proposed for NAME, and its first failures with reasons
  --log NAME    print the log itself
  --json        print one object: summary, logs [{name, stages, parsed, time, level, …, failures}]
  --help        print this

parsed    entries all of whose values are extracted and leave, of those that are not odd
time      entries whose time is exact to the nanosecond; right if of at least 99 %
level     entries whose level is right, in one spelling: trace, debug, info, notice, warn, error, critical, fatal;
          an entry without a level must leave without one
secrets   secrets that do not leave, of all
misnamed  names of values guessed from columns and patterns that say something else than the values are: a
          neutral name says nothing wrong; each is listed below the table
hints     what lints say besides warnings: values that nothing uses
lost      entries that are torn, joined with others, or gone without a stage.drop
Alloy     whether the exported configuration gives the same result

Exit codes: 0 the figures are as wanted (with --only: of these), 1 they are not, 2 the command line is wrong.
`;

class UnknownFormat extends Error {}

/** A proposal that throws is no proposal, and says so among its warnings. */
function measureFormat(format: LogFormat): Measured {
  const log = writeLog(format);
  try {
    return measure(proposeStages(log.lines, log.start), log);
  } catch (error) {
    const none = measure("", log);
    return { ...none, warnings: [`error: it threw ${error instanceof Error ? error.stack : String(error)}`] };
  }
}

function main(argv: readonly string[]): number {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      only: { type: "string", multiple: true },
      show: { type: "string" },
      log: { type: "string" },
      json: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const exact = values.log ?? values.show;
  const wanted = exact === undefined ? values.only : [exact];
  const named = ({ name }: { name: string }) =>
    exact === undefined ? wanted?.some((one) => name.includes(one)) : name === exact;
  const formats = FORMATS.filter((format) => wanted === undefined || named(format));
  if (formats.length === 0)
    throw new UnknownFormat(
      `no format is called ${wanted?.join(", ")}: they are ${FORMATS.map(({ name }) => name).join(", ")}`,
    );
  if (values.log !== undefined) {
    process.stdout.write(`${writeLog(formats[0]!).lines.join("\n")}\n`);
    return 0;
  }
  const measured = formats.map(measureFormat);
  const summary = summarise(measured);
  if (values.json) process.stdout.write(`${JSON.stringify({ summary, logs: measured })}\n`);
  else if (values.show !== undefined)
    process.stdout.write(`${formatDetail(measured[0]!)}${formatWrongNames(measured)}`);
  else process.stdout.write(`${formatTable(measured)}\n${formatWrongNames(measured)}${formatSummary(summary)}`);
  return summary.unmet.length === 0 ? 0 : 1;
}

try {
  process.exitCode = main(process.argv.slice(2));
} catch (error) {
  if (!isUsageError(error)) throw error;
  process.stderr.write(`${error.message}\n${USAGE}`);
  process.exitCode = 2;
}

/** Of the arguments alone: an error of what is measured is no mistake of the user's. */
function isUsageError(error: unknown): error is Error {
  if (error instanceof UnknownFormat) return true;
  return error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
}
