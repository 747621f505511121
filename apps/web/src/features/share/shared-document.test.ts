import { encodeUtf8 } from "@sluice/languages/base";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emptyDocument } from "../../core/model/document.ts";
import { MAX_SAMPLES } from "../../core/model/samples.ts";
import { compress } from "../../core/text/gunzip.ts";
import { testDocument } from "../../testing/testing.ts";
import { readBundle, readFragment, type SharedDocument, writeShared } from "./shared-document.ts";
import { isBundleText, isSharedFragment, MAX_BUNDLE } from "./shared-name.ts";

const FULL: SharedDocument = {
  content: testDocument({
    name: "</script><script>alert(1)</script>",
    lineEnd: "\r\n",
    samples: [
      {
        id: 1,
        line: "a\u0000\ud800 é",
        labels: { app: "x" },
        metadata: [["a", "1"]],
        timestamp: "2026-01-15T08:00:00Z",
      },
      { id: 2, line: "", extracted: { n: 1, deep: { list: [null, true] } }, advance: "1.5s" },
    ],
    seed: 7,
    holdEnd: true,
    steps: [{ kind: "advance", by: "10s" }, { kind: "end" }],
    tests: "version: 1\n",
  }),
  selection: { sample: 1, stage: "1.2", pipeline: "logs.process.main" },
};

/** A link that contains any JSON. */
const linkOf = async (value: unknown): Promise<string> => {
  const bytes = await compress(encodeUtf8(typeof value === "string" ? value : JSON.stringify(value)), "deflate");
  return `s1=${btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "")}`;
};
const envelope = (content: object, more: object = {}) => ({
  sluice: "document",
  version: 1,
  content: { name: "n", text: "", ...content },
  ...more,
});

const DEEP = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;

describe("a shared document", () => {
  it("is restored completely, from a link and from a bundle", async () => {
    const { fragment } = await writeShared(FULL);
    expect(isSharedFragment(fragment)).toBe(true);
    expect(fragment).toMatch(/^s1=[\w-]+$/);
    expect(await readFragment(fragment)).toEqual({ ok: true, shared: FULL });
    expect(await readBundle((await writeShared(FULL)).bundle, true)).toEqual({ ok: true, shared: FULL });
  });

  it("is short if it is empty", async () => {
    const shared = { content: emptyDocument("Untitled pipeline"), selection: null };
    const { fragment } = await writeShared(shared);
    expect(fragment.length).toBeLessThan(250);
    expect(await readFragment(fragment)).toEqual({ ok: true, shared });
  });

  it("keeps any text and any line", async () => {
    const text = fc.string({ unit: "binary" });
    await fc.assert(
      fc.asyncProperty(text, fc.array(text, { maxLength: 5 }), text, async (config, lines, tests) => {
        const content = {
          ...testDocument({ name: "any" }),
          text: config.replace(/^\ufeff|\r/g, ""),
          samples: lines.map((line, i) => ({ id: i + 1, line })),
          tests: tests.replace(/^\ufeff|\r/g, ""),
        };
        const shared = { content, selection: null };
        expect(await readFragment((await writeShared(shared)).fragment)).toEqual({ ok: true, shared });
      }),
      { numRuns: 25, seed: 11 },
    );
  });

  it.each<[string, () => Promise<string>, string]>([
    ["is cut off", async () => (await writeShared(FULL)).fragment.slice(0, -9), "is damaged or cut off"],
    [
      "has another character in it",
      async () => `${(await writeShared(FULL)).fragment.slice(0, 40)}%${"A".repeat(40)}`,
      "cut off",
    ],
    ["is changed", async () => (await writeShared(FULL)).fragment.replace(/.{4}$/, "AAAA"), "is damaged or cut off"],
    ["has nothing in it", async () => "s1=", "is damaged or cut off"],
    ["is newer", async () => "s2=AAAA", "is of version 2, which this Sluice cannot read"],
    ["is endless", async () => `s1=${"A".repeat(1_000_001)}`, "has more than 1,000,000 characters"],
    ["is a decompression bomb", () => linkOf(`{"a":"${"0".repeat(17 * 2 ** 20)}"}`), "has more than 16 MiB after"],
    ["holds no JSON", () => linkOf("{"), "holds no JSON"],
    ["holds another JSON", () => linkOf([1]), "holds no document of Sluice"],
    ["holds a newer document", () => linkOf({ ...envelope({}), version: 2 }), "holds a document of version 2"],
    ["holds no text", () => linkOf(envelope({ text: 5 })), "whose configuration or name cannot be read"],
    [
      "holds damaged samples",
      () => linkOf(envelope({ samples: [{ line: "a" }, { line: 5 }] })),
      "whose samples cannot",
    ],
    [
      "holds values that nest endlessly",
      () =>
        linkOf(
          JSON.stringify(envelope({ samples: [{ line: "a", extracted: { x: "DEEP" } }] })).replace('"DEEP"', DEEP),
        ),
      "whose samples cannot be read",
    ],
    ["holds a time that is none", () => linkOf(envelope({ clock: "soon" })), "whose clock cannot be read"],
    [
      "selects what is no place",
      () => linkOf(envelope({}, { selection: { sample: -1, stage: null, pipeline: null } })),
      "holds no document of Sluice",
    ],
    [
      "has too many samples",
      () => linkOf(envelope({ samples: Array.from({ length: MAX_SAMPLES + 1 }, () => ({ line: "" })) })),
      "whose samples cannot be read",
    ],
  ])("is refused if it %s", async (_, make, why) => {
    const read = await readFragment(await make());
    expect(read).toMatchObject({ ok: false });
    expect(!read.ok && read.why).toContain(why);
  });

  it("is refused as a bundle that is cut off, too large or a bomb", async () => {
    const { bundle: whole } = await writeShared(FULL);
    const bomb = await compress(new Uint8Array(65 * 2 ** 20), "gzip");
    for (const [bytes, why] of [
      [whole.subarray(0, -4), "is damaged or cut off"],
      [new Uint8Array(MAX_BUNDLE + 1), "is larger than 32 MiB"],
      [bomb, "has more than 64 MiB after decompression"],
    ] as const)
      expect(await readBundle(bytes, true)).toMatchObject({ ok: false, why: expect.stringContaining(why) });
  });

  it("differs from other JSON in its beginning", () => {
    expect(isBundleText('{"sluice":"document","version":1')).toBe(true);
    expect(isBundleText('{"streams": []}')).toBe(false);
    expect(isSharedFragment("section")).toBe(false);
  });
});
