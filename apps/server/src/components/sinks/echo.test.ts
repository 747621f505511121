import { LabelSet } from "@sluice/engine";
import { beforeEach, describe, expect, it } from "vitest";
import type { LogEntry } from "../../core/entries/receiver.ts";
import { never, entry as sample, settle, testContext } from "../../testing/fixtures.ts";
import { EchoComponent } from "./echo.ts";

const entry = (line: string): LogEntry => ({ labels: LabelSet.of([["a", "b"]]), line, timestamp: 0n, metadata: [] });

it("prints one line for each entry and nothing that a terminal obeys, which it let through", () => {
  const context = testContext("logs.echo.out");
  const { line, labels, ...rest } = sample("a\nb\u001b[31m\0\tc", { job: "x\u009b2J" });
  new EchoComponent(context).push([{ ...rest, line, labels, metadata: [["k", "\u202ev\n"]] }, sample("plain ä")]);
  expect(context.printed.join("")).toBe(
    '2026-01-15T08:00:00Z {job="x\\x9b2J"} k="\\u202ev\\n" a⏎b\\x1b[31m\\x00⇥c\n' +
      '2026-01-15T08:00:00Z {job="test"} plain ä\n',
  );
});

describe("output that nobody reads", () => {
  let printed: string;
  let read: () => void;
  let echo: EchoComponent;

  beforeEach(() => {
    printed = "";
    const print = (text: string) => {
      printed += text;
      return new Promise<void>((resolve) => {
        read = resolve;
      });
    };
    echo = new EchoComponent(testContext("logs.echo.out", { print }));
  });

  it("is back-pressure, and not memory", async () => {
    expect(echo.push([entry("one")])).toBe("accepted");
    expect(echo.full).toBe(true);
    expect(echo.push([entry("two")])).toBe("full");
    let room = false;
    echo.whenRoom(() => {
      room = true;
    });
    read();
    await settle();
    expect([room, echo.full]).toEqual([true, false]);
    expect(printed).toBe('1970-01-01T00:00:00Z {a="b"} one\n');
  });

  it("gets one piece of a large batch after the other", async () => {
    const lines = Array.from({ length: 10 }, (_, i) => String(i).repeat(40_000));
    echo.push(lines.map(entry));
    expect(printed.length).toBeLessThan(100_000);
    while (echo.full) {
      read();
      await settle();
    }
    expect(printed.split("\n").map((text) => text.slice(text.lastIndexOf(" ") + 1))).toEqual([...lines, ""]);
  });

  it("does not keep the stop from ending", async () => {
    echo.push([entry("one"), entry("two")]);
    expect(await echo.drain(Promise.resolve())).toBe(2);
    const drained = echo.drain(never);
    read();
    expect(await drained).toBe(0);
  });
});
