import { parseRfc3339 } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { propose } from "./propose.ts";

const START = parseRfc3339("2026-11-28T12:00:00Z")!;
const two = (n: number) => String(n).padStart(2, "0");
const evidenceOf = (line: (i: number, time: string) => string, id = /^parse/) =>
  propose(
    Array.from({ length: 40 }, (_, i) => line(i, `2026-11-25 08:${two(i)}:05`)),
    { start: START },
  )
    .stages.filter((stage) => id.test(stage.id))
    .flatMap(({ evidence }) => evidence.filter((one) => one.startsWith("left")));

describe("what a stage reads over is said", () => {
  it("a value that is the same in all lines, as it is written", () => {
    expect(evidenceOf((i, time) => `${time};I;gw1;tag=T${i} val=${i}`)).toEqual([
      "left in the line: “I” and “gw1” (the same in all)",
    ]);
  });

  it("a secret and what is beyond the number of values that are kept", () => {
    const cells = Array.from({ length: 24 }, (_, at) => at);
    const [left] = evidenceOf((i, time) => [time, ...cells.map((at) => `k${at}=${i}v${at}`)].join(";"));
    expect(left).toBe("left in the line: k20, k21, k22 and k23 (beyond 20 values)");
    const header = "time;password;user;n";
    expect(evidenceOf((i, time) => (i === 0 ? header : `${time};pw${i};u${i};${i}`))[0]).toBe(
      "left in the line: password (secret by name)",
    );
  });

  it("a host that is the same in all lines", () => {
    expect(evidenceOf((i, time) => `${time} INFO localhost - [worker-${i % 3}] started ${i} jobs`)[0]).toBe(
      "left in the line: “localhost” (the same in all)",
    );
  });

  it("parts of a sentence that no word names", () => {
    const left = evidenceOf((i, time) => `${time} INFO gave up on ${i}x${i}-b after ${i} s`, /pattern/);
    expect(left).toEqual(["left in the line: 1 part that no word names"]);
  });

  it("a value that some lines alone have, and is the same in these", () => {
    const [left] = evidenceOf((i, time) => `${time};gw${i % 3};${i % 2 === 0 ? "-" : "CORP"};${i};x${i}`);
    expect(left).toBe("left in the line: “CORP” (the same in all that have it)");
  });

  it("what is called a level and is none", () => {
    const [left] = evidenceOf((i, time) => JSON.stringify({ time, severity: `S-${i % 3}`, user: `u${i}` }));
    expect(left).toBe("left in the line: severity (no level, as the name says)");
  });

  it("nothing where all is taken out", () => {
    expect(evidenceOf((i, time) => `${time};${"IWE"[i % 3]};gw${i % 3};${i}`)).toEqual([]);
  });
});
