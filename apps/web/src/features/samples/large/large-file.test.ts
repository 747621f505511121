import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { chosenFile } from "../../../testing/testing.ts";
import { type LineChoice, type LineProgress, spreadHint, takeLines } from "./large-file.ts";

const ALL: LineChoice = { contains: "", every: 1, most: 1000 };
const never = new AbortController().signal;

/** `pieces` as a file, one read each. */
function fileOf(pieces: Iterable<Uint8Array<ArrayBuffer>>, onRead = () => {}): Blob {
  const iterator = pieces[Symbol.iterator]();
  let first: Uint8Array<ArrayBuffer> | undefined;
  const next = () => {
    const { value, done } = iterator.next();
    return done === true ? undefined : value;
  };
  first = next();
  const stream = () =>
    new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        pull(controller) {
          const piece = first ?? next();
          first = undefined;
          if (piece === undefined) return controller.close();
          onRead();
          controller.enqueue(piece);
        },
      },
      { highWaterMark: 0 },
    );
  return Object.assign(new Blob([first?.slice(0, 2) ?? new Uint8Array()]), { stream });
}

const bytesOf = (text: string, encoding: BufferEncoding = "utf8") => Uint8Array.from(Buffer.from(text, encoding));
const take = (file: Blob, choice: Partial<LineChoice> = {}, room?: number) =>
  takeLines(
    file,
    { ...ALL, ...choice },
    { signal: never, progress: () => {}, ...(room === undefined ? {} : { room }) },
  );

const TEN = Array.from({ length: 10 }, (_, i) => `${i} ${i % 2 === 0 ? "even" : "odd"}`);

describe("lines of a large file", () => {
  it.each<[string, Partial<LineChoice>, readonly string[], string]>([
    ["all", {}, TEN, "file"],
    ["the first", { most: 3 }, TEN.slice(0, 3), "most"],
    ["every fourth", { every: 4 }, [TEN[0]!, TEN[4]!, TEN[8]!], "file"],
    ["those with a text", { contains: "odd" }, TEN.filter((line) => line.includes("odd")), "file"],
    ["every second of those with a text", { contains: "odd", every: 2, most: 2 }, [TEN[1]!, TEN[5]!], "most"],
  ])("are %s", async (_, choice, lines, ended) => {
    expect(await take(new Blob([TEN.join("\r\n")]), choice)).toMatchObject({ ok: true, lines, ended });
  });

  it.each([
    [10, 1],
    [5, 2],
    [4, 4],
    [1, 16],
  ])("spread over the whole file, %i at most", async (most, every) => {
    const taken = await take(new Blob([TEN.join("\n")]), { every: "spread", most });
    expect(taken).toMatchObject({ ok: true, lines: TEN.filter((_, i) => i % every === 0), every, ended: "file" });
  });

  it("spread over the whole file as far as there is room for their text", async () => {
    const lines = Array.from({ length: 1000 }, (_, i) => `${i} ${"x".repeat(i % 7)}`);
    const taken = await take(new Blob([lines.join("\n")]), { every: "spread", most: 1000 }, 500);
    if (!taken.ok) throw new Error(taken.why);
    expect(taken.lines).toEqual(lines.filter((_, i) => i % taken.every === 0));
    expect(taken.lines.join("").length).toBeLessThanOrEqual(500);
    expect(taken.lines.join("").length).toBeGreaterThan(200);
    expect(taken.progress.lines).toBe(1000);
  });

  it.each<[string, Uint8Array]>([
    ["gzip", gzipSync(`${TEN.join("\n")}\n`)],
    ["UTF-16 with a mark", Buffer.from(`\ufeff${TEN.join("\n")}`, "utf16le")],
  ])("are read of %s", async (_, bytes) => {
    expect(await take(new Blob([Uint8Array.from(bytes)]))).toMatchObject({ ok: true, lines: TEN });
  });

  it("are whole, wherever the pieces of the file end", async () => {
    const text = "grüße 漢字\nnext\n";
    const bytes = bytesOf(text);
    const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte));
    expect(await take(fileOf(pieces))).toMatchObject({ ok: true, lines: ["grüße 漢字", "next"] });
  });

  it("are of the encoding that the first line shows, wherever its pieces end", async () => {
    const pieces = Array.from(bytesOf("a b\nc\n", "utf16le"), (byte) => Uint8Array.of(byte));
    expect(await take(fileOf(pieces))).toMatchObject({ ok: true, lines: ["a b", "c"] });
  });

  it("are read only as far as needed, and a hundred megabytes are never held", async () => {
    const piece = bytesOf(`${"x".repeat(1023)}\n`.repeat(1024));
    const endless = function* () {
      for (;;) yield piece;
    };
    let reads = 0;
    const file = fileOf(endless(), () => reads++);
    const seen: LineProgress[] = [];
    const taken = await takeLines(
      file,
      { contains: "", every: 1024, most: 100 },
      { signal: never, progress: (now) => seen.push(now) },
    );
    expect(taken).toMatchObject({ ok: true, ended: "most", progress: { taken: 100, lines: 99 * 1024 + 1 } });
    expect(reads).toBeLessThan(104);
    expect(seen[49]).toEqual({ bytes: expect.any(Number), lines: 50 * 1024, taken: 50 });
  });

  it("end at the limit of their text", async () => {
    expect(await take(new Blob([TEN.join("\n")]), {}, 13)).toMatchObject({ lines: TEN.slice(0, 2), ended: "room" });
  });

  it("are abandoned on request", async () => {
    const stop = new AbortController();
    const endless = function* () {
      for (;;) yield bytesOf("a line\n");
    };
    const taken = await takeLines(
      fileOf(endless()),
      { ...ALL, contains: "not there" },
      { signal: stop.signal, progress: ({ lines }) => lines === 50 && stop.abort() },
    );
    expect(taken).toEqual({ ok: false, why: undefined });
  });

  it.each<[string, Uint8Array, string]>([
    ["what is no text", Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 0), "is not a text file"],
    ["a line without an end", Buffer.alloc(1_000_001, "x"), "more than 1,000,000 characters in line 1"],
    ["a gzip that is cut off", gzipSync(TEN.join("\n")).subarray(0, 20), "is damaged or cut off"],
  ])("are not taken of %s", async (_, bytes, why) => {
    expect(await take(new Blob([Uint8Array.from(bytes)]))).toEqual({ ok: false, why: expect.stringContaining(why) });
  });
});

it("how many lines a file has is an estimate from its first ones", () => {
  const head = "x\n".repeat(100).trimEnd();
  const file = chosenFile("app.log", "", head.length * 120);
  const hint = "Empty: spread over the whole file. 1: from the beginning.";
  expect(spreadHint({ file, head, format: "lines" })).toBe(`${hint} About 12,000 lines.`);
  const packed = chosenFile("app.log.gz", "", head.length * 120);
  expect(spreadHint({ file: packed, head, format: "lines" })).toBe(hint);
});
