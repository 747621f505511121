import { describe, expect, it } from "vitest";
import { encodeGoString, MAX_ENCODED } from "./encode.ts";
import {
  createFoldReader,
  encodeGoJson,
  getField,
  parseJsonObject,
  parseObjectFold,
  splitTopLevelArray,
} from "./index.ts";

const nested = (depth: number, open = "[", close = "]") => open.repeat(depth) + close.repeat(depth);

describe("parseJsonObject", () => {
  const valid: [name: string, text: string, want: object][] = [
    ["an object", ' \t\r\n{"a":1,"b":[true,null,"x"]} \n', { a: 1, b: [true, null, "x"] }],
    ["null is an object without fields", "null", {}],
    ["numbers", '{"a":-12.75,"b":2E+3,"c":25e-1,"d":1e-400}', { a: -12.75, b: 2000, c: 2.5, d: 0 }],
    ["integers lose precision", '{"a":9007199254740993}', { a: 9007199254740992 }],
    ["the last of repeated keys", '{"a":{"x":1},"a":{"y":2}}', { a: { y: 2 } }],
    [
      "half a surrogate pair",
      '{"a":"\\ud83d","b":"\\ude00x","c":"\\ud83d\\u0041"}',
      { a: "\ufffd", b: "\ufffdx", c: "\ufffdA" },
    ],
    ["an escape used up by half a pair", '{"a":"\\ud83d\\ud83d\\ude00"}', { a: "\ufffd\ufffd\ufffd" }],
    ["pairs", '{"a":"\\ud83d\\ude80"}', { a: "🚀" }],
    ["null as a key", '{null:5,"a":{"b":1,null:2}}', { "": 5, a: { b: 1, "": 2 } }],
    ["a control character after an escape", '{"a":"\\"x\ty"}', { a: '"x\ty' }],
    ["anything after a NUL", '{"a":1}\0 junk', { a: 1 }],
    ["a doubly signed number", '{"a":-+5}', { a: -5 }],
    ["empty containers on the slow road", '{"a":{},"b":[],"c":"\\ud800"}', { a: {}, b: [], c: "\ufffd" }],
  ];
  it.each(valid)("%s", (_, text, want) => {
    expect(parseJsonObject(text)).toEqual({ ok: true, value: want });
  });

  it.each([
    ["", "plain", "[1]", '"x"', "42", "true", "nul", "nullx"],
    ['{"a":1', '{"a":1} x', '{"a":1}{"a":2}', '{"a":1,}', '{"a":[1,]}', '{,"a":1}', '{"a" 1}', '{"a":}'],
    ['{"a":01}', '{"a":.5}', '{"a":1.}', '{"a":+1}', '{"a":-}', '{"a":1e}', '{"a":--1}', '{"a":1e400}', '{"a":1.e5}'],
    ['{"a":True}', '{"a":tru}', "{'a':1}", "{a:1}", '{"a":"x\ty"}', '{"a":"\\x41"}', '{"a":"\\u12"}', '{"a":"x'],
    [
      '{"a":-[1]}',
      '{"a":-  {}}',
      '{"a":"x\\:{}}',
      '{"a":"x\t[]}',
      '{"a":"\\u12[]}',
      '{"a":1.[]}',
      '{"a":01{}}',
      "[-[]]",
    ],
    ['{"a":{null:1}}', "\u00a0{}", "\ufeff{}", "{}\u00a0", '{"a":1}//c', '{"a":"\\ud83d\\u12"}'],
  ])("malformed: %j …", (...texts) => {
    for (const text of texts) expect([text, parseJsonObject(text)]).toEqual([text, { ok: false }]);
  });

  it("refuses numbers out of range, however they are written", () => {
    const zeros = (count: number) => "0".repeat(count);
    for (const number of [
      `1${zeros(309)}`,
      `1${zeros(250)}e99`,
      `-1${zeros(210)}.5E+99`,
      `1${zeros(300)}e9`,
      "1e309",
    ]) {
      expect([number, parseJsonObject(`{"id":"${zeros(100)}","a":[${number}]}`).ok]).toEqual([number, false]);
    }
    expect(parseJsonObject(`{"a":1${zeros(300)},"b":1${zeros(250)}e9,"c":"1e999"}`)).toEqual({
      ok: true,
      value: { a: 1e300, b: 1e259, c: "1e999" },
    });
  });

  it("refuses a number out of range that a later key hides, and none inside a text", () => {
    for (const text of [
      '{"c":1e309,"c":1}',
      '{"c":{"x":-1e309},"c":1}',
      '{"c":[1,1e999],"c":null,"d":"\\\\"}',
      `{"c":1${"0".repeat(309)},"c":1}`,
      '{"c":1e309,"c":"\\ud800"}',
    ]) {
      expect([text, parseJsonObject(text).ok]).toEqual([text, false]);
    }
    const kept = '{"a":"\\\\\\"1e999","b":"1e999\\\\","1e999":1e-999,"c":1e300,"c":9e307}';
    expect(parseJsonObject(kept)).toEqual({
      ok: true,
      value: { a: '\\"1e999', b: "1e999\\", "1e999": 0, c: 9e307 },
    });
  });

  it("keeps a key __proto__ as data, on both roads", () => {
    for (const text of ['{"__proto__":{"a":1}}', '{"__proto__":{"a":1},"b":"\\ud800"}']) {
      const result = parseJsonObject(text);
      if (!result.ok) throw new Error("malformed");
      expect(getField(result.value, "__proto__")).toEqual({ a: 1 });
      expect(getField(result.value, "toString")).toBeUndefined();
      expect(encodeGoJson(result.value)).toContain('"__proto__":{"a":1}');
    }
  });

  it("reads 10,000 levels below the object and no more", () => {
    expect(parseJsonObject(`{"a":${nested(10_000)}}`).ok).toBe(true);
    expect(parseJsonObject(`{"a":${nested(10_001)}}`).ok).toBe(false);
    expect(parseJsonObject(`{"a":${nested(1_000_000)}}`).ok).toBe(false);
    expect(parseJsonObject(`{"a":${"[".repeat(1_000_000)}`).ok).toBe(false);
    expect(parseJsonObject(`{"a":"${"[".repeat(20_000)}"}`).ok).toBe(true);
  });
});

describe("splitTopLevelArray", () => {
  const cases: [name: string, text: string, want: string[] | undefined][] = [
    [
      "spelling is kept",
      '[ {"b" : 1.50} ,\t[ 1 , 2 ]\r\n, "x\\u0041\\/" ]',
      ['{"b" : 1.50}', "[ 1 , 2 ]", '"x\\u0041\\/"'],
    ],
    ["every kind", '[1,-2.5e+3,"t",true,null,[],{}]', ["1", "-2.5e+3", '"t"', "true", "null", "[]", "{}"]],
    ["brackets inside strings", '["]","[","\\"]"]', ['"]"', '"["', '"\\"]"']],
    ["blanks around", " \n[1] ", ["1"]],
    ["empty", "[ ]", []],
    ["numbers out of range", "[1e999]", ["1e999"]],
    ["an object", '{"a":[1]}', undefined],
    ["a scalar", "5", undefined],
    ["text after it", "[1] x", undefined],
    ["a trailing comma", "[1,]", undefined],
    ["a leading zero", "[01]", undefined],
    ["a raw control character", '["a\tb"]', undefined],
    ["nothing", "", undefined],
  ];
  it.each(cases)("%s", (_, text, want) => {
    expect(splitTopLevelArray(text)).toEqual(want);
  });

  it("refuses to nest deeper than 10,000", () => {
    expect(splitTopLevelArray(nested(10_000))).toHaveLength(1);
    expect(splitTopLevelArray(nested(10_001))).toBeUndefined();
  });
});

describe("parseObjectFold", () => {
  const fields = (text: string) => {
    const result = parseObjectFold(text, ["log", "stream"]);
    return result.ok ? result.values : "refused";
  };
  const cases: [name: string, text: string, want: (string | undefined)[] | "refused"][] = [
    ["plain", '{"log":"x\\n","stream":"stdout","n":1}', ["x\n", "stdout"]],
    ["missing", '{"stream":"a"}', [undefined, "a"]],
    ["names without case", '{"LOG":"x","Stream":"y"}', ["x", "y"]],
    ["the long s folds to s", '{"\\u017ftream":"y"}', [undefined, "y"]],
    ["the last one wins", '{"log":"a","LOG":"b"}', ["b", undefined]],
    ["null changes nothing", '{"log":"a","log":null}', ["a", undefined]],
    ["unknown fields of any kind", '{"attrs":{"log":["]",1,null]},"log":"x","n":1e3}', ["x", undefined]],
    ["half a surrogate pair", '{"log":"a\\ud83eb"}', ["a\ufffdb", undefined]],
    ["half a pair as an escape before a raw byte", '{"log":"a\\ud83e\udcffb"}', ["a\ufffd\ufffdb", undefined]],
    ["blanks", ' {"log" : "x" , "stream":\n"y"} ', ["x", "y"]],
    ["null alone", "null", [undefined, undefined]],
    ["an empty object", "{}", [undefined, undefined]],
    ["another type", '{"log":42}', "refused"],
    ["another type of a later one", '{"log":"x","log":{}}', "refused"],
    ["a list", '[{"log":"x"}]', "refused"],
    ["text after it", '{"log":"x"} y', "refused"],
    ["cut off", '{"log":"x","stream":"std', "refused"],
    ["a raw tab", '{"log":"a\tb"}', "refused"],
  ];
  it.each(cases)("%s", (_, text, want) => {
    expect(fields(text)).toEqual(want);
  });
});

describe("createFoldReader", () => {
  const read = createFoldReader(["log", "stream"]);
  const texts = [
    '{"log":"x","stream":"y"}',
    '{"log":"","stream":""}',
    '{"log":"a\\"b\\\\","stream":"\\u00e9\\n"}',
    '{"log":"a\\ud83eb","stream":"\\ud83e\\udd80"}',
    '{"log":"a\\ud83e\udcff","stream":"b"}',
    '{"log":"a","stream":"b","log":"c"}',
    '{"log":"a","log":"b","stream":"c"}',
    '{"log":"a","stream":"b","log":5}',
    '{"log":"a\\","stream":"b"}',
    '{"log":"a\\x","stream":"b"}',
    '{"log":"a\tb","stream":"b"}',
    '{"log":"a\\\tb","stream":"b"}',
    '{"log":"a","stream":"b"} ',
    '{"log":"a","stream":"b"}\n',
    '{"log":"a","stream":"b"}{}',
    '{"stream":"b","log":"a"}',
    '{"log":"a","stream":null}',
    '{"LOG":"a","stream":"b"}',
    `{"log":"${"é".repeat(40_000)}\\n","stream":"${"b".repeat(40_000)}"}`,
  ];
  it.each(texts)("reads %s as parseObjectFold does", (text) => {
    expect(read(text)).toEqual(parseObjectFold(text, ["log", "stream"]));
  });

  it("gives values of texts in the usual shape", () => {
    expect(read('{"log":"a\\"b","stream":"y"}')).toEqual({ ok: true, values: ['a"b', "y"] });
  });
});

describe("encodeGoString of a long text", () => {
  const short = '"\\<>&\n\r\t\b\f\u0001\u2028\u2029\ud800 \udc00é😀x';

  it.each(["iterator", "standard"] as const)("spells as it does a short one (%s)", (flavour) => {
    const inside = encodeGoString(short, flavour).slice(1, -1);
    // Lengths that put a pair, and half of one, on every border of a piece.
    for (let shift = 0; shift < short.length; shift++)
      expect(encodeGoString("-".repeat(shift) + short.repeat(600), flavour)).toBe(
        `"${"-".repeat(shift)}${inside.repeat(600)}"`,
      );
  });

  it("ends with a limit where escapes make it too long", () => {
    const emoji = `${"😀".repeat(MAX_ENCODED / 8)}\n`;
    expect(encodeGoString(emoji).length).toBe(emoji.length + 3);
    expect(() => encodeGoString("\u0001".repeat(MAX_ENCODED / 6 + 10_000))).toThrow(/is longer than \d+ characters/);
  });
});

describe("encodeGoJson", () => {
  const cases: [name: string, value: unknown, iterator: string | undefined, standard?: string][] = [
    [
      "sorted keys",
      { b: 1, a: [true, null], "\u{1f600}": 0, "\uffee": 0 },
      '{"a":[true,null],"b":1,"\uffee":0,"\u{1f600}":0}',
    ],
    ["escapes", '<a href="x">&\\\n\r\t\u2028', '"\\u003ca href=\\"x\\"\\u003e\\u0026\\\\\\n\\r\\t\\u2028"'],
    ["control characters", "\b\f\u0001\u007f", '"\\u0008\\u000c\\u0001\u007f"', '"\\b\\f\\u0001\u007f"'],
    ["a raw byte", "a\udcffb", '"a\\ufffdb"'],
    ["a real U+FFFD", "a\ufffdb", '"a\ufffdb"'],
    ["a pair beside a raw byte", "😀\udc80", '"😀\\ufffd"'],
    [
      "floats",
      [1e-7, 1.5e-10, 1e21, 123456789012345680000, 0.000001, -0, 3.5],
      "[1e-07,1.5e-10,1e+21,123456789012345680000,0.000001,-0,3.5]",
      "[1e-7,1.5e-10,1e+21,123456789012345680000,0.000001,-0,3.5]",
    ],
    ["an infinity", [Number.POSITIVE_INFINITY], undefined],
    ["a function", { a: () => 1 }, undefined],
    ["empty containers", [[], {}], "[[],{}]"],
  ];
  it.each(cases)("%s", (_, value, iterator, standard) => {
    expect(encodeGoJson(value)).toBe(iterator);
    expect(encodeGoJson(value, "standard")).toBe(standard ?? iterator);
  });

  it("writes any depth that can be read", () => {
    const text = nested(10_000);
    expect(encodeGoJson(JSON.parse(text))).toBe(text);
  });
});
