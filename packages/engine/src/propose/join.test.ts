import { describe, expect, it } from "vitest";
import { findJoin } from "./join.ts";
import { runRows } from "./run.ts";

const clock = (i: number) => `14:${String(Math.floor(i / 60)).padStart(2, "0")}:${String(i % 60).padStart(2, "0")}`;
const blocks = (count: number, block: (i: number) => readonly string[]) =>
  Array.from({ length: count }, (_, i) => block(i)).flat();

/** The lines as `findJoin` joins them. */
function join(lines: readonly string[]): string[] {
  const found = findJoin(lines);
  const rows = lines.map((line, i) => ({ sample: { line, labels: {} }, origins: [i] }));
  return runRows(found?.stage.write(new Set()) ?? "", rows, 0n).map(({ sample }) => sample.line);
}

describe("joining lines", () => {
  it("an entry whose further lines begin with an id, and whose first ends behind it", () => {
    const lines = blocks(20, (i) =>
      i % 3 === 0
        ? [
            `F, [2026-05-26T${clock(i)}.5 #47]  FATAL -- : [a${i}]   `,
            `[a${i}] NoMethodError (nil):`,
            `[a${i}]   `,
            `[a${i}] app/a.rb:12:in 'show'`,
          ]
        : [`I, [2026-05-26T${clock(i)}.5 #47]  INFO -- : [a${i}] Completed ${i}`],
    );
    expect(join(lines)).toHaveLength(20);
    expect(join(lines)[0]!.split("\n")).toHaveLength(4);
  });

  it("no odd line swallows ordinary ones that are indented", () => {
    const lines = blocks(30, (i) =>
      i === 4 ? ["==> Log data will now stream in:"] : [`    2026-01-22T${clock(i)}.248Z [INFO]  agent: request ${i}`],
    );
    expect(findJoin(lines)).toBeUndefined();
  });

  it("blocks of keys begin with the first of them", () => {
    const lines = [
      "Object Storage Server",
      "Version: 2024",
      ...blocks(6, (i) => [
        `API: Put(bucket=b${i})`,
        `Time: ${clock(i)} UTC 08/20/2026`,
        `RequestID: A${i}`,
        `Host: h${i}`,
        "       9: a.go:248:b()",
        "Error: timeout",
      ]),
    ];
    const joined = join(lines);
    expect(joined).toHaveLength(8);
    for (const entry of joined.slice(2)) expect(entry).toMatch(/^API: Put.*Error: timeout$/s);
  });

  it("what begins with a time or a level of another form continues nothing", () => {
    const lines = blocks(40, (i) => [
      `[2025-12-31 ${clock(i)}] production.ERROR: order ${i} failed`,
      "[stacktrace]",
      "#0 {main}",
      ...(i % 9 === 0 ? [`[30-Dec-2025 ${clock(i)} Europe/Berlin] PHP Warning:  Undefined variable`] : []),
      ...(i % 10 === 0 ? [`251231 ${clock(i)} mysqld_safe Starting mysqld`] : []),
      ...(i % 8 === 0 ? ["WARNING: the pool is busy"] : []),
    ]);
    const joined = join(lines);
    expect(joined).toHaveLength(40 + 5 + 4 + 5);
    expect(joined.filter((entry) => entry.includes("\n"))).toEqual(
      joined.filter((entry) => entry.includes("production.ERROR")),
    );
  });

  it("the level may stand in the second line", () => {
    const lines = blocks(20, (i) => [
      `Jan 01, 2026 2:${10 + i}:00 PM com.shop.Orders place`,
      `${i % 2 === 0 ? "SEVERE" : "INFO"}: order ${i}`,
    ]);
    expect(join(lines)).toHaveLength(20);
  });

  it("a trace behind JSON is an entry of its own", () => {
    const lines = blocks(40, (i) => [
      i % 3 === 0
        ? `2026-06-01 ${clock(i)},344 INFO worker[4]: heartbeat`
        : `{"ts":${1780315210 + i},"severity":"info","event":"fetch"}`,
      ...(i % 8 === 1
        ? ["Traceback (most recent call last):", '  File "/app/worker.py", line 262, in run', "ValueError: bad payload"]
        : []),
    ]);
    const joined = join(lines);
    expect(joined).toHaveLength(40 + 5);
    for (const entry of joined)
      if (entry.includes("\n")) expect(entry).toMatch(/^Traceback.*ValueError: bad payload$/s);
  });

  it("nothing where JSON would be broken", () => {
    const lines = blocks(40, (i) => [
      `{"ts":${1780315210 + i},"event":"fetch"}`,
      ...(i % 5 === 0 ? [`x${i} one`, "  two"] : []),
    ]);
    expect(findJoin(lines)).toBeUndefined();
  });

  it("comments continue nothing", () => {
    const records = blocks(40, (i) => [`${1775369228 + i}.119620\tC${i}\t10.0.0.1\t42\ttcp`]);
    expect(
      findJoin(["#separator \\x09", "#path\tconn", "#fields\tts\tuid", ...records, "#close\t2026-04-05"]),
    ).toBeUndefined();
    const traces = blocks(20, (i) => [
      `2026-06-01 ${clock(i)} INFO a ${i}`,
      "\tat b",
      ...(i % 7 === 0 ? ["#Version: 1.0"] : []),
    ]);
    expect(join(traces)).toHaveLength(20 + 3);
  });
});

describe("lines without a time that look like entries", () => {
  const head = (i: number) => `2026-05-26 ${clock(i)} INFO order ${i} placed`;
  const statement = (i: number) => `Listening on port ${8000 + i}`;

  it("are joined to none where no other lines are", () => {
    const lines = blocks(40, (i) => [
      head(i),
      ...(i % 8 === 3 ? [statement(i), "Backup finished without errors"] : []),
    ]);
    expect(findJoin(lines)).toBeUndefined();
  });

  it("stay alone where all that continues an entry is indented", () => {
    const lines = blocks(40, (i) => [
      head(i),
      ...(i % 8 === 3 ? ["\tat a.B(C.java:1)"] : i % 8 === 6 ? [statement(i)] : []),
    ]);
    expect(join(lines)).toHaveLength(45);
  });

  it("are counted where a trace that is not indented makes the lines be joined", () => {
    const lines = blocks(40, (i) => [
      head(i),
      ...(i % 8 === 3 ? ["java.lang.IllegalStateException: no", "\tat a.B(C.java:1)", "Caused by: a.C: no"] : []),
      ...(i % 10 === 6 ? [statement(i)] : []),
    ]);
    const found = findJoin(lines)!;
    expect(found.attached).toBe(4);
    expect(found.stage.evidence).toEqual([
      "4 lines that look like entries have no time and are joined, too, such as Listening on port 8006",
    ]);
  });

  it.each<[string, readonly string[]]>([
    ["rows of a dump", ["0000: 4f 4b 00 12", "0010: ff 00 13 4f"]],
    ["a statement in lines", ["SELECT name, total", "FROM orders", "WHERE total > 3"]],
    ["frames with their place behind them", ["main.run(0x1)", "\t/app/main.go:3", "main.main()", "\t/app/main.go:9"]],
    ["a trace of Python", ["Traceback (most recent call last):", '  File "a.py", line 1', "ValueError: not a number"]],
    ["a block in braces", ["{", '  "a": "two words here"', "}"]],
    ["what the line before announces", ["Files:", "first file of all"]],
    ["fields of a block", ["Thread: worker one", "State: waiting for lock", "Owner: job two"]],
  ])("are none: %s", (_, block) => {
    const lines = blocks(40, (i) => [head(i), ...(i % 8 === 3 ? ["Caused by: a.C: no", ...block] : [])]);
    expect(findJoin(lines)!.attached).toBe(0);
  });
});
