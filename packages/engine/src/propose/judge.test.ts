import { parseRfc3339 } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { openDocument } from "../document/open-document.ts";
import { propose } from "./propose.ts";

const NOW = parseRfc3339("2026-11-25T08:00:00Z")!;
const AT = "2024-03-10T12:00:00.000000000Z";
const CRI = [
  `${AT} stdout F {"level":"info","msg":"started","ts":"2024-03-10T11:59:59Z"}`,
  "something else",
  ...[...Array(6).keys()].map(
    (i) => `${AT} stderr F {"level":"warn","msg":"slow disk","ts":"2024-03-10T12:00:0${i}Z"}`,
  ),
];

describe("the evidence for proposed stages", () => {
  it("is what each does to a line, how many it reads, and what stays unread", () => {
    const proposal = propose(CRI, { start: NOW });
    expect(proposal).toMatchObject({
      title: "CRI (Kubernetes containers) with JSON inside",
      figures: { lines: 8, looked: 8, entries: 8, parsed: 7, leveled: 7, dropped: 0 },
      unparsed: [{ template: "something else", count: 1, line: 1 }],
      unparsedLines: [1],
    });
    expect(openDocument(proposal.text)).toMatchObject({ ok: true, kind: "stages" });
    const stage = (id: string) => proposal.stages.find((one) => one.id === id)!;
    const cri = stage("cri");
    expect(CRI).toContain(cri.before);
    expect(cri.after).toBe(cri.before.slice(AT.length + " stdout F ".length));
    expect(cri.sets).toContainEqual({ name: "stream", value: expect.stringMatching(/^std(out|err)$/) });
    expect(stage("parse:json")).toMatchObject({ read: 7, of: 8, after: undefined });
    expect(stage("parse:json").sets).toContainEqual({ name: "level", value: expect.stringMatching(/^(info|warn)$/) });
    expect(stage("labels").sets).toEqual([{ name: "label level", value: expect.stringMatching(/^(info|warn)$/) }]);
  });

  it("counts the times that a wrapper has, and a time that is that of the clock", () => {
    expect(propose(CRI, { start: NOW }).figures.timed).toBe(7);
    expect(propose(CRI, { start: parseRfc3339("2024-03-10T12:00:03Z")! }).figures.timed).toBe(7);
  });

  it("counts an entry as read where one of several names is not in it, and shows metadata", () => {
    const lines = Array.from({ length: 12 }, (_, i) =>
      JSON.stringify({ level: "info", id: `${i}a`, ...(i % 2 === 0 ? { user: `u${i}` } : { host: `h${i}` }) }),
    );
    const metadata = propose(lines, { start: NOW }).stages.find(({ id }) => id === "metadata")!;
    expect(metadata).toMatchObject({ read: 12, of: 12 });
    expect(metadata.sets).toContainEqual({ name: "metadata id", value: expect.stringMatching(/^\d+a$/) });
  });

  it("counts an entry as parsed where its level or a value of it is read, if any varies", () => {
    const head = (i: number) => `2026-11-25T07:10:${10 + i}Z `;
    const read = (write: (i: number) => string) =>
      propose(
        Array.from({ length: 20 }, (_, i) => head(i) + write(i)),
        { start: NOW },
      ).figures;
    expect(read(() => "ready for connections")).toMatchObject({ entries: 20, parsed: 20 });
    expect(read((i) => `order ${i} placed`)).toMatchObject({ entries: 20, parsed: 20 });
    expect(read((i) => `kept ${i} of all things`)).toMatchObject({ entries: 20, parsed: 0, timed: 20 });
    expect(read((i) => `INFO kept ${i} of all things`)).toMatchObject({ entries: 20, parsed: 20, leveled: 20 });
  });

  it("counts entries that get the time of the one before", () => {
    const lines = Array.from({ length: 20 }, (_, i) =>
      i % 5 === 3 ? `10.0.0.${i} - GET /orders` : `ts=2026-11-25T07:10:${10 + i}Z level=info order=${i}`,
    );
    expect(propose(lines, { start: NOW }).figures).toMatchObject({ entries: 20, timed: 16, carried: 4, unparsed: 4 });
  });

  it("says what the stages that are taken do, and no more", () => {
    const lines = Array.from(
      { length: 20 },
      (_, i) => `2026-11-25T07:10:${10 + i}Z INFO [worker-${i}] order ${1000 + i} placed`,
    );
    const saysOf = (choices: ReadonlyMap<string, boolean>) =>
      propose(lines, { start: NOW, choices }).stages.find(({ id }) => id === "metadata")!.says;
    expect(saysOf(new Map())).toBe("Keep thread and order as structured metadata");
    expect(saysOf(new Map([["parse:1:pattern", false]]))).toBe("Keep thread as structured metadata");
  });

  it("shows entries of several lines as they are made", () => {
    const { stages, figures } = propose(
      [
        "2005-03-19 15:10:26,618 - app - ERROR - failed",
        "Traceback (most recent call last):",
        "ValueError: x",
        "2005-03-19 15:10:26,620 - app - INFO - next",
      ],
      { start: NOW },
    );
    const join = stages.find(({ layer }) => layer === "join")!;
    expect(join.code).toMatch(/^stage\.multiline/);
    expect(join.after).toContain("failed\nTraceback");
    expect(figures).toMatchObject({ lines: 4, entries: 2 });
  });

  it("does not count empty lines as entries", () => {
    expect(propose(["level=info a=1", "", "level=warn a=2"], { start: NOW }).figures).toMatchObject({
      parsed: 2,
      entries: 2,
    });
  });

  it("reads a time without a year as the pipeline will, which takes that of its clock", () => {
    const lines = Array.from({ length: 8 }, (_, i) => `Nov 24 14:03:0${i} lb01 haproxy[2211]: line ${i}`);
    const timeOf = (now: string) => propose(lines, { start: parseRfc3339(now)! }).example?.time?.slice(0, 10);
    expect(["2024-11-25T08:00:00Z", "2026-11-25T08:00:00Z", "2026-01-15T08:00:00Z"].map(timeOf)).toEqual([
      "2024-11-24",
      "2026-11-24",
      "2026-11-24",
    ]);
  });

  it("is none for what is not a log", () => {
    const prose = propose(["It was a bright cold day in April,", "and the clocks were striking."], { start: NOW });
    expect([prose.text, prose.stages]).toEqual(["", []]);
    expect(propose([], { start: NOW })).toMatchObject({ text: "", stages: [], example: undefined });
  });

  it("joins no entries of another kind, but reads each kind in a branch of its own", () => {
    const lines = Array.from({ length: 40 }, (_, i) =>
      i % 2 === 0
        ? JSON.stringify({ time: `2026-01-15T07:${10 + i}:10Z`, level: "info", msg: `job ${i} done` })
        : `203.0.113.${i} - - [15/Jan/2026:07:${10 + i}:11 +0000] "GET /item/${i} HTTP/1.1" 200 ${100 + i} "-" "curl/8"`,
    );
    const { stages, branches, figures } = propose(lines, { start: NOW });
    expect(stages.filter(({ layer }) => layer === "join")).toEqual([]);
    expect(branches.map(({ entries }) => entries)).toEqual([20, 20]);
    expect(figures).toMatchObject({ entries: 40, parsed: 40, timed: 40 });
  });

  it("counts an entry with time and level as parsed, whether the level is a label or not", () => {
    const header = "Date,Time,TZ,Level,Msg";
    const rows = Array.from({ length: 41 }, (_, i) => `11/25/2026,8:${i + 10} PM,CET,Warn,x ${i}`);
    const figuresOf = (choices: ReadonlyMap<string, boolean>) =>
      propose([header, ...rows], { start: NOW, choices }).figures;
    expect(figuresOf(new Map())).toMatchObject({ parsed: 41, timed: 41, leveled: 41, unparsed: 0 });
    expect(figuresOf(new Map([["labels", false]]))).toMatchObject({ parsed: 41, timed: 41, unparsed: 0 });
  });
});
