/**
 * `stage.json`: evaluates JMESPath expressions on a JSON object. A result that is a list or an object is stored as its
 * JSON text, everything else with its type; a field that is not there stores null, over an existing value too, and an
 * expression that fails leaves its name alone, as in the original.
 */

import { goString } from "@sluice/languages/govalue";
import type { JmesExpression, Value } from "@sluice/languages/jmespath";
import {
  createJsonPathReader,
  encodeGoJson,
  type JsonObject,
  type JsonPathReader,
  type JsonScalar,
  parseJsonObject,
} from "@sluice/languages/json";
import type { Regex } from "@sluice/languages/re2";
import type { Entry } from "../base/entry.ts";
import { type Extracted, NameGroup } from "../base/extracted.ts";
import type { Doubt, DropReason, Env, Out, Stage } from "../pipeline/stage.ts";
import { drops, path, read, readOrMissed } from "../pipeline/stage-coverage.ts";
import { keysSet, sourceRead } from "../pipeline/stage-flow.ts";
import { defineStage, type StageArgs } from "../pipeline/stage-spec.ts";
import { boolField, jmespathMapField, regexField, stringField } from "../schema/field.ts";
import { shown } from "./shared/explain-text.ts";
import { otherCase, quotedPath, textWithField, writtenPath } from "./shared/field-paths.ts";
import { readSource } from "./shared/source-text.ts";
import { jsonStop } from "./shared/stops.ts";
import { wrapped } from "./shared/wrapped-line.ts";

export const json = defineStage({
  name: "json",
  summary: "Extracts values of a JSON object with JMESPath expressions.",
  words: ["parse", "extract fields", "jmespath", "nested fields", "decode", "object"],
  rules: [
    "A key of `expressions` names the extracted value; an empty expression means the field of that name.",
    "Texts, numbers, booleans and null keep their types; lists and objects are stored as their JSON text.",
    "A field that is not there stores null, over an existing value too; an expression that fails while it is evaluated stores nothing.",
    "With `regex`, every field of the outermost object whose name matches is extracted as well, over an expression's value.",
    "A text that is not a JSON object passes unchanged, or is dropped with `drop_malformed`. A missing source never drops.",
    'A name with a hyphen must be quoted inside the expression: `"\\"user-agent\\""`.',
  ],
  category: "parse",
  state: "none",
  fields: {
    expressions: jmespathMapField({
      doc: "Extracted value and its JMESPath expression.",
      default: new Map(),
      example: '{ level = "", user = "request.user.name" }',
    }),
    source: stringField({
      names: "extracted",
      doc: "Extracted value to parse; without it the line is parsed.",
      example: '"payload"',
    }),
    drop_malformed: boolField({ doc: "Drop entries whose text is not a JSON object.", default: false }),
    regex: regexField({
      over: "names",
      doc: "RE2 expression for names of further fields to extract; it is not anchored.",
      default: "",
      example: '"^http_"',
    }),
  },
  check(args, report, given) {
    if (args.expressions.size === 0 && args.regex.text === "") {
      report.error(
        "nothing-to-extract",
        "JMES expressions or regex is required",
        given("expressions") ? "expressions" : undefined,
      );
    }
    if (args.source === "") report.error("empty-source", "empty source", "source");
  },
  examples: [
    {
      title: "Fields and paths",
      config: `stage.json {
  expressions = { level = "", user = "request.user", "user-agent" = "request.headers.\\"user-agent\\"" }
}
`,
      input: [{ line: '{"level":"warn","request":{"user":"ann","headers":{"user-agent":"curl"}}}' }],
      output: [{ extracted: { level: "warn", user: "ann", "user-agent": "curl" } }],
    },
    {
      title: "Types, lists, and what is missing",
      config: `stage.json {
  expressions = { n = "", ok = "", tags = "", first = "tags[0]", missing = "" }
}
`,
      input: [{ line: '{"n":12.5,"ok":true,"tags":["a","b"]}' }],
      output: [{ extracted: { n: 12.5, ok: true, tags: '["a","b"]', first: "a", missing: null } }],
    },
    {
      title: "JSON inside JSON, without what is malformed",
      config: `stage.json {
  expressions    = { payload = "log" }
  drop_malformed = true
}

stage.json {
  source      = "payload"
  expressions = { code = "status.code" }
}
`,
      input: [{ line: '{"log":"{\\"status\\":{\\"code\\":503}}"}' }, { line: "plain text" }],
      output: [{ extracted: { code: 503 } }],
    },
  ],
  flow: ({ source, expressions, regex }) => ({
    reads: sourceRead(source),
    readsText: true,
    sets: keysSet(expressions.keys(), "expressions"),
    setsAny: regex.text === "" ? undefined : ["extracted"],
  }),
  coverage: ({ drop_malformed }) =>
    drop_malformed ? [read("parsed"), path("dropped", "no malformed entry is dropped", drops)] : readOrMissed("parsed"),
  create: (args, env): Stage => new JsonStage(args, env),
});

/** Longer texts are not searched for an explanation. */
const MAX_EXPLAINED = 100_000;

/** A number of the text that is stored as another one, since numbers have some 16 digits. */
function lostDigits(
  name: string,
  value: string | number | boolean,
  text: string,
  path: JmesExpression["path"],
  source: string | undefined,
): Doubt | undefined {
  if (typeof value !== "number" || Number.isSafeInteger(value) || text.length > MAX_EXPLAINED) return undefined;
  const stored = goString(value);
  const written = text.match(/-?\d{16,}(?![\d.eE])/g)?.find((digits) => Number(digits) === value && digits !== stored);
  if (written === undefined) return undefined;
  return {
    code: "digits-lost",
    clause: `${shown(written)} in the text lost its last digits, since a number has some 16; stage.regex reads it as text`,
    argument: "expressions",
    key: name,
    fix: readDigits(name, written, text, path?.at(-1), source),
  };
}

/** A stage that reads the digits after the field's name, where these are the first ones there. */
function readDigits(
  name: string,
  written: string,
  text: string,
  field: string | number | undefined,
  source: string | undefined,
): Doubt["fix"] {
  if (typeof field !== "string" || !/^[\w-]+$/.test(field) || !/^[A-Za-z_]\w*$/.test(name)) return undefined;
  if (new RegExp(`"${field}"\\s*:\\s*(-?\\d+)`).exec(text)?.[1] !== written) return undefined;
  const from = source === undefined ? "" : `  source     = ${JSON.stringify(source)}\n`;
  const after = `stage.regex {\n${from}  expression = \`"${field}"\\s*:\\s*(?P<${name}>-?\\d+)\`\n}`;
  return { title: `Read ${name} with stage.regex`, after };
}

/** Told where a stage before replaced a line that another stage.json could read. */
const NO_JSON: Doubt = {
  code: "line-replaced",
  clause: "this stage reads no JSON",
  unlessMatched: true,
};

const MALFORMED: DropReason = { reason: "json_stage", code: "malformed-json" };

class JsonStage implements Stage {
  readonly #env: Env;
  readonly #source: string | undefined;
  readonly #dropMalformed: boolean;
  readonly #names: readonly string[];
  readonly #expressions: readonly JmesExpression[];
  readonly #regex: Regex | undefined;
  readonly #group: NameGroup;
  /** Reads texts like earlier ones at once, where nothing is wanted but values at paths. */
  readonly #readPaths: JsonPathReader | undefined;

  constructor(args: StageArgs<typeof json>, env: Env) {
    this.#env = env;
    this.#source = args.source;
    this.#dropMalformed = args.drop_malformed;
    this.#names = [...args.expressions.keys()];
    this.#expressions = [...args.expressions.values()].map(({ compiled }) => compiled);
    this.#regex = args.regex.ifGiven;
    this.#group = new NameGroup(this.#names);
    const paths = this.#expressions.flatMap(({ path }) => (path === undefined ? [] : [path]));
    const onlyPaths = this.#regex === undefined && paths.length === this.#expressions.length;
    this.#readPaths = onlyPaths ? createJsonPathReader(paths) : undefined;
  }

  process(entry: Entry, out: Out): void {
    const text = this.#source === undefined ? entry.line : readSource(entry, this.#source, this.#env);
    if (text === undefined) {
      out.emit(entry);
      return;
    }
    const values = this.#readPaths?.(text);
    if (values !== undefined) {
      this.#storeAll(entry.extracted, values, text);
      out.emit(entry);
      return;
    }
    const parsed = parseJsonObject(text);
    if (parsed.ok) this.#extract(entry.extracted, parsed.value, text);
    else {
      this.#noteMalformed(text);
      if (this.#dropMalformed) {
        out.drop(entry, MALFORMED);
        return;
      }
    }
    out.emit(entry);
  }

  #storeAll(extracted: Extracted, values: readonly JsonScalar[], text: string): void {
    extracted.setGroup(this.#group, values, 0);
    if (this.#env.note.trace === undefined) return;
    for (let i = 0; i < values.length; i++) this.#noteStored(this.#names[i]!, values[i]!, text);
  }

  #extract(extracted: Extracted, data: JsonObject, text: string): void {
    const names = this.#names;
    for (let i = 0; i < names.length; i++) {
      const result = this.#expressions[i]!.search(data);
      if (result.ok) this.#store(extracted, names[i]!, result.value, text);
      else this.#noteFailed(names[i]!, result.message);
    }
    if (this.#regex !== undefined) {
      for (const name of Object.keys(data)) if (this.#regex.test(name)) this.#store(extracted, name, data[name]!, text);
    }
  }

  #store(extracted: Extracted, name: string, value: Value, line: string): void {
    if (value === null || (typeof value !== "object" && typeof value !== "function")) {
      extracted.set(name, value);
      if (this.#env.note.trace !== undefined) this.#noteStored(name, value, line);
      return;
    }
    // What has no JSON text (an infinity inside, an expression reference) is stored as the empty text, as in the original.
    const text = encodeGoJson(value) ?? "";
    extracted.set(name, text);
    if (this.#env.note.trace !== undefined) this.#noteStored(name, text, line);
  }

  #noteStored(name: string, value: string | number | boolean | null, text: string): void {
    const path = this.#expressions[this.#names.indexOf(name)]?.path;
    const doubt =
      value === null ? this.#missedField(name, path, text) : lostDigits(name, value, text, path, this.#source);
    const clause = doubt === undefined ? "" : `: ${doubt.clause}`;
    this.#env.note.trace?.({
      code: value === null ? "not-found" : "matched",
      text:
        value === null
          ? `Set ${shown(name)} to null: the expression found no value${doubt === undefined ? "" : `; ${doubt.clause}`}`
          : `Set ${shown(name)} to ${shown(value)}${clause}`,
      evidence: { name, value },
      doubt,
    });
  }

  /** A field whose name holds the dots of the path. */
  #missedField(name: string, path: JmesExpression["path"], text: string): Doubt | undefined {
    if (path === undefined || text.length > MAX_EXPLAINED) return undefined;
    const parsed = parseJsonObject(text);
    if (!parsed.ok) return undefined;
    const quoted = quotedPath(path, parsed.value);
    if (quoted === undefined) return this.#fieldElsewhere(name, path, parsed.value);
    return {
      code: "flat-key",
      clause: `a name in the JSON holds the dot itself, and a path needs quotes around it: ${shown(quoted)}`,
      argument: "expressions",
      key: name,
      fix: { title: `Change to ${quoted}`, replace: quoted },
    };
  }

  /** A field whose name differs in case alone, or that is in the JSON of a text. */
  #fieldElsewhere(name: string, path: readonly (string | number)[], data: JsonObject): Doubt | undefined {
    // What another expression reads is known to be there.
    const other = otherCase(path, data);
    if (other !== undefined) {
      if (this.#reads(other)) return undefined;
      return {
        code: "field-elsewhere",
        clause: `the JSON has ${shown(writtenPath(other))}, and names are compared with their case`,
        argument: "expressions",
        key: name,
        fix: { title: `Change to ${writtenPath(other)}`, replace: writtenPath(other) },
      };
    }
    const inside = textWithField(path, data);
    if (inside === undefined || this.#reads([inside])) return undefined;
    const clause =
      inside === "log" && typeof data.stream === "string"
        ? "it is a record of Docker, and the field is in the JSON of its text; put stage.docker before"
        : `the field is in the JSON of the text ${shown(inside)}: extract that, and read it with another stage.json whose source it is`;
    return { code: "field-elsewhere", clause, argument: "expressions", key: name };
  }

  #reads(path: readonly string[]): boolean {
    const wanted = writtenPath(path);
    return this.#expressions.some((one) => one.path !== undefined && writtenPath(one.path) === wanted);
  }

  #noteFailed(name: string, error: string): void {
    this.#env.note.debug?.({
      code: "evaluation-failed",
      missed: true,
      text: `Left ${shown(name)} unchanged: ${error}`,
      evidence: { name, error },
      message: "failed to search JMES expression",
      fields: { err: error },
    });
  }

  #noteMalformed(text: string): void {
    const isHeard = this.#env.note.debug !== undefined && this.#source === undefined;
    const wrapping = isHeard ? wrapped(text, (inside) => parseJsonObject(inside).ok) : undefined;
    const doubt = wrapping ?? (isHeard ? NO_JSON : undefined);
    this.#env.note.debug?.({
      code: MALFORMED.code,
      missed: true,
      text: `${this.#dropMalformed ? "Dropped" : "Unchanged"}: ${shown(text)} is not a JSON object${wrapping === undefined ? "" : `: ${wrapping.clause}`}`,
      evidence: { input: text },
      doubt,
      stopped: () => jsonStop(text),
      message: "failed to unmarshal log line",
      fields: { input: text },
    });
  }
}
