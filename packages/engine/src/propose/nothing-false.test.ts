import { parseRfc3339 } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { propose } from "./propose.ts";
import { preview } from "./run.ts";

const START = parseRfc3339("2026-11-28T12:00:00Z")!;
const two = (n: number) => String(n).padStart(2, "0");
const repeat = (line: (i: number, time: string) => string, count = 40): string[] =>
  Array.from({ length: count }, (_, i) => line(i, `2026-11-25 08:${two(i)}:05`));
const run = (lines: readonly string[]) => propose(lines, { start: START });
const linesLeft = (text: string, lines: readonly string[]) =>
  preview(
    text,
    lines.map((line) => ({ line, labels: {} })),
    START,
  ).outputs.map(({ entry }) => entry.line);

describe("blank lines", () => {
  const lines = ["", ...repeat((i, time) => `${time} INFO order ${i} placed`), "  "];

  it("leave as no entries", () => {
    const { text, stages, figures } = run(lines);
    expect(stages.find(({ id }) => id === "blank")!.evidence).toEqual(["2 of 42 lines"]);
    expect(linesLeft(text, lines)).toHaveLength(figures.entries);
  });

  it("within an entry stay, and those before the first are dropped", () => {
    const records = [
      "",
      ...repeat((i, time) => `Start-Date: ${time}\nCommandline: apt ${i}\nEnd-Date: ${time}\n`).flatMap((record) =>
        record.split("\n"),
      ),
    ];
    const { text, stages, figures } = run(records);
    expect(stages.find(({ id }) => id === "blank")!.says).toBe("Drop blank lines before the first entry");
    const left = linesLeft(text, records);
    expect(left).toHaveLength(figures.entries);
    expect(left.every((line) => line.startsWith("Start-Date: "))).toBe(true);
    expect(figures.joined).toBe(80);
  });

  it("need no stage where there are none", () => {
    expect(run(lines.slice(1, -1)).stages.map(({ id }) => id)).not.toContain("blank");
  });
});

describe("no value is", () => {
  it("the first word of a message before pairs", () => {
    const { text } = run(
      repeat(
        (i, time) => `${time} INFO c.a.Shop - ${i % 7 === 0 ? "charge failed," : "payment"} id=p${i} user=u${i % 3}`,
      ),
    );
    expect(text).toContain(" - (?P<message>");
    expect(text).not.toContain("word");
  });

  it("the name of a header, or what stands for a secret", () => {
    const { text } = run(
      repeat(
        (i, time) =>
          `${time} edge-${i % 3} src=10.0.0.${i} act=${i % 2 ? "deny" : "allow"} msg="conn closed" Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ${1000 + i}.SflKxwRJSMeKKF2QT4fwpMeJf36POk`,
      ),
    );
    expect(text).toContain("(?P<src>");
    expect(text).not.toMatch(/component|bearer/);
  });

  it("a column without a name that means several things", () => {
    const { text, stages } = run(
      repeat((i, time) =>
        i % 3 === 0
          ? `${time} configure libx${i}:amd64 1.${i}-2 <none>`
          : `${time} status ${i % 3 === 1 ? "installed" : "unpacked"} libx${i}:amd64 1.${i}-2`,
      ),
    );
    expect(stages.find(({ id }) => id === "parse:text")!.evidence.join()).toContain("values of several kinds");
    expect(text).toContain('values = {action = ""}');
  });
});

it("what nothing would use is not proposed", () => {
  const { text, stages, title } = run([
    ...["Promiscuous", "PromiscuousIPv6", "SetLoopbackMode", "SetLoopbackModeIPv4", "Test"].map(
      (name) => `FAILED: java/net/MulticastSocket/${name}.java`,
    ),
    ...["MulticastSendReceiveTests", "Promiscuous", "PromiscuousIPv6"].map(
      (name) => `FAILED: java/nio/channels/DatagramChannel/${name}.java`,
    ),
    "Error:  java/net/DatagramSocket/DatagramSocketMulticasting.java",
    "Error:  java/nio/channels/DatagramChannel/AdaptorMulticasting.java",
    "Error:  java/nio/channels/DatagramChannel/Loopback.java",
    "Test results: failed: 9; error: 4",
    "[debian/tests/jtreg-autopkgtest.sh] nothing to cleanup",
  ]);
  expect([text, stages]).toEqual(["", []]);
  expect(title).toBe("lines of level and message");
});
