/**
 * `stage.luhn`: replaces numbers that pass the Luhn checksum. With a source the result still replaces the line, as in the
 * original, which is probably not intended: the check warns. Protected stretches are searched only in texts with something to
 * replace.
 */

import { goString } from "@sluice/languages/govalue";
import { parseJsonObject } from "@sluice/languages/json";
import { createLuhnRedactor, type LuhnRedactor, type Stretch } from "@sluice/languages/luhn";
import { quoteMeta, type Regex } from "@sluice/languages/re2";
import type { Entry } from "../base/entry.ts";
import type { Env, Out, Stage } from "../pipeline/stage.ts";
import { sourceRead } from "../pipeline/stage-flow.ts";
import { defineStage, type StageArgs } from "../pipeline/stage-spec.ts";
import { intField, regexField, stringField } from "../schema/field.ts";
import { kindOf, notSet, shown } from "./shared/explain-text.ts";

const DEFAULT_MIN_LENGTH = 13;
const DEFAULT_REPLACEMENT = "**REDACTED**";

export const luhn = defineStage({
  name: "luhn",
  summary: "Replaces numbers that pass the Luhn checksum, such as card numbers.",
  words: ["card numbers", "credit card", "redact", "mask", "secret", "anonymize", "sensitive data", "pci"],
  rules: [
    "A number is a whole run of digits, over `delimiters` if given; it is replaced when it has at least `min_length` digits and passes the checksum. Zeros alone pass.",
    "A number that does not fit 64 bits stays.",
    "Of several delimiters after a replaced number the last stays.",
    "With `source` the text of that extracted value is searched, and the result replaces the line.",
    "A number that lies wholly inside a match of `skip_regex` stays.",
  ],
  category: "transform",
  state: "none",
  fields: {
    replacement: stringField({
      holds: "text",
      doc: "Text for each number; empty means the default.",
      default: DEFAULT_REPLACEMENT,
      example: '"<card>"',
    }),
    source: stringField({
      names: "extracted",
      doc: "Extracted value to search; without it the line is searched. The result replaces the line.",
      example: '"message"',
    }),
    min_length: intField({
      doc: "Minimum number of digits; below one means the default.",
      default: DEFAULT_MIN_LENGTH,
      example: "15",
      unit: "digits",
    }),
    delimiters: stringField({
      holds: "text",
      doc: "Characters allowed between the digits of one number.",
      default: "",
      example: '" -"',
    }),
    skip_regex: regexField({
      doc: "RE2 expression for stretches of text in which nothing is replaced.",
      default: "",
      example: '"trace_id=\\\\d+"',
    }),
  },
  check(args, report) {
    if (args.source === "") report.error("empty-source", "empty source", "source");
    else if (args.source !== undefined) {
      report.warning(
        "result-replaces-line",
        `the searched text of ${JSON.stringify(args.source)} replaces the line, while the extracted value stays unchanged, as in Alloy`,
        "source",
      );
    }
  },
  examples: [
    {
      title: "Card numbers in the line",
      config: `stage.luhn { }
`,
      input: [{ line: "paid with 4023319055607716" }, { line: "order 4023319055607717" }],
      output: [{ line: "paid with **REDACTED**" }, { line: "order 4023319055607717" }],
    },
    {
      title: "With delimiters, but not in trace ids",
      config: `stage.luhn {
  replacement = "<card>"
  delimiters  = "- "
  skip_regex  = "trace=\\\\d+"
}
`,
      input: [{ line: "trace=4023319055607716 card=4023-3190-5560-7716." }],
      output: [{ line: "trace=4023319055607716 card=<card>." }],
    },
  ],
  flow: ({ source }) => ({ reads: sourceRead(source), setsLine: true }),
  create: (args, env): Stage => new LuhnStage(args, env),
});

/** Milliseconds, microseconds or nanoseconds since 1970, from 2001 on; no card begins with a 1. */
const TIME = /(?<!\d)(?:[123]\d{12}|1\d{15}|1\d{18})(?!\d)/g;
/** Longer texts are not searched for an explanation. */
const MAX_EXPLAINED = 10_000;

class LuhnStage implements Stage {
  readonly #env: Env;
  readonly #source: string | undefined;
  readonly #redact: LuhnRedactor;
  readonly #replacement: string;
  readonly #skip: Regex | undefined;

  constructor(args: StageArgs<typeof luhn>, env: Env) {
    this.#env = env;
    this.#source = args.source;
    this.#replacement = args.replacement || DEFAULT_REPLACEMENT;
    this.#redact = createLuhnRedactor({
      minLength: args.min_length < 1 ? DEFAULT_MIN_LENGTH : args.min_length,
      replacement: this.#replacement,
      delimiters: args.delimiters,
    });
    this.#skip = args.skip_regex.ifGiven;
  }

  process(entry: Entry, out: Out): void {
    const text = this.#source === undefined ? entry.line : this.#read(entry, this.#source);
    if (text !== undefined) {
      entry.line = this.#replace(text);
      if (this.#env.note.trace !== undefined) this.#noteResult(text, entry.line);
    }
    out.emit(entry);
  }

  #replace(text: string): string {
    const replaced = this.#redact(text);
    if (this.#skip === undefined || replaced === text) return replaced;
    const skips = this.#skip.allIndices(text).map(([start, end]): Stretch => [start!, end!]);
    return this.#redact(text, skips);
  }

  /** Only texts are searched: the original leaves numbers of JSON alone. */
  #read(entry: Entry, source: string): string | undefined {
    const { extracted } = entry;
    if (extracted.isText(source)) return goString(extracted.get(source));
    const value = extracted.get(source);
    this.#env.note.trace?.(
      value === undefined
        ? {
            code: "source-missing",
            missed: true,
            text: `Unchanged: ${notSet(source, this.#env, entry)}`,
            evidence: { source },
          }
        : {
            code: "cannot-convert",
            missed: true,
            text: `Unchanged: ${shown(source)} is ${kindOf(value)}, not text`,
            evidence: { source, value },
          },
    );
    return undefined;
  }

  /** A time since 1970 passes the checksum by chance, as every tenth number does. */
  #noteTime(before: string, after: string): void {
    for (const { 0: digits, index } of before.matchAll(TIME)) {
      if (after.includes(digits) || this.#redact(digits) === digits) continue;
      const key = /(["']?)([\w.-]+)\1(\s*[:=]\s*"?)$/.exec(before.slice(Math.max(0, index - 100), index));
      const pattern = key === null ? undefined : `${quoteMeta(key[0])}\\d+`;
      const clause = `${shown(digits)} is a time since 1970 rather than a card: by chance every tenth number passes${
        pattern === undefined ? "; skip_regex leaves it alone" : `; skip_regex = ${shown(pattern)} leaves it alone`
      }`;
      const fix = pattern === undefined ? undefined : { title: `Skip ${pattern}`, set: "skip_regex", value: pattern };
      this.#env.note.trace?.({
        code: "card-mistaken",
        text: `Replaced a time: ${clause}`,
        evidence: { digits },
        doubt: { code: "card-mistaken", clause, fix },
      });
      return;
    }
  }

  #noteBrokenJson(before: string, after: string): void {
    if (!before.startsWith("{") || !parseJsonObject(before).ok || parseJsonObject(after).ok) return;
    const clause = `the line was JSON and is none any more, since a number without quotes was replaced by ${shown(this.#replacement)}`;
    this.#env.note.trace?.({
      code: "json-broken",
      text: `Broke the JSON: ${clause}`,
      doubt: { code: "json-broken", clause, fix: { title: "Replace by 0", set: "replacement", value: "0" } },
    });
  }

  #noteResult(before: string, after: string): void {
    const place = this.#source === undefined ? "the line" : `${shown(this.#source)}, which replaces the line`;
    this.#env.note.trace?.(
      before === after
        ? { code: "no-match", text: `Found nothing to replace in ${place}` }
        : { code: "matched", text: `Replaced numbers that pass the Luhn checksum in ${place}` },
    );
    if (before === after || before.length > MAX_EXPLAINED) return;
    this.#noteTime(before, after);
    this.#noteBrokenJson(before, after);
  }
}
