/** The measured logs as a table, the figures that are wanted of all, and one log in detail. */
import type { Failure, Measured, Share } from "./measure.ts";

export interface Summary {
  readonly logs: number;
  /** Logs with the time of at least 99 % of their entries exact. */
  readonly timeRight: number;
  /** Logs of whose entries at least 95 % are parsed. */
  readonly parsed: number;
  readonly levelRight: number;
  readonly secretsMissed: number;
  readonly warnings: number;
  /** Names of guessed values that say something else than these are. */
  readonly wrongNames: number;
  /** Logs with more than 200 streams. */
  readonly manyStreams: number;
  readonly lost: number;
  readonly epoch: number;
  /** Logs that Alloy treats differently. */
  readonly differs: number;
  /** What is not as wanted, as sentences. */
  readonly unmet: readonly string[];
}

const MOST_STREAMS = 200;
const ENOUGH_PARSED = 0.95;
const ENOUGH_TIMED = 0.99;
/** Shares of the logs that are wanted. */
const WANTED_TIMED = 58 / 60;
const WANTED_PARSED = 55 / 60;

export const rate = ({ right, all }: Share): number => (all === 0 ? 1 : right / all);

export const isTimed = ({ time }: Measured): boolean => rate(time) >= ENOUGH_TIMED;
export const isParsed = ({ parsed }: Measured): boolean => rate(parsed) >= ENOUGH_PARSED;
const isLevelled = ({ level }: Measured): boolean => rate(level) >= ENOUGH_TIMED;
const hasManyStreams = ({ streams }: Measured): boolean => streams > MOST_STREAMS;

export function summarise(all: readonly Measured[]): Summary {
  const count = (is: (one: Measured) => boolean) => all.filter(is).length;
  const sum = (of: (one: Measured) => number) => all.reduce((total, one) => total + of(one), 0);
  const figures = {
    logs: all.length,
    timeRight: count(isTimed),
    parsed: count(isParsed),
    levelRight: count(isLevelled),
    secretsMissed: sum(({ secretsMissed }) => secretsMissed),
    warnings: sum(({ warnings }) => warnings.length),
    wrongNames: sum(({ wrongNames }) => wrongNames.length),
    manyStreams: count(hasManyStreams),
    lost: sum(({ lost }) => lost),
    epoch: sum(({ epoch }) => epoch),
    differs: count(({ differences }) => differences.length > 0),
  };
  return { ...figures, unmet: [...findUnmet(figures)] };
}

function* findUnmet(of: Omit<Summary, "unmet">): Iterable<string> {
  const [timed, parsed] = [WANTED_TIMED, WANTED_PARSED].map((share) => Math.ceil(of.logs * share));
  if (of.timeRight < timed!) yield `time right in ${of.timeRight}, wanted in ${timed}`;
  if (of.parsed < parsed!) yield `at least 95 % parsed in ${of.parsed}, wanted in ${parsed}`;
  if (of.secretsMissed > 0) yield `${of.secretsMissed} secrets leave`;
  if (of.warnings > 0) yield `${of.warnings} warnings about proposed stages`;
  if (of.wrongNames > 0) yield `${of.wrongNames} names mislead`;
  if (of.manyStreams > 0) yield `${of.manyStreams} logs with more than ${MOST_STREAMS} streams`;
  if (of.lost > 0) yield `${of.lost} entries torn, joined or gone`;
  if (of.epoch > 0) yield `${of.epoch} entries in 1970`;
  if (of.differs > 0) yield `${of.differs} logs differ in Alloy`;
}

/** Rounded down: 100 % is all of them. */
const percent = (share: Share): string => (share.all === 0 ? "-" : `${Math.floor(rate(share) * 100)} %`);

const COLUMNS: readonly (readonly [head: string, of: (one: Measured) => string])[] = [
  ["parsed", ({ parsed }) => percent(parsed)],
  ["time", ({ time }) => percent(time)],
  ["level", ({ level }) => percent(level)],
  ["secrets", ({ secrets, secretsMissed }) => (secrets === 0 ? "-" : `${secrets - secretsMissed}/${secrets}`)],
  ["streams", ({ streams }) => String(streams)],
  ["warnings", ({ warnings }) => String(warnings.length)],
  ["misnamed", ({ wrongNames }) => String(wrongNames.length)],
  ["hints", ({ hints }) => String(hints.length)],
  ["lost", ({ lost }) => String(lost)],
  ["dropped", ({ dropped }) => String(dropped)],
  ["1970", ({ epoch }) => String(epoch)],
  ["Alloy", ({ differences }) => (differences.length === 0 ? "same" : "differs")],
];

export function formatTable(all: readonly Measured[]): string {
  const width = Math.max(...all.map(({ name }) => name.length)) + 2;
  const rows = [
    ["log", ...COLUMNS.map(([head]) => head)],
    ...all.map((one) => [one.name, ...COLUMNS.map(([, of]) => of(one))]),
  ];
  return rows
    .map(([name, ...cells]) => `${name!.padEnd(width)}${cells.map((cell) => cell.padStart(10)).join("")}\n`)
    .join("");
}

export function formatSummary(summary: Summary): string {
  const { logs, timeRight, parsed, levelRight, secretsMissed, warnings, wrongNames, manyStreams, unmet } = summary;
  const head = `time right in ${timeRight} of ${logs}, ≥ 95 % parsed in ${parsed}, level right in ${levelRight}, secrets missed ${secretsMissed}, warnings ${warnings}, misleading names ${wrongNames}, > ${MOST_STREAMS} streams in ${manyStreams}\n`;
  return unmet.length === 0
    ? `${head}All figures are as wanted.\n`
    : `${head}${unmet.map((one) => `not met: ${one}\n`).join("")}`;
}

/** The names that mislead, by log. */
export const formatWrongNames = (all: readonly Measured[]): string =>
  all
    .flatMap(({ name: log, wrongNames }) =>
      wrongNames.map(
        ({ name, meaning, example }) =>
          `${log}: ${name} is ${meaning === undefined ? "nothing that the log calls so" : meaning}, as ${JSON.stringify(example)}\n`,
      ),
    )
    .join("");

const SHOWN_FAILURES = 5;

/** The proposed text, and the first failures of each kind. */
export function formatDetail({ name, stages, failures, warnings, hints, differences }: Measured): string {
  const kinds = new Map<string, Failure[]>();
  for (const failure of failures) kinds.set(failure.kind, [...(kinds.get(failure.kind) ?? []), failure]);
  const parts = [...kinds].map(([kind, all]) => {
    const shown = all
      .slice(0, SHOWN_FAILURES)
      .map(({ line, text, reason }) => `  line ${line + 1}: ${reason}\n    ${text.replaceAll("\n", "\n    ")}\n`);
    return `\n${kind}: ${all.length}\n${shown.join("")}`;
  });
  const notes = [...warnings, ...hints, ...differences].map((text) => `${text}\n`);
  return `# ${name}\n\n${stages.trim() === "" ? "(nothing is proposed)\n" : stages}\n${notes.join("")}${parts.join("")}`;
}
