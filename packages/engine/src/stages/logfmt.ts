/**
 * `stage.logfmt`: fields of logfmt become extracted values. A value whose text is the canonical form of a number or a boolean
 * keeps that type, as documented; the original stores texts, so stages that accept only texts still get one. The scanner
 * builds only the requested pairs, and its callback is made once.
 */

import { createLogfmtScanner, type LogfmtScanner, typedValue } from "@sluice/languages/logfmt";
import type { Regex } from "@sluice/languages/re2";
import type { Entry } from "../base/entry.ts";
import type { Extracted } from "../base/extracted.ts";
import type { Doubt, Env, Out, Stage } from "../pipeline/stage.ts";
import { keysSet, sourceRead } from "../pipeline/stage-flow.ts";
import { defineStage, type StageArgs } from "../pipeline/stage-spec.ts";
import { regexField, stringField, stringMapField } from "../schema/field.ts";
import { shown } from "./shared/explain-text.ts";
import { readSource } from "./shared/source-text.ts";
import { logfmtStop } from "./shared/stops.ts";

export const logfmt = defineStage({
  name: "logfmt",
  summary: "Extracts fields of a logfmt text.",
  words: ["parse", "key=value", "key value pairs", "extract fields", "kv"],
  rules: [
    "A key of `mapping` names the extracted value; its value names the logfmt field, and an empty value means the same name.",
    "A field without value gives the empty text; a field that is not there leaves the extracted map alone.",
    "With `regex`, every field whose name matches is extracted under its own name as well.",
    "Numbers and booleans keep their types where the text is exactly what they print as (`200`, `true`; not `1.10`, `007`, `1e3`). In Alloy all values are texts, so that a metric does not count a boolean.",
    "Reading stops at the first error; fields before it are extracted. A newline separates records, and all are read.",
    "A record of 64 KiB or more is not read.",
  ],
  category: "parse",
  state: "none",
  fields: {
    mapping: stringMapField({
      holds: "text",
      doc: "Extracted value and the logfmt field to read.",
      default: new Map(),
      example: '{ level = "", took = "duration" }',
    }),
    source: stringField({
      names: "extracted",
      doc: "Extracted value to parse; empty means the line.",
      default: "",
      example: '"message"',
    }),
    regex: regexField({
      over: "names",
      doc: "RE2 expression for names of further fields to extract; it is not anchored.",
      default: "",
      example: '"^http_"',
    }),
  },
  check(args, report, given) {
    if (args.mapping.size === 0 && args.regex.text === "") {
      report.error(
        "nothing-to-extract",
        "logfmt mapping or regex is required",
        given("mapping") ? "mapping" : undefined,
      );
    }
    const readers = new Map<string, string>();
    for (const [name, field] of args.mapping) {
      const key = field || name;
      const other = readers.get(key);
      if (other !== undefined) {
        report.warning(
          "field-mapped-twice",
          `the field ${JSON.stringify(key)} is read as ${JSON.stringify(name)} only, not as ${JSON.stringify(other)} too`,
          "mapping",
        );
      }
      readers.set(key, name);
    }
  },
  examples: [
    {
      title: "Fields of a line",
      config: `stage.logfmt {
  mapping = { level = "", took = "duration", status = "" }
}
`,
      input: [{ line: 'level=warn duration=120ms status=200 msg="slow query"' }],
      output: [{ extracted: { level: "warn", took: "120ms", status: 200 } }],
    },
    {
      title: "All fields of HTTP",
      config: `stage.logfmt {
  regex = "^http_"
}
`,
      input: [{ line: "user=ann http_method=GET http_status=503" }],
      output: [{ extracted: { http_method: "GET", http_status: 503 } }],
    },
    {
      title: "logfmt inside logfmt",
      config: `stage.logfmt {
  mapping = { inner = "ctx" }
}

stage.logfmt {
  mapping = { id = "" }
  source  = "inner"
}
`,
      input: [{ line: 'ctx="id=a42 name=\\"x y\\""' }],
      output: [{ extracted: { inner: 'id=a42 name="x y"', id: "a42" } }],
    },
  ],
  flow: ({ source, mapping, regex }) => ({
    reads: sourceRead(source),
    readsText: true,
    sets: keysSet(mapping.keys(), "mapping"),
    setsAny: regex.text === "" ? undefined : ["extracted"],
  }),
  create: (args, env): Stage => new LogfmtStage(args, env),
});

class LogfmtStage implements Stage {
  readonly #env: Env;
  readonly #source: string | undefined;
  /** Extracted names by the fields that they are read from. */
  readonly #names: ReadonlyMap<string, string>;
  readonly #regex: Regex | undefined;
  readonly #scan: LogfmtScanner;
  readonly #take: (key: string, value: string) => void;
  /** Where the pairs of the entry in hand go. */
  #target: Extracted | undefined;
  #found = 0;

  constructor(args: StageArgs<typeof logfmt>, env: Env) {
    this.#env = env;
    this.#source = args.source || undefined;
    this.#names = new Map([...args.mapping].map(([name, field]) => [field || name, name]));
    this.#regex = args.regex.ifGiven;
    this.#scan = createLogfmtScanner(this.#regex === undefined ? this.#names.keys() : undefined);
    this.#take = (key, value) => this.#takePair(key, value);
  }

  process(entry: Entry, out: Out): void {
    const text = this.#source === undefined ? entry.line : readSource(entry, this.#source, this.#env);
    if (text !== undefined) this.#parse(entry, text);
    out.emit(entry);
  }

  #parse(entry: Entry, text: string): void {
    this.#target = entry.extracted;
    this.#found = 0;
    const error = this.#scan(text, this.#take);
    this.#target = undefined;
    const found = this.#found;
    if (error === undefined) {
      if (this.#env.note.trace === undefined) return;
      const doubt = cutMessage([...this.#names.keys()], text);
      this.#env.note.trace({
        code: found === 0 ? "no-match" : "matched",
        missed: found === 0,
        text: `Extracted ${fields(found)} from ${shown(text)}${doubt === undefined ? "" : `; ${doubt.clause}`}`,
        evidence: { fields: found },
        doubt,
      });
      return;
    }
    this.#env.note.debug?.({
      code: "parse-failed",
      missed: true,
      text: `Extracted ${fields(found)} before the text could not be read any further: ${error.message}`,
      evidence: { fields: found, error: error.message, at: error.at },
      stopped: () => logfmtStop(error, text),
      message: "failed to decode logfmt",
      fields: { err: error.message },
    });
  }

  #takePair(key: string, value: string): void {
    const name = this.#names.get(key);
    if (name !== undefined) this.#store(name, value);
    if (this.#regex?.test(key)) this.#store(key, value);
  }

  #store(name: string, text: string): void {
    const value = typedValue(text);
    if (typeof value === "string") this.#target!.set(name, value);
    else this.#target!.setRead(name, value, text);
    this.#found++;
  }
}

/** Fields that hold a sentence. */
const SENTENCES = ["msg", "message", "err", "error", "reason", "description"] as const;
/** Longer texts are not searched for an explanation. */
const MAX_EXPLAINED = 10_000;

/** A sentence without quotes: its first word is the value, and the others are keys without values. */
function cutMessage(wanted: readonly string[], text: string): Doubt | undefined {
  if (text.length > MAX_EXPLAINED) return undefined;
  for (const name of SENTENCES) {
    if (!wanted.includes(name)) continue;
    const found = new RegExp(`(?:^|\\s)${name}=([^\\s"=]+)((?: +[^\\s"=]+)+)(?= |$)(?! *=)`).exec(text);
    if (found === null) continue;
    return {
      code: "value-cut",
      clause: `${shown(name)} is ${shown(found[1]!)} alone: without quotes the words after it (${shown(found[2]!.trim())}) are keys without values`,
      argument: "mapping",
      key: name,
    };
  }
  return undefined;
}

function fields(count: number): string {
  if (count === 0) return "no field";
  return count === 1 ? "one field" : `${count} fields`;
}
