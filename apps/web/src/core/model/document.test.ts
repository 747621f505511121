import { describe, expect, it } from "vitest";
import { testDocument } from "../../testing/testing.ts";
import { type DocumentContent, freeName, nameOfFile, normalizeText, sameContent } from "./document.ts";

it("a text has the line ends that the editor has, and no mark before it", () =>
  expect(normalizeText("\ufeffa\r\nb\rc\n")).toBe("a\nb\nc\n"));

describe("names", () => {
  it("are numbered where they are taken", () => {
    expect([freeName("a", []), freeName("a", ["a"]), freeName("a", ["a", "a 2"])]).toEqual(["a", "a 2", "a 3"]);
  });
  it("of files are without their ending", () => {
    const files = ["shop.alloy", "a.b.log", "x.jsonl", "README", "app.log.gz", "app.log.2.gz"];
    expect(files.map(nameOfFile)).toEqual(["shop", "a.b", "x", "README", "app", "app.log.2"]);
  });
});

describe("sameContent", () => {
  const content = testDocument({ steps: [{ kind: "deadline" }] });
  it("holds for a copy", () => expect(sameContent(content, structuredClone(content))).toBe(true));
  const others: readonly Partial<DocumentContent>[] = [
    { name: "x" },
    { text: "x" },
    { samples: content.samples.slice(1) },
    { samples: content.samples.with(0, { id: 9, line: "a" }) },
    { samples: content.samples.with(0, { id: 1, line: "a", labels: { x: "1" } }) },
    { commonLabels: "" },
    { clock: "2026-01-15T08:00:01Z" },
    { seed: 1 },
    { holdEnd: true },
    { steps: [{ kind: "end" }] },
    { draft: "{" },
    { tests: "tests: []" },
    { lineEnd: "\r\n" },
  ];
  for (const other of others)
    it(`does not for another ${Object.keys(other)[0]}`, () =>
      expect(sameContent(content, { ...content, ...other })).toBe(false));
});
