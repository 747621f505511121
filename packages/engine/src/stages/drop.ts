/**
 * `stage.drop`: an entry is dropped when every given option holds. Options are made into a list of conditions once, cheapest
 * first; each knows how to say why it holds or not, so that a trace needs no second set of rules.
 */

import { formatRfc3339, type Nanos, utf8Length } from "@sluice/languages/base";
import { formatByteSize, formatDuration } from "@sluice/languages/goduration";
import { goString } from "@sluice/languages/govalue";
import type { Regex } from "@sluice/languages/re2";
import type { Entry } from "../base/entry.ts";
import type { Extracted } from "../base/extracted.ts";
import type { DropReason, Env, Out, Reason, Stage } from "../pipeline/stage.ts";
import { arrives, type CoveragePath, DROPPED, drops, KEPT, path } from "../pipeline/stage-coverage.ts";
import { extractedValue } from "../pipeline/stage-flow.ts";
import { defineStage, type StageArgs } from "../pipeline/stage-spec.ts";
import type { Step } from "../pipeline/trace.ts";
import { bytesField, durationField, regexField, stringField } from "../schema/field.ts";
import { DropCounter } from "./shared/drop-counter.ts";
import { hasNoText, inCaseAlone, shown } from "./shared/explain-text.ts";

const DEFAULT_REASON = "drop_stage";
const DEFAULT_SEPARATOR = ";";

export const drop = defineStage({
  name: "drop",
  summary: "Drops entries for which every given option holds.",
  words: [
    "filter",
    "delete",
    "exclude",
    "discard",
    "ignore",
    "remove lines",
    "health checks",
    "noise",
    "debug",
    "keep errors",
    "reduce volume",
  ],
  rules: [
    "All options must hold together; for either-or, use several drop stages.",
    "`expression` is matched against the line, or with `source` against the extracted values joined by `separator`.",
    "When several sources are joined, missing ones are skipped; when all are missing the text is empty.",
    "`source` alone drops entries for which every named value is set, whatever it is.",
    "Names in `source` are not trimmed.",
    "Each dropped entry is counted in `logs_process_dropped_lines_total` under its reason.",
  ],
  category: "filter",
  state: "none",
  fields: {
    drop_counter_reason: stringField({
      holds: "text",
      doc: "Value of the counter's `reason` label; empty means the default.",
      default: DEFAULT_REASON,
      example: '"health_checks"',
    }),
    source: stringField({
      names: "extracted",
      doc: "Name of an extracted value, or several separated by commas; empty means the line.",
      default: "",
      example: '"level"',
    }),
    value: stringField({
      holds: "text",
      doc: "Drop when what `source` names equals this exactly.",
      default: "",
      example: '"debug"',
    }),
    separator: stringField({
      holds: "text",
      doc: "Joins the values when `source` names several; empty means the default.",
      default: DEFAULT_SEPARATOR,
      example: '","',
    }),
    expression: regexField({
      doc: "RE2 expression that must match; it is not anchored.",
      default: "",
      example: '"^GET /healthz"',
    }),
    older_than: durationField({ doc: "Drop when the entry's time is further back than this.", example: '"24h"' }),
    longer_than: bytesField({ doc: "Drop when the line has more bytes than this.", example: '"8KB"', unit: "bytes" }),
  },
  check(args, report) {
    const { source, value } = args;
    const expression = args.expression.text;
    if (source === "" && expression === "" && !args.older_than && !args.longer_than) {
      report.error(
        "nothing-to-drop",
        "drop stage config must contain at least one of `source`, `expression`, `older_than` or `longer_than`",
      );
    } else if (value !== "" && expression !== "") {
      report.error(
        "value-and-expression",
        "drop stage config error, `value` and `expression` cannot both be defined at the same time",
        "value",
      );
    } else if (value !== "" && source === "") {
      report.error("value-without-source", "drop stage config must contain `source` if `value` is specified", "value");
    }
  },
  // No line contains this: nothing is dropped until the user says what.
  added: `stage.drop {
  expression = "replace this by what the lines to drop contain"
}
`,
  examples: [
    {
      title: "Health checks",
      config: `stage.drop {
  expression          = "GET /healthz"
  drop_counter_reason = "health_checks"
}
`,
      input: [{ line: "GET /healthz 200" }, { line: "GET /cart 200" }],
      output: [{ line: "GET /cart 200" }],
    },
    {
      title: "Debug lines of one service",
      config: `stage.drop {
  source    = "app,level"
  separator = "/"
  value     = "shop/debug"
}
`,
      input: [
        { line: "1", extracted: { app: "shop", level: "debug" } },
        { line: "2", extracted: { app: "shop", level: "info" } },
      ],
      output: [{ line: "2" }],
    },
    {
      title: "Long lines that are old",
      config: `stage.drop {
  longer_than = "10B"
  older_than  = "1h"
}
`,
      now: "2024-03-10T12:00:00Z",
      input: [
        { line: "long and old", timestamp: "2024-03-10T10:00:00Z" },
        { line: "long and new", timestamp: "2024-03-10T11:30:00Z" },
        { line: "old", timestamp: "2024-03-10T10:00:00Z" },
      ],
      output: [{ line: "long and new" }, { line: "old" }],
    },
  ],
  flow: (args) => ({
    reads: args.source === "" ? [] : args.source.split(",").map((name) => extractedValue(name, { argument: "source" })),
    readsTime: args.older_than ? "older_than" : undefined,
    patterns: { expression: "tests" },
    dropsAll:
      args.source === "" && !args.older_than && !args.longer_than && (args.expression.ifGiven?.matchesAll ?? false),
  }),
  coverage: (args): readonly CoveragePath[] => dropPaths(args),
  create: (args, env): Stage => new DropStage(args, env),
});

interface Condition {
  readonly code: string;
  holds(entry: Entry): boolean;
  describe(entry: Entry, holds: boolean): Description;
}

interface Description {
  /** For people, true of the entry: "`agent` = `curl` matches `^curl`". */
  readonly clause: string;
  readonly evidence: Readonly<Record<string, unknown>>;
  /** What it reads is not there, or has no text. */
  readonly unread?: "source-missing" | "cannot-convert" | undefined;
  /**
   * The value exists, but in a form that the condition cannot check. An absent value only means that the condition does not
   * hold.
   */
  readonly missed?: boolean | undefined;
}

class DropStage implements Stage {
  readonly #env: Env;
  readonly #conditions: readonly Condition[];
  readonly #why: DropReason;
  readonly #counter: DropCounter;

  constructor(args: StageArgs<typeof drop>, env: Env) {
    this.#env = env;
    this.#conditions = makeConditions(args, env);
    const reason = args.drop_counter_reason || DEFAULT_REASON;
    const only = this.#conditions.length === 1 ? this.#conditions[0]!.code : "all-criteria-met";
    this.#why = { reason, code: only };
    this.#counter = new DropCounter(env, reason);
  }

  process(entry: Entry, out: Out): void {
    for (const condition of this.#conditions) {
      if (condition.holds(entry)) continue;
      this.#env.note.trace?.(describeKept(condition, entry, this.#conditions.length));
      out.emit(entry);
      return;
    }
    this.#env.note.trace?.(this.#describeDropped(entry));
    this.#counter.inc();
    out.drop(entry, this.#why);
  }

  #describeDropped(entry: Entry): Reason {
    const described = this.#conditions.map((condition) => condition.describe(entry, true));
    return {
      code: this.#why.code,
      text: `Dropped: ${described.map(({ clause }) => clause).join(", and ")}`,
      evidence: Object.assign({}, ...described.map(({ evidence }) => evidence)),
    };
  }
}

/** All criteria must hold for a drop: in tests, each of several should keep an entry once. */
function dropPaths(args: StageArgs<typeof drop>): readonly CoveragePath[] {
  const { source, value, expression } = args;
  const third = value !== "" ? "value" : expression.text !== "" ? "expression" : "source";
  const criteria = [
    ...(args.longer_than ? ["longer_than"] : []),
    ...(args.older_than ? ["older_than"] : []),
    ...(source !== "" || expression.text !== "" ? [third] : []),
  ];
  if (criteria.length < 2) return [KEPT, DROPPED];
  const keptBy = (step: Step): string | undefined => {
    const code = step.reasons[0]?.code;
    if (code === undefined || !arrives(step) || drops(step)) return undefined;
    return code === not(LONGER) ? "longer_than" : code === not(OLDER) ? "older_than" : third;
  };
  return [
    ...criteria.map((name) =>
      path(`kept by ${name}`, `no entry is kept by ${name} alone`, (step) => keptBy(step) === name),
    ),
    DROPPED,
  ];
}

/** Codes of conditions, and of the reason why one kept an entry. */
const LONGER = "longer-than";
const OLDER = "older-than";
const not = (code: string): string => `not-${code}`;

function describeKept(condition: Condition, entry: Entry, conditions: number): Reason {
  const { clause, evidence, unread, missed } = condition.describe(entry, false);
  const all = conditions === 1 ? "" : `, and ${conditions === 2 ? "both" : "all"} conditions have to hold`;
  return { code: unread ?? not(condition.code), missed, text: `Kept: ${clause}${all}`, evidence };
}

function makeConditions(args: StageArgs<typeof drop>, env: Env): Condition[] {
  const conditions: Condition[] = [];
  if (args.longer_than) conditions.push(longerThan(args.longer_than));
  if (args.older_than) conditions.push(olderThan(args.older_than, env));
  const names = args.source === "" ? [] : args.source.split(",");
  const regex = args.expression.ifGiven;
  if (args.value !== "") conditions.push(sourceEquals(names, args.separator || DEFAULT_SEPARATOR, args.value));
  else if (regex !== undefined) {
    conditions.push(
      names.length > 0 ? sourceMatches(names, args.separator || DEFAULT_SEPARATOR, regex) : lineMatches(regex),
    );
  } else if (names.length > 0) conditions.push(sourcePresent(names));
  return conditions;
}

function longerThan(limit: number): Condition {
  return {
    code: LONGER,
    // A text has at least as many bytes as UTF-16 units and at most three times as many.
    holds: ({ line }) => line.length > limit || (line.length * 3 > limit && utf8Length(line) > limit),
    describe({ line }, holds) {
      const bytes = utf8Length(line);
      return {
        clause: `the line has ${bytes} bytes, which is ${holds ? "" : "not "}more than ${formatByteSize(BigInt(limit))}`,
        evidence: { bytes, limit },
      };
    },
  };
}

function olderThan(age: Nanos, env: Env): Condition {
  return {
    code: OLDER,
    holds: (entry) => entry.timestamp < env.clock.now() - age,
    describe({ timestamp }, holds) {
      const now = env.clock.now();
      return {
        clause: `the timestamp ${formatRfc3339(timestamp)} is ${holds ? "" : "not "}more than ${formatDuration(age)} before ${formatRfc3339(now)}`,
        evidence: { timestamp: formatRfc3339(timestamp), now: formatRfc3339(now) },
      };
    },
  };
}

function sourcePresent(names: readonly string[]): Condition {
  return {
    code: "source-present",
    holds: ({ extracted }) => names.every((name) => extracted.has(name)),
    describe({ extracted }, holds) {
      const missing = names.filter((name) => !extracted.has(name));
      return {
        clause: holds ? `${areOf(names)} set` : `${areOf(missing)} not set`,
        evidence: { source: names },
      };
    },
  };
}

function lineMatches(regex: Regex): Condition {
  const expression = regex.pattern;
  return {
    code: "expression-matched",
    holds: ({ line }) => regex.test(line),
    describe: ({ line }, holds) => ({
      clause: `the line ${holds ? "matches" : "does not match"} ${shown(expression)}`,
      evidence: { line, expression },
    }),
  };
}

function sourceMatches(names: readonly string[], separator: string, regex: Regex): Condition {
  return {
    code: "expression-matched",
    holds({ extracted }) {
      const text = joinSources(extracted, names, separator);
      return text !== undefined && regex.test(text);
    },
    describe: (entry, holds) =>
      describeSources(
        entry,
        names,
        separator,
        holds,
        (text) => `= ${text} ${holds ? "matches" : "does not match"} ${shown(regex.pattern)}`,
      ),
  };
}

function sourceEquals(names: readonly string[], separator: string, value: string): Condition {
  return {
    code: "value-equal",
    holds: ({ extracted }) => joinSources(extracted, names, separator) === value,
    describe: (entry, holds) =>
      describeSources(
        entry,
        names,
        separator,
        holds,
        (text) => `is ${text}${holds ? "" : `, not ${shown(value)}${inCaseAlone(text, shown(value))}`}`,
      ),
  };
}

/** The values that are set, joined; undefined when one has no text, which keeps the entry. */
function joinSources(extracted: Extracted, names: readonly string[], separator: string): string | undefined {
  let joined = "";
  let first = true;
  for (const name of names) {
    const value = extracted.get(name);
    if (value === undefined) continue;
    const text = goString(value);
    if (text === undefined) return undefined;
    joined = first ? text : joined + separator + text;
    first = false;
  }
  return joined;
}

/** `says` makes the predicate from the text that was compared. */
function describeSources(
  { extracted }: Entry,
  names: readonly string[],
  separator: string,
  holds: boolean,
  says: (text: string) => string,
): Description {
  const source = names.join(",");
  const text = joinSources(extracted, names, separator);
  const evidence = { source, value: text ?? null };
  if (text === undefined) {
    const name = names.find((one) => extracted.has(one) && goString(extracted.get(one)) === undefined)!;
    const value = extracted.get(name)!;
    return { clause: hasNoText(name, value), evidence, unread: "cannot-convert", missed: value !== null };
  }
  const clause = `${shown(source)} ${says(shown(text))}`;
  if (names.some((name) => extracted.has(name))) return { clause, evidence };
  // An expression may match the empty text.
  return holds ? { clause, evidence } : { clause: `${areOf(names)} not set`, evidence, unread: "source-missing" };
}

/** "`a` is", "`a`, `b` are". */
const areOf = (names: readonly string[]): string =>
  `${names.map(shown).join(", ")} ${names.length === 1 ? "is" : "are"}`;
