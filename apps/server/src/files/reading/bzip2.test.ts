import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blockOf, writeBzip2 } from "../../testing/bzip2-writer.ts";
import { bunzip2, MORE, TURN } from "./bzip2.ts";

/** What a file holds, and the most that was given at once. Input comes in pieces of this length. */
function read(packed: Uint8Array, length = 65_536): { data: Buffer; largest: number } {
  const steps = bunzip2();
  const pieces: Buffer[] = [];
  let at = 0;
  let largest = 0;
  let input: Buffer | undefined;
  for (;;) {
    const { value, done } = steps.next(input);
    input = undefined;
    if (done === true) return { data: Buffer.concat(pieces), largest };
    if (value === MORE) {
      if (at < packed.length) input = Buffer.from(packed.subarray(at, at + length));
      at += length;
    } else if (value !== TURN) {
      pieces.push(value);
      largest = Math.max(largest, value.length);
    }
  }
}

const packed = (base64: string) => Buffer.from(base64, "base64");
const LINES =
  "QlpoMTFBWSZTWY1zV+oAAPzZAAAQQAB/4AIlMAE6iQgJmj1VTIFMABNBqemQTSkZKndatal5vzxJKcfm0uqUElir4BB7Ub0uz7ASEkOzgAYAFgUBQAGAG/JWqcVTXiko83OZkC5EMijBFg2aL7Fn1zj3IeKlu0Br1Sok2RxmjJzYpmsrKqaQ6YLrlpGLjS5jFKLIbqFL7Ay4ANs2TUrVk0yxsldvR0WmyuaL7eTESrSlZcMR1dr7lYezk9RnevtTV4L82NvnlGlJolVDqLIRyZE1Bq8MLGm+dq67GdKLKP0AcH0AcH+AOD6AOD8LuSKcKEhGuav1AA==";
const ZEROS =
  "QlpoOTFBWSZTWQ4J4t8BX45AAMAAAAggADCATUZCoCWpCoCXMUFZJlNZk8TsPQAfaMEAwAAAEAAIIAAwzAmqaZUiDapSIPF3JFOFCQj9cpgw";

describe("what bzip2 wrote", () => {
  it.each([
    ["a line", "QlpoOTFBWSZTWcHAgOIAAAFBAAAQAkSgADDNAMNGKZcXckU4UJDBwIDi", "hello\n"],
    ["nothing", "QlpoORdyRThQkAAAAAA=", ""],
    ["lines", LINES, Array.from({ length: 40 }, (_, i) => `line ${i} ${(i * 2_654_435_761) % 1_000_003}\n`).join("")],
  ])("is read: %s", (_name, base64, text) => {
    expect(read(packed(base64)).data.toString()).toBe(text);
    expect(read(packed(base64), 1).data.toString()).toBe(text);
  });

  it("is read stream after stream", () => {
    const hello = packed("QlpoOTFBWSZTWcHAgOIAAAFBAAAQAkSgADDNAMNGKZcXckU4UJDBwIDi");
    expect(read(Buffer.concat([hello, packed("QlpoORdyRThQkAAAAAA="), hello])).data.toString()).toBe("hello\nhello\n");
  });

  it("is given in pieces, however much it expands to", () => {
    const { data, largest } = read(packed(ZEROS));
    expect([data.length, data.every((byte) => byte === 0), largest]).toEqual([50_000_000, true, 65_536]);
  });
});

const data = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.array(fc.constantFrom(0, 0, 0, 1, 255), { maxLength: 600 }).map((bytes) => Uint8Array.from(bytes)),
  fc.tuple(fc.nat(255), fc.nat(3000)).map(([byte, length]) => new Uint8Array(length).fill(byte)),
);

it("gives back what was written, in pieces of any length", () => {
  fc.assert(
    fc.property(fc.array(data, { maxLength: 4 }), fc.integer({ min: 1, max: 50 }), (parts, length) => {
      const blocks = parts.filter((part) => part.length > 0).map(blockOf);
      expect(read(writeBzip2(blocks), length).data.equals(Buffer.concat(parts))).toBe(true);
    }),
  );
});

it("says that it breaks off, wherever it does, after what was whole", () => {
  const whole = writeBzip2([blockOf(Buffer.from("first")), blockOf(Buffer.from("second"))]);
  for (let end = 0; end < whole.length; end++)
    expect(() => read(whole.subarray(0, end)), `${end} bytes`).toThrow(expect.objectContaining({ kind: "cut" }));
});

it("notices any bit that is wrong, or gives the same", () => {
  const whole = packed("QlpoOTFBWSZTWcHAgOIAAAFBAAAQAkSgADDNAMNGKZcXckU4UJDBwIDi");
  let noticed = 0;
  for (let bit = 0; bit < whole.length * 8; bit++) {
    const wrong = Buffer.from(whole);
    wrong[bit >> 3] = wrong[bit >> 3]! ^ (0x80 >> (bit & 7));
    try {
      expect(read(wrong).data.toString()).toBe("hello\n");
    } catch (error) {
      expect(error).toMatchObject({ kind: expect.stringMatching(/^(?:damaged|cut)$/) });
      noticed++;
    }
  }
  // Not the block size, the second code table, which is not used, nor what fills the last byte.
  expect(noticed).toBeGreaterThan(whole.length * 8 * 0.75);
});

describe("damage is reported", () => {
  const hello = blockOf(Buffer.from("hello"));
  const change = (at: number, byte: number) => {
    const bytes = writeBzip2([hello]);
    bytes[at] = byte;
    return bytes;
  };
  it.each<[string, Uint8Array]>([
    ["it does not begin with BZh", Buffer.from("hello world")],
    ["the header has no block size", change(3, 0x30)],
    ["there is no block where one should begin", change(4, 0)],
    ["the check sum of a block is wrong", writeBzip2([{ ...hello, crc: 1 }])],
    ["it is randomized, which only programs before 1999 wrote", change(14, 0x80)],
    ["a block begins outside itself", change(15, 0xff)],
    ["something follows its end", Buffer.concat([writeBzip2([hello]), Buffer.from("more")])],
    ["a block is longer than the stream allows", writeBzip2([{ shortened: Array(100_001).fill(0), crc: 0 }], 1)],
  ])("%s", (message, bytes) => {
    expect(() => read(bytes)).toThrow(expect.objectContaining({ kind: "damaged", message }));
  });
});
