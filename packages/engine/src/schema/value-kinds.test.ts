import { SeededRandom } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { COMPONENTS } from "../components/index.ts";
import { STAGES } from "../stages/index.ts";
import { evaluate } from "../syntax/evaluator.ts";
import { createStandardLibrary, parseFile, type Value } from "../syntax/index.ts";
import { NULL } from "../syntax/value.ts";
import { errorText } from "../syntax/value-error.ts";
import { CompiledText, CompiledTexts } from "./compiled-text.ts";
import type { Blocks, Fields } from "./field.ts";
import { type EmbeddedLanguage, LANGUAGES } from "./languages.ts";
import type { Control, ValueChance } from "./value-kind.ts";
import { kindOf, VALUE_KINDS } from "./value-kinds.ts";
import type { CapsuleReference, ValueType } from "./value-type.ts";

const library = createStandardLibrary({});

function evaluateText(expression: string): Value {
  const { file } = parseFile(`a = ${expression}\n`);
  const [statement] = file.body;
  if (statement?.kind !== "attribute") throw new Error("no attribute");
  const evaluated = evaluate(statement.value, { lookup: (name) => library.get(name) });
  if (!evaluated.ok) throw new Error(evaluated.diagnostics[0]!.message);
  return evaluated.value;
}

/** The decoded value, or the error's text. */
function decode(expression: string, type: ValueType): unknown {
  const decoded = kindOf(type).decode(evaluateText(expression), type, new CompiledTexts());
  return decoded.ok ? decoded.value : errorText(decoded.error);
}

const STRING: ValueType = { kind: "string" };
const REGEX: ValueType = { kind: "language", language: "re2" };
const ENUM: ValueType = {
  kind: "enum",
  values: [
    { value: "a", doc: "" },
    { value: "b", doc: "" },
  ],
};
const NAMED: ValueType = { kind: "map", of: STRING, emptyIsName: true };

describe("decoding", () => {
  const CASES: [string, ValueType, unknown][] = [
    ['"x"', STRING, "x"],
    ["null", STRING, ""],
    ["12", STRING, "12"],
    ["1.50", STRING, "1.5"],
    ["1e21", STRING, "1000000000000000000000"],
    ["true", STRING, "expected string, got bool"],
    ["[1]", STRING, "expected string, got array"],
    ['encoding.from_base64("aGk=")', STRING, "hi"],
    ['"x"', { kind: "secret" }, "x"],
    ["null", { kind: "secret" }, ""],
    ["12", { kind: "secret" }, "12"],
    ['convert.nonsensitive("x")', STRING, "x"],
    ['"x"', REGEX, new CompiledText("re2", "x")],
    ["7", REGEX, new CompiledText("re2", "7")],
    ["null", REGEX, new CompiledText("re2", "")],
    ['"(b"', REGEX, new CompiledText("re2", "(b")],
    ["true", REGEX, "expected string, got bool"],
    ["true", { kind: "bool" }, true],
    ["null", { kind: "bool" }, false],
    ['"true"', { kind: "bool" }, "expected bool, got string"],
    ["1", { kind: "bool" }, "expected bool, got number"],
    ["7", { kind: "int" }, 7],
    ["7.9", { kind: "int" }, 7],
    ["-7.9", { kind: "int" }, -7],
    ["null", { kind: "int" }, 0],
    ['"7"', { kind: "int" }, 7],
    ['"-7"', { kind: "int" }, -7],
    ['"7.9"', { kind: "int" }, 7],
    ['"+7"', { kind: "int" }, "expected number, got string"],
    ['""', { kind: "int" }, "expected number, got string"],
    ['" 7"', { kind: "int" }, "expected number, got string"],
    ["18446744073709551615", { kind: "int" }, -1],
    ["1e300", { kind: "int" }, -(2 ** 63)],
    ["true", { kind: "int" }, "expected number, got bool"],
    ["0.5", { kind: "float" }, 0.5],
    ['"1e3"', { kind: "float" }, 1000],
    ['"-1.5"', { kind: "float" }, "expected number, got string"],
    ['"1e400"', { kind: "float" }, "expected number, got string"],
    ['"1m30s"', { kind: "duration" }, 90_000_000_000n],
    ["null", { kind: "duration" }, 0n],
    ["3", { kind: "duration" }, 'time: missing unit in duration "3"'],
    ['"8KB"', { kind: "bytes" }, 8192],
    ["null", { kind: "bytes" }, 0],
    ['"a"', ENUM, "a"],
    ["null", ENUM, ""],
    ['"c"', ENUM, 'must be one of "a", "b"'],
    ['["a", 1]', { kind: "list", of: STRING }, ["a", "1"]],
    ["null", { kind: "list", of: STRING }, []],
    ['["a", [true]]', { kind: "list", of: STRING }, "expected string, got array"],
    ['"a"', { kind: "list", of: STRING }, "expected array, got string"],
    [
      '{ b = 1, "__proto__" = "x" }',
      { kind: "map", of: STRING },
      new Map([
        ["b", "1"],
        ["__proto__", "x"],
      ]),
    ],
    ["null", { kind: "map", of: STRING }, new Map()],
    [
      '{ a = "", b = null, c = "d" }',
      NAMED,
      new Map([
        ["a", "a"],
        ["b", "b"],
        ["c", "d"],
      ]),
    ],
    ["{ b = true }", { kind: "map", of: STRING }, "expected string, got bool"],
    ["[1]", { kind: "map", of: STRING }, "expected object, got array"],
    ['"a"', { kind: "capsule", capsule: "logs-receiver" }, "expected capsule, got string"],
  ];
  it.each(CASES)("%s as %o", (expression, type, wanted) => {
    expect(decode(expression, type)).toEqual(wanted);
  });
});

/** The types that specs have, and a few that none has yet. */
const TYPES: readonly ValueType[] = distinct([
  ...[...STAGES, ...COMPONENTS].flatMap(typesIn),
  ...Object.keys(LANGUAGES).map(
    (language): ValueType => ({ kind: "language", language: language as EmbeddedLanguage }),
  ),
  { kind: "list", of: { kind: "list", of: { kind: "duration" } } },
  { kind: "map", of: { kind: "bytes" } },
  { kind: "map", of: { kind: "list", of: { kind: "bool" } } },
  { kind: "list", of: ENUM },
]);

function typesIn({ fields, blocks }: { readonly fields: Fields; readonly blocks: Blocks }): ValueType[] {
  return [...Object.values(fields).map(({ type }) => type), ...Object.values(blocks).flatMap(typesIn)];
}

function distinct(types: readonly ValueType[]): ValueType[] {
  return [...new Map(types.map((type) => [JSON.stringify(type), type])).values()];
}

function withInner(type: ValueType): ValueType[] {
  const inner = kindOf(type).inside("[", type) ?? kindOf(type).inside("{", type);
  return inner === undefined ? [type] : [type, ...withInner(inner)];
}

class TestChance implements ValueChance {
  readonly #random = new SeededRandom(9);

  below(limit: number): number {
    return Math.floor(this.#random.next() * limit);
  }

  pick<V>(from: readonly V[]): V {
    return from[this.below(from.length)]!;
  }

  mistake = (): boolean => false;
  name = (): string => this.pick(["a", "b c", "größe", "true", "__proto__"]);
  text = (): string => this.pick(["", "x", 'say "no"', "a\nb", "`", "1m", "\\"]);
}

describe("every kind", () => {
  it("is among the types that are tried", () => {
    const tried = new Set(TYPES.flatMap(withInner).map(({ kind }) => kind));
    expect([...tried].sort()).toEqual(Object.keys(VALUE_KINDS).sort());
  });

  it.each(TYPES.map((type) => [JSON.stringify(type), type] as const))(
    "%s prints what decodes to the same",
    (_, type) => {
      const kind = kindOf(type);
      const chance = new TestChance();
      const isShown = !kind.isSecret(type);
      for (let i = 0; i < 40; i++) {
        const text = kind.generate(type, chance);
        const decoded = kind.decode(evaluateText(text), type, new CompiledTexts());
        if (!decoded.ok) throw new Error(`${text}: ${errorText(decoded.error)}`);
        expect(kind.same(decoded.value, decoded.value, type)).toBe(true);
        if (!isShown) continue;
        const printed = kind.print(decoded.value, type);
        const again = kind.decode(evaluateText(printed), type, new CompiledTexts());
        expect(again.ok && kind.same(decoded.value, again.value, type), `${text} → ${printed}`).toBe(true);
      }
    },
  );

  it.each(TYPES.map((type) => [JSON.stringify(type), type] as const))("%s distinguishes its values", (_, type) => {
    const kind = kindOf(type);
    const chance = new TestChance();
    const values = Array.from({ length: 30 }, () =>
      kind.decode(evaluateText(kind.generate(type, chance)), type, new CompiledTexts()),
    );
    const isShown = !kind.isSecret(type);
    for (const a of values) {
      for (const b of values) {
        if (!a.ok || !b.ok || !isShown) continue;
        expect(kind.same(a.value, b.value, type)).toBe(kind.print(a.value, type) === kind.print(b.value, type));
      }
    }
  });

  it("takes null for its empty value, prints and sums it up", () => {
    for (const type of TYPES) {
      const kind = kindOf(type);
      const decoded = kind.decode(NULL, type, new CompiledTexts());
      if (!decoded.ok) throw new Error(kind.describe(type));
      expect(typeof kind.summarise(decoded.value, type)).toBe("string");
      expect(kind.same(decoded.value, decoded.value, type)).toBe(true);
    }
  });

  it("suggests nothing but what it takes", () => {
    const references = () => ["logs.write.out.receiver"];
    for (const type of TYPES) {
      const kind = kindOf(type);
      for (const { text, isReference } of kind.complete(type, { inString: false, references })) {
        if (!isReference) expect(kind.decode(evaluateText(text), type, new CompiledTexts()).ok, text).toBe(true);
      }
    }
  });
});

it("lists and maps of secrets are secret", () => {
  const secret: ValueType = { kind: "secret" };
  const types: ValueType[] = [secret, { kind: "list", of: secret }, { kind: "map", of: { kind: "list", of: secret } }];
  for (const type of types) expect(kindOf(type).isSecret(type)).toBe(true);
  for (const type of [STRING, NAMED, REGEX]) expect(kindOf(type).isSecret(type)).toBe(false);
});

describe("printing", () => {
  const RECEIVER: CapsuleReference = { capsule: "logs-receiver", component: "logs.write.out", exported: "receiver" };
  const cases: readonly [unknown, ValueType, printed: string, summarised: string][] = [
    ["a\nb", STRING, '"a\\nb"', "a\nb"],
    [true, { kind: "bool" }, "true", "true"],
    [1.5, { kind: "float" }, "1.5", "1.5"],
    [0n, { kind: "duration" }, '"0s"', "0s"],
    [90_500_000_000n, { kind: "duration" }, '"1m30s500ms"', "1m30s500ms"],
    [1024 * 1024, { kind: "bytes" }, '"1MiB"', "1MiB"],
    [1500, { kind: "bytes" }, '"1500B"', "1500B"],
    [new CompiledText("re2", "\\d+"), REGEX, '"\\\\d+"', "\\d+"],
    [["a", "b"], { kind: "list", of: STRING }, '["a", "b"]', "a, b"],
    [new Map(), { kind: "map", of: STRING }, "{}", ""],
    [new Map([["a", "1"]]), { kind: "map", of: STRING }, '{ a = "1" }', "a=1"],
    [new Map([["a b", ""]]), { kind: "map", of: STRING }, '{ "a b" = "" }', "a b"],
    [new Map([["a", 5n]]), { kind: "map", of: { kind: "duration" } }, '{ a = "5ns" }', "a=5ns"],
    ["hidden", { kind: "secret" }, "(secret)", "(secret)"],
    [RECEIVER, { kind: "capsule", capsule: "logs-receiver" }, "logs.write.out.receiver", "logs.write.out.receiver"],
    [null, { kind: "capsule", capsule: "logs-receiver" }, "null", "null"],
  ];
  it.each(cases)("%o as %o", (value, type, printed, summarised) => {
    expect(kindOf(type).print(value, type)).toBe(printed);
    expect(kindOf(type).summarise(value, type)).toBe(summarised);
  });
});

describe("snippets and controls", () => {
  const cases: readonly [ValueType, snippet: string, control: Control][] = [
    [STRING, '"$1"', { kind: "text" }],
    [{ kind: "secret" }, '"$1"', { kind: "password" }],
    [{ kind: "bool" }, "${1:true}", { kind: "switch" }],
    [{ kind: "int" }, "${1:0}", { kind: "number", whole: true }],
    [{ kind: "float" }, "${1:0}", { kind: "number", whole: false }],
    [{ kind: "duration" }, '"$1"', { kind: "quantity", example: "1m30s" }],
    [{ kind: "bytes" }, '"$1"', { kind: "quantity", example: "8KiB" }],
    [ENUM, '"$1"', { kind: "choice", choices: kindOf(ENUM).choices(ENUM) }],
    [REGEX, "`$1`", { kind: "code", language: "re2" }],
    [{ kind: "list", of: STRING }, '["$1"]', { kind: "rows", of: { kind: "text" } }],
    [NAMED, "{\n\t\t$1\n\t}", { kind: "pairs", of: { kind: "text" }, valueOptional: true }],
    [
      { kind: "list", of: { kind: "capsule", capsule: "logs-receiver" } },
      "[$1]",
      { kind: "rows", of: { kind: "reference", capsule: "logs-receiver" } },
    ],
  ];
  it.each(cases)("of %o", (type, snippet, control) => {
    expect(kindOf(type).snippet(type, 1, undefined)).toBe(snippet);
    expect(kindOf(type).control(type)).toEqual(control);
  });

  it("offer the other value than the default of a boolean", () => {
    expect(kindOf({ kind: "bool" }).snippet({ kind: "bool" }, 2, true)).toBe("${2:false}");
  });
});
