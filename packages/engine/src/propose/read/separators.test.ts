import { parseRfc3339 } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { propose } from "../propose.ts";
import { preview } from "../run.ts";

const START = parseRfc3339("2026-11-28T12:00:00Z")!;
const two = (n: number) => String(n).padStart(2, "0");
const time = (i: number) => `2026-11-25 08:${two(i)}:${two((i * 7) % 60)}`;
const letter = (i: number) => "IWE"[i % 3]!;
const levels = ["info", "warn", "error"];
const host = (i: number) => `gw${(i % 4) + 1}`;
const state = (i: number) => ["GOOD", "BAD"][i % 2]!;
const repeat = (line: (i: number) => string) => Array.from({ length: 24 }, (_, i) => line(i));

const keptOf = (lines: readonly string[]) =>
  preview(
    propose(lines, { start: START }).text,
    lines.map((line) => ({ line, labels: {} })),
    START,
  ).outputs.map(({ entry }) => ({ ...Object.fromEntries(entry.metadata ?? []), ...entry.labels.toRecord() }));

describe("every value between separators leaves", () => {
  it.each<[string, (i: number) => string]>([
    ["a letter, a host and pairs", (i) => `${time(i)};${letter(i)};${host(i)};tag=T${i}.Temp val=${i}.5 q=${state(i)}`],
    ["pairs between semicolons", (i) => `${time(i)};${letter(i)};${host(i)};tag=T${i}.Temp;val=${i}.5;q=${state(i)}`],
    ["pairs between bars", (i) => `${time(i)} ${host(i)} ${letter(i)} tag=T${i}.Temp|val=${i}.5|q=${state(i)}`],
    ["pairs between tabs", (i) => `${time(i)}\t${letter(i)}\t${host(i)}\ttag=T${i}.Temp\tval=${i}.5\tq=${state(i)}`],
    ["commas with blanks", (i) => `${time(i)}, ${letter(i)}, ${host(i)}, tag=T${i}.Temp, val=${i}.5, q=${state(i)}`],
    [
      "behind a syslog head",
      (i) => `Nov 25 08:${two(i)}:00 plant scada[7]: ${letter(i)};${host(i)};tag=T${i}.Temp val=${i}.5 q=${state(i)}`,
    ],
    [
      "in lines of a container",
      (i) =>
        `2026-11-25T08:${two(i)}:00.1Z stdout F ${time(i)};${letter(i)};${host(i)};tag=T${i}.Temp|val=${i}.5|q=${state(i)}`,
    ],
  ])("%s", (_, line) => {
    for (const [i, kept] of keptOf(repeat(line)).entries()) {
      expect(kept).toMatchObject({ level: levels[i % 3], tag: `T${i}.Temp`, val: `${i}.5`, q: state(i) });
      expect(Object.values(kept)).toContain(host(i));
    }
  });

  it("a pair at the beginning of some messages is no logger", () => {
    const kept = keptOf(
      repeat((i) =>
        i % 3 === 0
          ? `${time(i)};I;${host(i)};connection to plc${i} lost`
          : `${time(i)};${letter(i)};${host(i)};tag=T${i}.Temp val=${i} q=${state(i)}`,
      ),
    );
    expect(kept[1]).toMatchObject({ tag: "T1.Temp", val: "1", q: "BAD" });
    expect(kept.some((one) => "logger" in one)).toBe(false);
  });

  it("words of a sentence are no columns because a pair ends it, and the pair is read", () => {
    const said = ["queue empty", "job taken", "tick done"];
    const kept = keptOf(repeat((i) => `${time(i)} INFO worker: ${said[i % 3]} n=${i}`));
    expect(kept[5]).toEqual({ component: "worker", level: "info", n: "5" });
  });
});

describe("pairs are called after what separates them", () => {
  const says = (between: string) =>
    propose(
      repeat(
        (i) => `${time(i)} INFO said: ${["a b", "c d"][i % 2]} (x=${i}${between}y=${i * 2}${between}z=${state(i)})`,
      ),
      { start: START },
    ).stages.map((stage) => stage.says);
  it.each([
    [", ", "commas"],
    ["; ", "semicolons"],
    ["|", "bars"],
  ])("%s", (between, word) => {
    expect(says(between).join("\n")).toContain(`pairs between ${word}`);
  });
});
