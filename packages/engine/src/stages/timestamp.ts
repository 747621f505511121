/**
 * `stage.timestamp`: an extracted value becomes the entry's time. Per label set it remembers the last parsed time and the
 * last time given out: a failure moves on from the latter by a nanosecond (`fudge`), and so does a time equal to the
 * last parsed one, so that order survives. As many label sets are remembered as in the original; the one unused for
 * longest is forgotten.
 */

import type { Nanos } from "@sluice/languages/base";
import { formatRfc3339 } from "@sluice/languages/base";
import {
  compileTimestampFormat,
  guessTimeFormats,
  isFixedFormat,
  placeTimestampLayouts,
  type TimestampFormat,
} from "@sluice/languages/gotime";
import type { Entry } from "../base/entry.ts";
import type { LabelSet } from "../base/label-set.ts";
import type { Doubt, Env, Out, Stage } from "../pipeline/stage.ts";
import { readOrMissed } from "../pipeline/stage-coverage.ts";
import { sourceRead } from "../pipeline/stage-flow.ts";
import { defineStage, type StageArgs } from "../pipeline/stage-spec.ts";
import { enumField, stringField, timeLayoutField, timeLayoutListField } from "../schema/field.ts";
import { shown } from "./shared/explain-text.ts";
import { readSource } from "./shared/source-text.ts";
import { formatStop } from "./shared/stops.ts";

/** Number of label sets whose last time is remembered. */
export const MAX_STREAMS = 10_000;

/** Longer texts are not searched for an explanation. */
const MAX_EXPLAINED = 1000;
/** Names of zones that are UTC, or as far from it. */
const ZERO_ZONES: ReadonlySet<string> = new Set(["UTC", "GMT", "WET", "UCT", "AZOST"]);

const FAILURE_ACTIONS = [
  { value: "fudge", doc: "The last known time of the same label set plus a nanosecond; without one the time is kept." },
  { value: "skip", doc: "The entry's time is kept." },
  { value: "", doc: "The same as `fudge`." },
] as const;

const DUPLICATE_ACTIONS = [
  { value: "fudge", doc: "A time equal to the one parsed last for the same label set moves on by a nanosecond." },
  { value: "keep", doc: "Equal times stay equal." },
  { value: "", doc: "The same as `fudge`." },
] as const;

export const timestamp = defineStage({
  name: "timestamp",
  summary: "Sets the entry's time from an extracted value.",
  words: ["time", "date", "time zone", "parse", "layout", "strptime", "rfc3339", "unix", "clock"],
  rules: [
    "`format` is a named layout (`RFC3339`, `ANSIC` …), a Unix count (`Unix`, `UnixMs`, `UnixUs`, `UnixNs`) or a layout written with the reference time `Mon Jan 2 15:04:05 -0700 MST 2006`.",
    "`location` holds for layouts of your own only; named layouts and Unix counts ignore it.",
    "A layout without a year takes the current year (of UTC), except that December is last year's when it is January now, and January next year's when it is December. Any other time stays in this year, even if it is months ahead.",
    "The rules of a `location` come from the IANA time zone data of the platform: the browser's in the page, Node's on the server and in a terminal; in Alloy, those of its machine or image, else its own. Different releases disagree on some zones, mostly in future years. `GET /api/status` and the page's help name the release.",
    "`action_on_failure` applies when the value is missing, has no text, or does not parse.",
  ],
  category: "transform",
  state: "stream",
  fields: {
    source: stringField({
      names: "extracted",
      doc: "Extracted value that holds the time.",
      required: true,
      example: '"time"',
    }),
    format: timeLayoutField({ doc: "How the value is written.", required: true, example: '"RFC3339"' }),
    fallback_formats: timeLayoutListField({
      doc: "Formats tried in order when `format` fails.",
      default: [],
      example: '["Unix"]',
    }),
    location: stringField({
      holds: "word",
      doc: "IANA time zone of values without one; UTC when left out.",
      example: '"Europe/Berlin"',
    }),
    action_on_failure: enumField(FAILURE_ACTIONS, {
      doc: "What happens when no time can be parsed.",
      default: "fudge",
    }),
    action_on_duplicate_timestamp: enumField(DUPLICATE_ACTIONS, {
      doc: "What happens when the parsed time equals the one before it in the same label set.",
      default: "fudge",
    }),
  },
  check(args, report) {
    if (args.source === "") {
      report.error("empty-source", "timestamp source value is required if timestamp is specified", "source");
    }
    if (args.format.text === "") report.error("empty-format", "timestamp format is required", "format");
    else {
      const compiled = placeTimestampLayouts([args.format.compiled], args.location);
      if (!compiled.ok) {
        const hint = /^(?:[A-Z]{2,5}|[+-]\d.*)$/.test(args.location ?? "")
          ? " (location is a name such as Europe/Berlin)"
          : "";
        report.error("unknown-time-zone", compiled.message + hint, "location");
      }
    }
  },
  examples: [
    {
      title: "A time from JSON",
      config: `stage.json {
  expressions = { at = "time" }
}

stage.timestamp {
  source = "at"
  format = "RFC3339Nano"
}
`,
      input: [{ line: '{"time":"2024-03-10T09:00:00.5+01:00"}' }],
      output: [{ timestamp: "2024-03-10T08:00:00.5Z" }],
    },
    {
      title: "A layout without a zone, and a line without a time",
      config: `stage.regex {
  expression = "^(?P<at>\\\\d{4}-\\\\d\\\\d-\\\\d\\\\d \\\\d\\\\d:\\\\d\\\\d:\\\\d\\\\d) "
}

stage.timestamp {
  source   = "at"
  format   = "2006-01-02 15:04:05"
  location = "America/New_York"
}
`,
      input: [{ line: "2024-01-15 12:00:00 started" }, { line: "  at shop.Main" }],
      output: [{ timestamp: "2024-01-15T17:00:00Z" }, { timestamp: "2024-01-15T17:00:00.000000001Z" }],
    },
  ],
  flow: ({ source }) => ({ reads: sourceRead(source), readsText: true, setsTime: "from text" }),
  coverage: () => readOrMissed("parsed"),
  create: (args, env): Stage => new TimestampStage(args, env),
});

/** The last time of a label set, in a ring by use: whatever is used moves, and moving it in a map would cost more. */
class LastTime {
  readonly labels: LabelSet;
  parsed: Nanos;
  given: Nanos;
  /** The ones that were used before and after this one. */
  before: LastTime = this;
  after: LastTime = this;

  constructor(labels: LabelSet, parsed: Nanos, given: Nanos) {
    this.labels = labels;
    this.parsed = parsed;
    this.given = given;
  }

  /** Takes it out of its ring. */
  leave(): void {
    this.before.after = this.after;
    this.after.before = this.before;
  }

  /** Puts it behind `newest`. */
  follow(newest: LastTime): void {
    this.before = newest;
    this.after = newest.after;
    newest.after.before = this;
    newest.after = this;
  }
}

/** Counts by their names, with the nanoseconds of one. */
const UNITS: readonly (readonly [name: string, nanos: bigint, unit: string])[] = [
  ["Unix", 1_000_000_000n, "seconds"],
  ["UnixMs", 1_000_000n, "milliseconds"],
  ["UnixUs", 1000n, "microseconds"],
  ["UnixNs", 1n, "nanoseconds"],
];

/** Times of logs: from 1990 to 2100. */
const EARLIEST = 631_152_000_000_000_000n;
const LATEST = 4_102_444_800_000_000_000n;
const isLikely = (time: Nanos): boolean => EARLIEST <= time && time < LATEST;

/** A count that is of another unit: with the one that is named, it is a time long past or to come. */
function wrongUnit(format: string, text: string, parsed: Nanos): Doubt | undefined {
  if (isLikely(parsed) || !UNITS.some(([name]) => name === format)) return undefined;
  const count = /^\d{1,20}$/.exec(text)?.[0];
  const [meant, , unit] = UNITS.find(([, nanos]) => count !== undefined && isLikely(BigInt(count) * nanos)) ?? [];
  if (meant === undefined) return undefined;
  return {
    code: "wrong-unit",
    clause: `the number is in ${unit}, which ${meant} reads`,
    argument: "format",
    fix: { title: `Change to ${meant}`, replace: meant },
  };
}

function reads(format: string, text: string): boolean {
  const compiled = compileTimestampFormat(format);
  return compiled.ok && typeof compiled.parse(text, 0n) === "bigint";
}

class TimestampStage implements Stage {
  readonly #env: Env;
  readonly #source: string;
  readonly #name: string;
  readonly #format: TimestampFormat;
  readonly #fudgeFailures: boolean;
  readonly #fudgeDuplicates: boolean;
  /** The format that read the text before. */
  #guess: string | undefined;
  readonly #last = new Map<LabelSet, LastTime>();
  /** The one used last; the one after it in the ring is unused for longest. */
  #newest: LastTime | undefined;

  constructor(args: StageArgs<typeof timestamp>, env: Env) {
    const layouts = [args.format, ...args.fallback_formats].map((format) => format.compiled);
    const compiled = placeTimestampLayouts(layouts, args.location);
    if (!compiled.ok) throw new Error(`undetected bad location: ${compiled.message}`);
    this.#env = env;
    this.#source = args.source;
    this.#name = args.format.text;
    this.#format = compiled;
    this.#fudgeFailures = args.action_on_failure !== "skip";
    this.#fudgeDuplicates = args.action_on_duplicate_timestamp !== "keep";
  }

  process(entry: Entry, out: Out): void {
    const text = readSource(entry, this.#source, this.#env);
    const parsed = text === undefined ? undefined : this.#parse(text);
    if (text === undefined || parsed === undefined) this.#fail(entry);
    else this.#succeed(entry, parsed, text);
    out.emit(entry);
  }

  #parse(text: string): Nanos | undefined {
    const parsed = this.#format.parse(text, this.#format.usesClock ? this.#env.clock.now() : 0n);
    if (typeof parsed === "bigint") return parsed;
    const { message } = parsed;
    const right = this.#rightFormat(text);
    this.#env.note.debug?.({
      doubt: right === undefined ? undefined : this.#missed(right),
      code: "parse-failed",
      missed: true,
      text: `Not parsed: ${shown(this.#source)} = ${shown(text)} does not have the format ${shown(this.#name)}${right === undefined ? "" : `; ${shown(right)} reads it`}`,
      evidence: { source: this.#source, value: text, error: message },
      stopped: () => formatStop(this.#name, text),
      message: "failed to parse time",
      fields: { err: message, format: this.#name, value: text },
    });
    return undefined;
  }

  /** For a trace: the format that reads `text`; undefined where none is known. */
  #rightFormat(text: string): string | undefined {
    if (this.#env.explain === null) return undefined;
    if (this.#guess === undefined || !reads(this.#guess, text)) this.#guess = guessTimeFormats([text])[0]?.format;
    return this.#guess;
  }

  /** Where no time of the samples is read; what is no layout at all is reported without samples. */
  #missed(right: string): Doubt | undefined {
    if (!isFixedFormat(this.#name) && !/2006|06|15|Jan/.test(this.#name)) return undefined;
    return {
      code: "layout-misses",
      clause: `${shown(this.#source)} does not have the format ${shown(this.#name)}; ${shown(right)} reads it`,
      argument: "format",
      unlessMatched: true,
      fix: { title: `Change to ${right}`, replace: right },
    };
  }

  #succeed(entry: Entry, parsed: Nanos, text: string): void {
    const remembers = this.#fudgeFailures || this.#fudgeDuplicates;
    const last = remembers ? this.#recall(entry.labels) : undefined;
    const duplicate = this.#fudgeDuplicates && last !== undefined && last.parsed === parsed;
    entry.timestamp = duplicate ? last.given + 1n : parsed;
    if (last !== undefined) {
      last.parsed = parsed;
      last.given = entry.timestamp;
    } else if (remembers) this.#remember(new LastTime(entry.labels, parsed, entry.timestamp));
    if (this.#env.note.trace === undefined) return;
    const doubt = wrongUnit(this.#name, text, parsed) ?? this.#unknownZone(text, parsed);
    this.#env.note.trace({
      doubt,
      code: duplicate ? "duplicate-timestamp" : "parsed",
      text: duplicate
        ? `Timestamp one nanosecond after the last entry of ${entry.labels}, which also had ${formatRfc3339(parsed)}`
        : `Timestamp set to ${formatRfc3339(parsed)}${this.#format.usesClock ? "; the year is that of the clock where the layout has none" : ""}${doubt === undefined ? "" : `: ${doubt.clause}`}`,
      evidence: { parsed: formatRfc3339(parsed) },
    });
  }

  /** A name of a zone that Go does not know in `location`: it reads the time as if it were UTC. */
  #unknownZone(text: string, parsed: Nanos): Doubt | undefined {
    if (!this.#name.includes("MST")) return undefined;
    const zone = text.length > MAX_EXPLAINED ? undefined : /(?<![A-Za-z])[A-Z]{3,5}(?![A-Za-z])/.exec(text)?.[0];
    if (zone === undefined || ZERO_ZONES.has(zone)) return undefined;
    const now = this.#format.usesClock ? this.#env.clock.now() : 0n;
    if (this.#format.parse(text.replace(zone, "UTC"), now) !== parsed) return undefined;
    return {
      code: "zone-unknown",
      clause: `${shown(zone)} was read as UTC, since a layout knows the abbreviations of location alone, such as "Europe/Berlin"`,
      argument: "format",
    };
  }

  #fail(entry: Entry): void {
    const last = this.#fudgeFailures ? this.#recall(entry.labels) : undefined;
    if (last === undefined) {
      this.#env.note.trace?.({
        code: "time-kept",
        text: this.#fudgeFailures
          ? `Timestamp unchanged: no earlier entry in stream ${entry.labels}`
          : "Timestamp unchanged",
      });
      return;
    }
    last.given += 1n;
    entry.timestamp = last.given;
    this.#env.note.trace?.({
      code: "time-fudged",
      text: `Timestamp one nanosecond after the last entry of ${entry.labels}`,
      evidence: { timestamp: formatRfc3339(last.given) },
    });
  }

  /** The last time of `labels`, which becomes the label set used last. */
  #recall(labels: LabelSet): LastTime | undefined {
    // Most entries are of the same label set as the one before.
    if (labels === this.#newest?.labels) return this.#newest;
    const last = this.#last.get(labels);
    if (last === undefined) return undefined;
    last.leave();
    last.follow(this.#newest!);
    this.#newest = last;
    return last;
  }

  #remember(last: LastTime): void {
    if (this.#last.size >= MAX_STREAMS) {
      const oldest = this.#newest!.after;
      oldest.leave();
      this.#last.delete(oldest.labels);
    }
    if (this.#newest !== undefined) last.follow(this.#newest);
    this.#last.set(last.labels, last);
    this.#newest = last;
  }
}
