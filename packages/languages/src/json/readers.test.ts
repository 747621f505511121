/** The readers of `stage.json` on generated lines: few shapes, many values, and mutants of both. */
import { describe, expect, it } from "vitest";
import { SeededRandom } from "../base/index.ts";
import { compileJmesPath } from "../jmespath/index.ts";
import { createJsonPathReader, encodeGoJson, parseJsonObject } from "./index.ts";
import { readLenient } from "./lenient.ts";

const LINES = 20_000;
/** Lines of one program, in which a field keeps its kind. */
const RUN = 1000;
const KINDS = {
  T: ['"x"', '""', '"é\ud83d\ude00"', '"1e999"', '"\udcff"', '"x {}[],:y"'],
  N: ["0", "-0", "12.5", "-7", "1", "9007199254740993"],
  B: ["true", "false"],
  Z: ["null"],
  E: ['"a\\"b"', '"\\u0041\\n"', '"\\ud83d"', '"\\\\"', "1e5", "1E-400"],
  // Begun, spoiled midway, and gone on with a container: a reader that has moved takes that for the value.
  M: ["-[1]", "-{}", "- []", '"x\\:{}', '"x\\u12[]', '"x\t{}', "1.[]", "01{}", "1e400[]", '"x\\uzz{"c":1}'],
  C: ["{}", "[]", '{"c":1.5,"d":true}', '["p",null]', "[[-1]]", '{"c":{"c":"x"}}'],
};
const SHAPES = [
  '{"a":S,"b":{"c":S,"d":S},"l":[S,S]}',
  '{"a":S, "l":[S], "n":S}\n',
  ' {"level":S,"a":S,"b":S}',
  '{"b":{"c":S},"a":S,"x":{"y":[S,{"z":S}]}}',
];
/** What mutants are made of: signs of JSON, and what spoils a scalar midway. */
const PIECES = [
  ...'{}[],:"\\-+.0e \t\r\n\0\u0001u',
  ...["-+", "null:", '"\\"\t"', '{null:1,"c":2,null:3}', "\0"],
  ...["null", "01", "1.", "\\u12", "\\:", '"x', '"k":', "-[", "-{}", "1e400"],
];

const random = new SeededRandom(20_260_801);
const below = (count: number) => Math.floor(random.next() * count);
const pick = <T>(items: readonly T[]): T => items[below(items.length)]!;

function mutate(text: string): string {
  const at = below(text.length + 1);
  const end = at + below(3);
  return text.slice(0, at) + (below(4) === 0 ? "" : pick(PIECES)) + text.slice(end);
}

/** A value of the kind that stands there, and at times of another. */
const makeValue = (kind: string) => pick(KINDS[below(40) === 0 ? pick(KIND_NAMES) : (kind as keyof typeof KINDS)]);
const KIND_NAMES = Object.keys(KINDS) as (keyof typeof KINDS)[];

function makeRun(): string[] {
  const shape = pick(SHAPES).replaceAll("S", () => pick(["T", "T", "N", "B", "Z"]));
  return Array.from({ length: RUN }, () => {
    let line = shape.replace(/[TNBZ]/g, makeValue);
    for (let left = below(10) < 6 ? 0 : 1 + below(3); left > 0; left--) line = mutate(line);
    return line;
  });
}

const EXPRESSIONS = ["a", "b.c", "l[0]", "l[-1]", "missing", "level", "x.y[1].z", "n"].map((path) => {
  const compiled = compileJmesPath(path);
  if (!compiled.ok) throw new Error(compiled.message);
  return compiled.expression;
});

/** Told apart: `0` and `-0`, null and nothing. */
const spell = (value: unknown) => encodeGoJson(value) ?? "none";

/** The text without what json-iterator takes and JSON does not: a NUL ends it, `-+`, keys `null`, control characters. */
const withoutOddities = (text: string) =>
  text
    .split("\0", 1)[0]!
    .replaceAll("-+", "-")
    .replace(/([{,]\s*)null(\s*:)/g, '$1""$2')
    .replace(/[\u0001-\u001f]/g, " ");

function native(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

describe("on generated lines", () => {
  const runs = Array.from({ length: LINES / RUN }, makeRun);

  it("learned shapes read what the plain reader reads", () => {
    let quick = 0;
    for (const run of runs) {
      const read = createJsonPathReader(EXPRESSIONS.map(({ path }) => path!));
      for (const line of run) {
        const values = read(line);
        if (values === undefined) continue;
        quick++;
        const parsed = parseJsonObject(line);
        if (!parsed.ok) expect.fail(`a shape takes ${JSON.stringify(line)}, which is malformed`);
        const plain = EXPRESSIONS.map((expression) => expression.search(parsed.value));
        const want = spell(plain.map((result) => (result.ok ? result.value : undefined)));
        if (spell(values) !== want) expect.fail(`${JSON.stringify(line)}: ${spell(values)}, and plainly ${want}`);
      }
    }
    expect(quick).toBeGreaterThan(LINES / 4);
  });

  it("the plain reader takes JSON, and what differs by a known oddity alone", () => {
    let odd = 0;
    let malformed = 0;
    for (const line of runs.flat()) {
      const lenient = readLenient(line, line.search(/[^ \t\r\n]|$/));
      const parsed = parseJsonObject(line);
      if (parsed.ok !== (lenient !== undefined)) expect.fail(`the readers disagree about ${JSON.stringify(line)}`);
      if (!parsed.ok || lenient === undefined) {
        malformed++;
        continue;
      }
      expect(spell(parsed.value)).toBe(spell(lenient));
      if (native(line) !== undefined) continue;
      odd++;
      if (native(withoutOddities(line)) === undefined) expect.fail(`${JSON.stringify(line)} is malformed`);
    }
    expect(malformed).toBeGreaterThan(LINES / 5);
    expect(odd).toBeGreaterThan(10);
  });
});
