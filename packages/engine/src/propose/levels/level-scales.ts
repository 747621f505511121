/** Numbers that stand for levels. The same number is one level here and another there: a scale is taken where something says which. */
import { isCertainLevelName, isLevelName, PINO_LEVELS, SYSLOG_LEVELS } from "../../vocabulary/index.ts";

/** What stands at the numbers that a value has. */
export interface NumbersGiven {
  readonly name: string;
  /** Each number once, that of most entries first. */
  readonly numbers: readonly string[];
  /** Names of the other values of the same entries, in small letters and without signs. */
  readonly beside: ReadonlySet<string>;
}

export interface Scale {
  readonly id: string;
  /** Who writes it, for a question. */
  readonly title: string;
  readonly levels: Readonly<Record<string, string>>;
  /** The name, the names beside it or the numbers say that it is this one. */
  readonly isCertain: (given: NumbersGiven) => boolean;
  /** It may be this one. */
  readonly isLikely: (given: NumbersGiven) => boolean;
}

/** A name as it is compared: `event_id`, `EventID`. */
export const plainOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z\d]/g, "");

const hasSome = ({ beside }: NumbersGiven, names: string): boolean => names.split(" ").some((one) => beside.has(one));
const hasAll = ({ beside }: NumbersGiven, names: string): boolean => names.split(" ").every((one) => beside.has(one));
const isNamed = ({ name }: NumbersGiven, names: string): boolean => names.split(" ").includes(plainOf(name));
const isLevel = ({ name }: NumbersGiven): boolean => plainOf(name) === "level";

const PYTHON_NAMES = "funcname levelname lineno pathname processname threadname exctext";

const SCALES: readonly Scale[] = [
  {
    id: "python",
    title: "Python",
    levels: { 10: "debug", 20: "info", 30: "warn", 40: "error", 50: "critical" },
    isCertain: (given) =>
      isNamed(given, "levelno levelnumber") || (isLevelName(given.name) && hasSome(given, PYTHON_NAMES)),
    isLikely: ({ numbers }) => numbers[0] === "20" || numbers.length >= 4,
  },
  {
    id: "pino",
    title: "pino",
    levels: PINO_LEVELS,
    // What most entries have is information: 30 here, and 20 in Python.
    isCertain: (given) =>
      isLevelName(given.name) &&
      (given.numbers[0] !== "20" || given.numbers.includes("60") || hasAll(given, "pid hostname")),
    isLikely: ({ name, numbers }) => isLevelName(name) || numbers.length >= 4,
  },
  {
    id: "opentelemetry",
    title: "OpenTelemetry",
    levels: Object.fromEntries(
      ["trace", "debug", "info", "warn", "error", "fatal"].flatMap((level, i) =>
        [1, 2, 3, 4].map((step) => [`${i * 4 + step}`, level]),
      ),
    ),
    isCertain: (given) => isNamed(given, "severitynumber"),
    isLikely: () => false,
  },
  {
    id: "nextcloud",
    title: "Nextcloud",
    levels: { 0: "debug", 1: "info", 2: "warn", 3: "error", 4: "fatal" },
    isCertain: (given) => isLevel(given) && hasAll(given, "reqid app"),
    isLikely: () => false,
  },
  {
    id: "monolog",
    title: "Monolog",
    levels: {
      100: "debug",
      200: "info",
      250: "notice",
      300: "warn",
      400: "error",
      500: "critical",
      550: "alert",
      600: "emergency",
    },
    isCertain: (given) => isLevel(given) && hasSome(given, "levelname channel"),
    isLikely: () => false,
  },
  {
    id: "windows",
    title: "Windows events",
    // 0 is written by audits.
    levels: { 0: "info", 1: "critical", 2: "error", 3: "warn", 4: "info", 5: "debug" },
    isCertain: (given) => isLevel(given) && hasSome(given, "eventid channel provider providername eventrecordid"),
    isLikely: isLevel,
  },
  {
    id: "dotnet",
    title: ".NET",
    levels: { 0: "trace", 1: "debug", 2: "info", 3: "warn", 4: "error", 5: "critical" },
    isCertain: (given) =>
      given.name === "LogLevel" || (isNamed(given, "loglevel") && hasSome(given, "eventid category")),
    isLikely: (given) => isNamed(given, "loglevel"),
  },
  {
    id: "syslog",
    title: "syslog",
    levels: SYSLOG_LEVELS,
    isCertain: (given) =>
      given.name === "PRIORITY" ||
      (isNamed(given, "priority") && hasSome(given, "syslogidentifier systemdunit transport bootid")) ||
      isNamed(given, "syslogseverity syslogseveritycode syslogpriority severitycode") ||
      // Routers, and GELF
      (isNamed(given, "severity sev") && hasSome(given, "mnemonic facility")) ||
      (isLevel(given) && hasSome(given, "shortmessage facility")) ||
      (isCertainLevelName(given.name) &&
        given.numbers.length > 1 &&
        given.numbers.some((one) => one === "6" || one === "7")),
    isLikely: ({ name }) => isLevelName(name) || isScaled(name),
  },
];

/** The name is one of a thing that has a scale. */
export const isScaled = (name: string): boolean => /lev|lvl|sev|prio|verbos|urgen|importan/i.test(name);
/** Scales of what an entry tells of, and not of the entry. */
const OF_OTHERS = /alert|rule|threat|risk|vuln|cvss/i;

/** The scale that the numbers are of, or those of which they may be; none: they are no levels. */
export function scalesOf(
  given: NumbersGiven,
): { readonly scale: Scale; readonly likely: readonly Scale[] } | undefined {
  const fitting = SCALES.filter(({ levels }) => given.numbers.every((number) => levels[number] !== undefined));
  const certain = fitting.find(({ isCertain }) => isCertain(given));
  if (certain !== undefined) return { scale: certain, likely: [] };
  const likely = OF_OTHERS.test(given.name) ? [] : fitting.filter(({ isLikely }) => isLikely(given));
  return likely.length === 0 ? undefined : { scale: likely[0]!, likely };
}

export const scaleOf = (id: string): Scale | undefined => SCALES.find((scale) => scale.id === id);
