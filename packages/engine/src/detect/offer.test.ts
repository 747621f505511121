import { parseRfc3339 } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { openDocument } from "../document/open-document.ts";
import { offerFormat } from "./offer.ts";

const NOW = parseRfc3339("2026-11-25T08:00:00Z")!;
const AT = "2024-03-10T12:00:00.000000000Z";
const CRI = [
  `${AT} stdout F {"level":"info","msg":"started","ts":"2024-03-10T11:59:59Z"}`,
  "something else",
  ...[...Array(6).keys()].map(
    (i) => `${AT} stderr F {"level":"warn","msg":"slow ${i}","ts":"2024-03-10T12:00:0${i}Z"}`,
  ),
];

describe("the first stages for a log", () => {
  it("are those of its format, and of what its lines carry, each with what it does", () => {
    const offer = offerFormat(CRI, NOW)!;
    expect(offer).toMatchObject({
      title: "CRI (Kubernetes containers) with JSON inside",
      matched: 7,
      total: 8,
      missed: [1],
    });
    expect(offer.stages.map(({ name }) => name)).toEqual(["cri", "json", "timestamp", "labels"]);
    const [cri, json, timestamp, labels] = offer.stages;
    expect(cri).toMatchObject({ before: CRI[0], after: CRI[0]!.slice(AT.length + " stdout F ".length) });
    expect(cri!.sets).toContainEqual({ name: "stream", value: "stdout" });
    expect(json).toMatchObject({
      after: undefined,
      sets: [
        { name: "level", value: "info" },
        { name: "msg", value: "started" },
        { name: "ts", value: "2024-03-10T11:59:59Z" },
      ],
    });
    expect(timestamp!.sets).toEqual([{ name: "entry time", value: "2024-03-10T11:59:59Z" }]);
    expect(labels!.sets).toEqual([{ name: "label level", value: "info" }]);
    expect(openDocument(offer.stages.map(({ code }) => code).join("\n")).ok).toBe(true);
  });

  it("show entries of several lines as they are made", () => {
    const offer = offerFormat(
      [
        "2005-03-19 15:10:26,618 - app - ERROR - failed",
        "Traceback (most recent call last):",
        "ValueError: x",
        "2005-03-19 15:10:26,620 - app - INFO - next",
      ],
      NOW,
    )!;
    expect(offer.stages.map(({ name }) => name)).toEqual(["multiline", "regex", "timestamp", "labels"]);
    expect(offer.stages[0]!.after).toContain("failed\nTraceback");
    expect(offer).toMatchObject({ matched: 2, total: 2, missed: [] });
  });

  it("do not count empty lines as entries of another shape", () => {
    expect(offerFormat(["level=info a=1", "", "level=warn a=2"], NOW)).toMatchObject({
      matched: 2,
      total: 2,
      missed: [],
    });
  });

  it("read a time without a year as the pipeline will, which takes that of its clock", () => {
    const lines = Array.from({ length: 8 }, (_, i) => `Nov 24 14:03:0${i} lb01 haproxy[2211]: line ${i}`);
    const timeOf = (now: string) =>
      offerFormat(lines, parseRfc3339(now)!)!.stages.find(({ name }) => name === "timestamp")!.sets;
    expect(timeOf("2024-11-25T08:00:00Z")).toEqual([{ name: "entry time", value: "2024-11-24T14:03:00Z" }]);
    expect(timeOf("2026-11-25T08:00:00Z")).toEqual([{ name: "entry time", value: "2026-11-24T14:03:00Z" }]);
    expect(timeOf("2026-01-15T08:00:00Z")).toEqual([{ name: "entry time", value: "2026-11-24T14:03:00Z" }]);
  });

  it("are none for what is not a log", () => {
    expect(offerFormat(["It was a bright cold day in April,", "and the clocks were striking."], NOW)).toBeUndefined();
    expect(offerFormat([], NOW)).toBeUndefined();
  });
});
