import type { SampleContent } from "@sluice/engine";
import { describe, expect, it } from "vitest";
import { draftOf, type EntryDraft, readDraft } from "./entry-draft.ts";

const EMPTY: EntryDraft = { line: "x", labels: "", metadata: "", timestamp: "", advance: "" };

describe("the fields of an entry", () => {
  const entries: readonly [string, SampleContent][] = [
    ["a plain line", { line: "x" }],
    ["several lines", { line: "x\n\ty\n" }],
    [
      "everything",
      {
        line: "x",
        labels: { app: 'a "b"' },
        metadata: [
          ["t", "1"],
          ["t", "2"],
        ],
        timestamp: "2026-01-15T08:00:00Z",
        advance: "1.5s",
      },
    ],
  ];
  for (const [name, content] of entries)
    it(`represent ${name}, and convert back`, () => expect(readDraft(draftOf(content))).toEqual({ ok: true, content }));

  const bad: readonly [keyof EntryDraft, string, RegExp][] = [
    ["labels", "app", /expected =/],
    ["metadata", '="x"', /expected a name/],
    ["timestamp", "yesterday", /RFC 3339/],
    ["advance", "3", /duration/],
    ["advance", "-3s", /duration/],
  ];
  for (const [field, text, message] of bad) {
    it(`report what is wrong with ${String(field)} ${text}`, () =>
      expect(readDraft({ ...EMPTY, [field]: text })).toEqual({
        ok: false,
        problems: { [field]: expect.stringMatching(message) },
      }));
  }
});
