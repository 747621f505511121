/** What stages hold when a process ends: it leaves as an entry, or is read again after a restart. Never neither, never both. */
import { SECOND } from "@sluice/engine";
import { beforeEach, describe, expect, it } from "vitest";
import type { Leaving } from "../../core/component.ts";
import {
  CollectingReceiver,
  componentOf,
  entry,
  never,
  REPLACED,
  STOPS,
  type TestContext,
  testContext,
  valuesOf,
} from "../../testing/fixtures.ts";
import { ReadingSource } from "../../testing/reading-source.ts";
import { ProcessComponent } from "./process.ts";

let context: TestContext;
let next: CollectingReceiver;
let file: ReadingSource;
beforeEach(() => {
  context = testContext("logs.process.main");
  next = new CollectingReceiver();
  file = new ReadingSource();
});

const ALL = '{job=~".*"}';
const nested = (stages: string) => `stage.match {\n selector = \`${ALL}\`\n ${stages}\n}`;
const CRI = "stage.cri { }";
const LIMIT = "stage.limit {\n rate = 1\n burst = 1\n}";
const MULTILINE = 'stage.multiline {\n firstline = "^#"\n}';

function start(stages: string): ProcessComponent {
  const node = componentOf("logs.process", `logs.process "main" {\n forward_to = []\n ${stages}\n}`);
  return new ProcessComponent(node, { resource: () => undefined, sha256: () => "" }, next, 1, context);
}

const fromFile = (...lines: string[]) => {
  file.lines.push(...lines);
  return file.read(lines.length).map(({ line, origin }) => entry(line, {}, origin));
};
const pushed = (...lines: string[]) => lines.map((line) => entry(line));
const cri = (text: string, flag = "P", stream = "stdout") => `2024-05-17T08:30:15Z ${stream} ${flag} ${text}`;

/** In = out + dropped + held, and nothing is held but `held`. */
function expectBalance(held: number): void {
  const values = valuesOf(context.metrics.collect(context.scheduler.now()));
  const [entered, out, dropped, inside] = ["in_total", "out_total", "dropped_total", "held"].map(
    (name) => values[`logs_process_entries_${name}`]!,
  );
  expect([entered, inside]).toEqual([out! + dropped! + inside!, held]);
}

const ENDS: readonly [string, Leaving][] = [
  ["the process stops", STOPS],
  ["the component is replaced", REPLACED],
];

describe.each(ENDS)("where %s", (_name, leaving) => {
  it.each<[string, string, readonly string[], readonly string[]]>([
    ["a partial line of cri", CRI, [cri("fuga")], ["fuga"]],
    ["a joined one of cri", CRI, [cri("hoge "), cri("fuga")], ["hoge fuga"]],
    ["those of several streams of cri", CRI, [cri("a"), cri("b", "P", "stderr")], ["a", "b"]],
    ["one that cri holds inside a match", nested(CRI), [cri("fuga")], ["fuga"]],
    ["one that cri holds two matches deep", nested(nested(CRI)), [cri("fuga")], ["fuga"]],
    ["one of cri that multiline holds then", `${CRI}\n${MULTILINE}`, [cri("# fuga")], ["# fuga"]],
    ["a block of multiline", MULTILINE, ["# a", "b"], ["# a\nb"]],
    ["a block of multiline inside a match", nested(MULTILINE), ["# a", "b"], ["# a\nb"]],
  ])("%s leaves as an entry where no source gives it again", async (_what, stages, lines, wanted) => {
    const process = start(stages);
    process.push(pushed(...lines));
    expect(await process.drain(never, leaving)).toBe(0);
    expect(next.lines).toEqual(wanted);
    expectBalance(0);
  });

  it("what a limit holds and what waits for it leaves with its tokens", async () => {
    const process = start(nested(LIMIT));
    process.push(pushed("1", "2", "3"));
    const drained = process.drain(never, leaving);
    await context.scheduler.advance(5n * SECOND);
    expect(await drained).toBe(0);
    expect(next.lines).toEqual(["1", "2", "3"]);
    expectBalance(0);
  });
});

/** Has it take as many turns as it needs. */
async function drain(process: ProcessComponent, deadline: Promise<void>, leaving: Leaving): Promise<number> {
  let lost: number | undefined;
  void process.drain(deadline, leaving).then((some) => (lost = some));
  while (lost === undefined) await context.scheduler.advance(0n);
  return lost;
}

describe("what would be lost when the time is over does not wait any longer", () => {
  const leaving = (ends: Leaving["ends"]): Leaving => ({ ends, hurry: Promise.resolve() });
  const lines = Array.from({ length: 500 }, (_, i) => String(i));

  it.each<Leaving["ends"]>(["component", "process"])("for the tokens of a limit, where the %s ends", async (ends) => {
    const process = start(`${LIMIT}\n${nested(LIMIT)}\n${CRI}`);
    process.push(pushed(...lines, cri("a"), cri("b")));
    expect(await drain(process, ends === "process" ? never : Promise.resolve(), leaving(ends))).toBe(0);
    expect(next.lines).toEqual([...lines, "ab"]);
    expectBalance(0);
    expect(context.scheduler.pending).toBe(0);
  });

  it("also where it takes more than one turn", async () => {
    context.scheduler.readingTakes = 4;
    const process = start(LIMIT);
    process.push(pushed(...lines));
    expect(await drain(process, Promise.resolve(), leaving("component"))).toBe(0);
    expect(next.lines).toEqual(lines);
  });

  it("but what a restart reads again goes on waiting", async () => {
    const process = start(LIMIT);
    process.push(fromFile("1", "2", "3"));
    expect(await process.drain(Promise.resolve(), leaving("process"))).toBe(0);
    expect(next.lines).toEqual(["1"]);
    expect(file.position).toBe(1);
  });

  /** Lines with an `L` wait for the tokens of a limit in a match, and all others pass them by. */
  const passedBy = (stages: string) => `stage.match {\n selector = \`{job=~".*"} |= "L"\`\n ${stages}\n}`;

  it.each<[string, string, readonly string[], readonly string[], number]>([
    ["a limit in a match", passedBy(LIMIT), ["L1", "L2", "3", "4"], ["L1", "3", "4", "L2"], 4],
    ["two of them", passedBy(nested(LIMIT)), ["L1", "L2", "3", "L4"], ["L1", "3", "L2", "L4"], 4],
    [
      "a stage before that",
      `${MULTILINE}\n${passedBy(LIMIT)}`,
      ["# L1", "# L2", "# 3", "# 4"],
      ["# L1", "# 3", "# 4", "# L2"],
      4,
    ],
  ])(
    "nor does what others have passed by in %s: they would come twice",
    async (_what, stages, given, wanted, position) => {
      const process = start(stages);
      process.push(fromFile(...given));
      expect(await drain(process, never, leaving("process"))).toBe(0);
      expect([next.lines, file.position]).toEqual([wanted, position]);
      expectBalance(0);
    },
  );

  it("but waits in it where nothing has passed it by, and neither did what waits behind it", async () => {
    const process = start(passedBy(LIMIT));
    process.push(fromFile("0", "L1", "L2", "L3", "L4", "L5", "6"));
    expect(await process.drain(Promise.resolve(), leaving("process"))).toBe(0);
    expect([next.lines, file.position]).toEqual([["0", "L1"], 2]);
  });

  it("and leaves where another component was given what waits, too", async () => {
    const process = start(LIMIT);
    const given = fromFile("1", "2", "3");
    for (const { origin } of given) origin!.share();
    process.push(given);
    for (const { origin } of given) origin!.release("delivered");
    expect(await drain(process, never, leaving("process"))).toBe(0);
    expect([next.lines, file.position]).toEqual([["1", "2", "3"], 3]);
  });

  it("and is found to be passed by also when it is late already", async () => {
    const process = start(passedBy(LIMIT));
    next.blocked = true;
    process.push(fromFile("L1", "L2", "3"));
    const drained = process.drain(never, leaving("process"));
    await context.scheduler.advance(0n);
    next.blocked = false;
    await context.scheduler.advance(0n);
    expect(await drained).toBe(0);
    expect([next.lines, file.position]).toEqual([["L1", "3", "L2"], 3]);
  });

  it("and is lost, and counted, where what comes after takes nothing", async () => {
    const process = start(LIMIT);
    next.blocked = true;
    process.push(pushed("1", "2", "3"));
    expect(await process.drain(Promise.resolve(), leaving("component"))).toBe(3);
  });
});

describe("a partial line of cri from a file", () => {
  it("is read again after a restart, and joined with what follows: it was lost", async () => {
    const process = start(CRI);
    process.push(fromFile(cri("whole", "F"), cri("hoge "), cri("fuga")));
    expect(await process.drain(never, STOPS)).toBe(0);
    expect([next.lines, file.position]).toEqual([["whole"], 1]);
    expectBalance(2);

    const again = start(CRI);
    file = file.restarted();
    again.push(file.read(9).map(({ line, origin }) => entry(line, {}, origin)));
    again.push(fromFile(cri(" end", "F")));
    expect(next.lines).toEqual(["whole", "hoge fuga end"]);
    expect(file.position).toBe(3);
  });

  it("leaves as an entry where a line after it went on, which would come twice", async () => {
    const process = start(CRI);
    process.push(fromFile(cri("fuga"), cri("other", "F", "stderr"), cri("last")));
    await process.drain(never, STOPS);
    // `last` is of the same line as `fuga`.
    expect([next.lines, file.position]).toEqual([["other", "fugalast"], 3]);
    expectBalance(0);
  });

  it("stays apart from those before: only the end of what was read is read again", async () => {
    const process = start(CRI);
    process.push(fromFile(cri("a"), cri("b", "F", "stderr"), cri("c", "P", "stderr")));
    await process.drain(never, STOPS);
    expect([next.lines, file.position]).toEqual([["b", "a"], 2]);
    expectBalance(1);
  });

  it("leaves as an entry where another component was given it, too", async () => {
    const process = start(CRI);
    const given = fromFile(cri("fuga"));
    for (const { origin } of given) origin!.share();
    process.push(given);
    for (const { origin } of given) origin!.release("delivered");
    await process.drain(never, STOPS);
    expect([next.lines, file.position]).toEqual([["fuga"], 1]);
  });

  it("leaves as an entry where the process goes on, since nothing reads it again then", async () => {
    const process = start(CRI);
    process.push(fromFile(cri("fuga")));
    await process.drain(never, REPLACED);
    expect([next.lines, file.position]).toEqual([["fuga"], 1]);
    expect(context.logged).toMatchObject([
      {
        level: "info",
        message: "partial lines were sent without their rest, since the pipeline ends",
        fields: { lines: 1 },
      },
    ]);
  });

  it("leaves as an entry where a stage before made several of one line", async () => {
    const process = start(`stage.split_json { }\n${CRI}`);
    process.push(fromFile(JSON.stringify([0]).replace("0", JSON.stringify(cri("a"))), "x"));
    await process.drain(never, STOPS);
    expect(file.position).toBe(2);
    expectBalance(0);
  });
});
