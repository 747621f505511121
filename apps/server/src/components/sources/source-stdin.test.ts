import { PassThrough } from "node:stream";
import type { ComponentArgs, logsSourceStdin } from "@sluice/engine";
import { beforeEach, describe, expect, it } from "vitest";
import { LineInput } from "../../files/reading/line-input.ts";
import { CollectingReceiver, componentOf, never, START, testContext, until, valuesOf } from "../../testing/fixtures.ts";
import { StdinSource } from "./source-stdin.ts";

const argsOf = (labels = '{ job = "a" }') =>
  componentOf("logs.source.stdin", `logs.source.stdin "in" {\n labels = ${labels}\n forward_to = []\n}`)
    .args as ComponentArgs<typeof logsSourceStdin>;

let stream: PassThrough;
let input: LineInput;
let next: CollectingReceiver;
beforeEach(() => {
  stream = new PassThrough();
  input = new LineInput(() => stream);
  next = new CollectingReceiver();
});

async function start(id = "logs.source.stdin.in", labels?: string) {
  const context = testContext(id, { input });
  const source = new StdinSource(argsOf(labels), next, context);
  await source.start();
  return { source, context };
}

describe("lines of standard input", () => {
  it("become entries with their labels, also those that came before the start", async () => {
    stream.write("one\ntw");
    const { context } = await start("x", '{ job = "a", gone = "" }');
    stream.write("o\r\nthree\n");
    await until(() => next.lines.length === 3);
    expect(next.entries.map(({ labels, line, timestamp }) => `${labels} ${line} ${timestamp}`)).toEqual([
      `{job="a"} one ${START}`,
      `{job="a"} two ${START}`,
      `{job="a"} three ${START}`,
    ]);
    expect(valuesOf(context.metrics.collect(0n)).logs_source_stdin_read_lines_total).toBe(3);
  });

  it("end healthily, with the last line though it has no end", async () => {
    const { source, context } = await start();
    stream.end("a\nb");
    await until(() => context.logged.length > 0);
    expect(next.lines).toEqual(["a", "b"]);
    expect(source.health.state).toBe("healthy");
    expect(source.details()).toEqual({ state: "at its end" });
    expect(context.logged.map(({ message }) => message)).toEqual([
      "standard input has ended; nothing more is read from it",
    ]);
    expect(await source.drain(never)).toBe(0);
  });

  it("are not read while there is no room, so that whoever writes waits", async () => {
    next.blocked = true;
    const { source } = await start();
    let taken = false;
    for (let i = 0; i < 100; i++) stream.write(`${String(i).padStart(9_999)}\n`);
    stream.write("last\n", () => {
      taken = true;
    });
    await until(() => source.details().state === "waiting for room");
    expect([taken, next.lines.length]).toEqual([false, 0]);
    next.blocked = false;
    await until(() => next.lines.length === 101);
    expect(next.lines.map((line) => line.trim())).toEqual([...Array(100).keys()].map(String).concat("last"));
  });

  it("say why they break off", async () => {
    const { source } = await start();
    stream.destroy(new Error("EIO: broken"));
    await until(() => source.health.state === "unhealthy");
    expect(source.health.message).toBe("standard input cannot be read: EIO: broken");
  });
});

describe("who reads standard input", () => {
  it("is one component; another says which", async () => {
    await start("logs.source.stdin.a");
    const { source } = await start("logs.source.stdin.b");
    expect(source.health).toEqual({
      state: "unhealthy",
      message: "standard input is read by logs.source.stdin.a, and only one component can; remove one of them",
    });
  });

  it("hands over, with the beginning of a line, to the one that comes after it", async () => {
    const { source } = await start("a", '{ job = "old" }');
    stream.write("1\n2a");
    await until(() => next.lines.length === 1);
    expect(await source.drain(never)).toBe(0);
    stream.write("2b\n");
    await start("a", '{ job = "new" }');
    await until(() => next.lines.length === 2);
    expect(next.entries.map(({ labels, line }) => `${labels} ${line}`)).toEqual(['{job="old"} 1', '{job="new"} 2a2b']);
  });

  it("waits with its end until what it read is taken, and says what was not", async () => {
    next.blocked = true;
    const { source } = await start();
    stream.write("1\n2\n");
    await until(() => source.details().state === "waiting for room");
    expect(await source.drain(Promise.resolve())).toBe(2);
    const drained = source.drain(never);
    next.blocked = false;
    expect(await drained).toBe(0);
    expect(next.lines).toEqual(["1", "2"]);
  });

  it("is nobody where the configuration came from there", async () => {
    const source = new StdinSource(argsOf(), next, testContext("x"));
    await source.start();
    expect(source.health.message).toMatch(/^standard input cannot be read: the configuration came from there/);
  });
});
