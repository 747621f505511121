import { describe, expect, it } from "vitest";
import { kindOfChange } from "./edit-reason.ts";

const because = (metadata: unknown) => ({ detailedReasons: [{ metadata }] });

describe("kindOfChange", () => {
  const cases: readonly [string, object, string][] = [
    ["typing", because({ source: "cursor", kind: "type", detailedSource: "keyboard" }), "typed"],
    ["a deletion", because({ source: "cursor", kind: "executeCommands", detailedSource: "deleteLeft" }), "typed"],
    ["a paste", because({ source: "cursor", kind: "paste", detailedSource: "keyboard" }), "pasted"],
    ["a cut", because({ source: "cursor", kind: "cut" }), "cut"],
    ["a suggestion", because({ source: "suggest" }), "completed"],
    [
      "comments",
      because({ source: "cursor", kind: "executeCommands", detailedSource: "editor.action.commentLine" }),
      "commented",
    ],
    ["replacing", because({ source: "cursor", kind: "executeCommand", detailedSource: "replaceAll" }), "replaced"],
    ["an event without reasons", {}, "typed"],
    ["reasons of another form", { detailedReasons: ["paste"] }, "typed"],
  ];
  it.each(cases)("%s", (_, event, kind) => expect(kindOfChange(event)).toBe(kind));
});
