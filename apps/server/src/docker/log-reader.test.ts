import { describe, expect, it } from "vitest";
import { bytesOf, type StubLine } from "../testing/stub-engine.ts";
import { createLogReader } from "./log-reader.ts";

const TIME = "2026-01-15T08:00:00.000000001Z";
const AT = 1_768_464_000_000_000_001n;
const line = (text: string, stream: StubLine["stream"] = "stdout"): StubLine => ({ stream, time: TIME, text });

/** What is read of bytes that come in pieces of `size`. */
function read(bytes: Buffer, size: number, tty = false) {
  const reader = createLogReader(tty);
  const lines: string[] = [];
  let problems = 0;
  for (let at = 0; at < bytes.length; at += size) {
    const found = reader.read(bytes.subarray(at, at + size));
    lines.push(...found.lines.map((one) => `${one.stream} ${one.timestamp === AT} ${one.line}`));
    problems += found.problems;
  }
  return { lines, problems };
}

describe("the log of a container", () => {
  it.each<[string, Buffer, string[], number]>([
    [
      "both streams",
      Buffer.concat([bytesOf(line("ä\n"), false), bytesOf(line("b\r\n", "stderr"), false)]),
      ["stdout true ä", "stderr true b"],
      0,
    ],
    [
      "a line that the engine has split",
      Buffer.concat([line("aa"), line("x\n", "stderr"), line("bb"), line("cc\n")].map((one) => bytesOf(one, false))),
      ["stderr true x", "stdout true aabbcc"],
      0,
    ],
    ["an empty line", bytesOf(line("\n"), false), ["stdout true "], 0],
    [
      "a frame of no stream",
      Buffer.concat([Buffer.from([9, 0, 0, 0, 0, 0, 0, 2, 65, 65]), bytesOf(line("a\n"), false)]),
      ["stdout true a"],
      1,
    ],
    [
      "a frame without a time",
      Buffer.concat([Buffer.from([1, 0, 0, 0, 0, 0, 0, 2, 65, 10]), bytesOf(line("a\n"), false)]),
      ["stdout true a"],
      1,
    ],
  ])("has %s", (_name, bytes, lines, problems) => {
    for (const size of [1, 3, 8, 1000]) expect(read(bytes, size), `${size}`).toEqual({ lines, problems });
  });

  it("comes in lines where it has a terminal", () => {
    const bytes = Buffer.concat([bytesOf(line("a\r\n"), true), Buffer.from("no time\n"), bytesOf(line("b\n"), true)]);
    for (const size of [1, 7, 1000])
      expect(read(bytes, size, true)).toEqual({ lines: ["stdout true a", "stdout true b"], problems: 1 });
  });
});
