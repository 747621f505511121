import { encodeUtf8 } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { adviseClient, type IngestShown } from "./client-advice.ts";

const RANGE = "&from=1931000000&until=1931000010";
const shown = (given: Partial<IngestShown> & { readonly text?: string }): IngestShown => ({
  rawQuery: `name=shop.cpu%7Benv%3Dprod%7D${RANGE}`,
  contentEncoding: "",
  format: "folded",
  parts: undefined,
  beginning: encodeUtf8(given.text ?? "a;b 1\n"),
  ...given,
});

describe("advice", () => {
  it.each<[string, Parameters<typeof shown>[0], string]>([
    ["FormData as text", { text: "[object FormData]", format: "text" }, "instead of a profile"],
    ["no part of the name", { parts: [{ name: "file" }, { name: "labels" }] }, "its parts are “file”, “labels”"],
    ["no part at all", { parts: [] }, "it has no parts"],
    ["the part of a recording", { parts: [{ name: "x" }], rawQuery: `name=a&format=jfr${RANGE}` }, "the profile jfr."],
    ["a fraction of a second", { rawQuery: "name=a&from=1931000000.0&until=1931000010" }, "Send from=1931000000."],
    ["a blank in a label", { rawQuery: `name=a%7Bmy%20env%3Dx%7D${RANGE}` }, "Write an underscore for the blank."],
    ["a blank in the name", { rawQuery: `name=my+shop${RANGE}` }, "Write an underscore for the blank."],
    ["quotes around a value", { rawQuery: `name=a%7Benv%3D%22x%22%7D${RANGE}` }, "Send “env=x”."],
    ["no name", { rawQuery: RANGE.slice(1) }, "The query has no name"],
    ["a brace that stays open", { rawQuery: `name=a%7Benv%3Dx${RANGE}` }, "no closing brace"],
    ["compressed text", { contentEncoding: "gzip" }, "Send it without compression."],
    ["a fraction of a sample", { text: "a;b 1.5\n", format: "text" }, "a line ends in “1.5”"],
  ])("%s", (_, given, sentence) => {
    expect(adviseClient(shown(given)).join("\n")).toContain(sentence);
  });

  it.each<[string, Parameters<typeof shown>[0]]>([
    ["whole seconds, and labels", {}],
    ["a part profile", { parts: [{ name: "profile" }, { name: "sample_type_config" }], format: "pprof" }],
    ["a part jfr", { parts: [{ name: "jfr" }, { name: "labels" }], format: "jfr" }],
    ["dates and times from now", { rawQuery: "name=a&from=now-1h&until=now" }],
    ["blanks around labels, and in values", { rawQuery: `name=a%7B%20env%20%3D%20my%20env%7D${RANGE}` }],
    ["no range", { rawQuery: "name=shop" }],
    ["a compressed pprof", { contentEncoding: "gzip", format: "pprof" }],
    ["a text that speaks of FormData", { text: "[object FormData] 3\n" }],
    ["a version in a stack", { text: "lib 1.2;call 3\nother 4\n" }],
    [
      "a version in a line of another format",
      { text: "lib 1.2\n", format: "lines", rawQuery: `name=a&format=lines${RANGE}` },
    ],
  ])("none for %s", (_, given) => {
    expect(adviseClient(shown(given))).toEqual([]);
  });

  it("tells no long texts of clients", () => {
    const long = "x".repeat(5000);
    const advice = adviseClient(shown({ rawQuery: `name=${long}%20${long}`, parts: [{ name: long }] }));
    expect(advice).toHaveLength(2);
    for (const sentence of advice) expect(sentence.length).toBeLessThan(400);
  });
});
