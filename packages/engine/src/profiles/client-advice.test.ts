import { encodeUtf8 } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { adviseClient, type IngestShown } from "./client-advice.ts";

const RANGE = "&from=1931000000&until=1931000010";
const shown = (given: Partial<IngestShown>): IngestShown => ({
  rawQuery: `name=shop.cpu%7Benv%3Dprod%7D${RANGE}`,
  contentEncoding: "",
  format: "folded",
  parts: undefined,
  beginning: encodeUtf8("a;b 1\n"),
  ...given,
});

describe("advice", () => {
  it("tells no long texts of clients", () => {
    const long = "x".repeat(5000);
    const advice = adviseClient(shown({ rawQuery: `name=${long}%20${long}`, parts: [{ name: long }] }));
    expect(advice).toHaveLength(2);
    for (const sentence of advice) expect(sentence.length).toBeLessThan(400);
  });
});
