import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { readSamples, toSample } from "@sluice/engine";
import { describe, expect, it, vi } from "vitest";
import { FileError } from "./config-file.ts";
import { readLines } from "./line-reader.ts";
import { type InputFormat, openSampleInput } from "./sample-input.ts";
import { useTemporaryFolder } from "./testing/temporary-folder.ts";

const folder = useTemporaryFolder();

async function read(content: string | Uint8Array, format: InputFormat = "auto", labels: Record<string, string> = {}) {
  const input = await openSampleInput(folder.write("in", content), format, labels);
  const samples = [];
  for await (const batch of input.batches(new AbortController().signal)) samples.push(...batch);
  return samples;
}

const lines = async (content: string | Uint8Array, format?: InputFormat) =>
  (await read(content, format)).map(({ line }) => line);

const WIDE = Buffer.from("ä 1\nb\n", "utf16le");

describe("plain lines", () => {
  it.each<[string, string | Uint8Array, string[]]>([
    ["an empty file", "", []],
    ["a last line without its end", "a\nb", ["a", "b"]],
    ["empty lines are entries", "a\n\nb\n", ["a", "", "b"]],
    ["CRLF", "a\r\nb\r", ["a", "b"]],
    ["only one carriage return belongs to the line end", "a\r\r\n", ["a\r"]],
    ["each byte that is not UTF-8 stays a raw byte", Buffer.from("a\xff\xfeb\n", "latin1"), ["a\udcff\udcfeb"]],
    ["a character across two reads", `${"x".repeat(256 * 1024 - 1)}ä\n`, [`${"x".repeat(256 * 1024 - 1)}ä`]],
    ["a line longer than a read", `${"y".repeat(1_000_000)}\nz`, ["y".repeat(1_000_000), "z"]],
  ])("%s", async (_, content, expected) => expect(await lines(content)).toEqual(expected));

  it.each<[string, Uint8Array]>([
    ["UTF-8 with a mark", Buffer.from("\ufeffä 1\nb\n")],
    ["UTF-16 with a mark", Buffer.from("\ufeffä 1\r\nb\r\n", "utf16le")],
    ["the other order", Buffer.from("\ufeffä 1\nb\n", "utf16le").swap16()],
    ["UTF-16 without one", Buffer.from("ä 1\nb\n", "utf16le")],
    ["that packed", gzipSync(Buffer.from("\ufeffä 1\nb\n", "utf16le"))],
    ["that in pieces of a byte", Buffer.concat([...WIDE].map((byte) => gzipSync(Uint8Array.of(byte))))],
  ])("%s", async (_, content) => expect(await lines(content, "lines")).toEqual(["ä 1", "b"]));

  it("of UTF-16 without a mark show their encoding after a first word in another script", async () => {
    const line = "ошибка level=error user=ann request=4711 path=/api/v1/items";
    expect(await lines(Buffer.from(`${line}\n`, "utf16le"), "lines")).toEqual([line]);
  });

  it("are there as soon as one is whole, though little was written", async () => {
    let goOn = () => {};
    const more = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const written = Readable.from(
      (async function* () {
        yield Buffer.from("a");
        yield Buffer.from("b c\nd");
        await more;
      })(),
    );
    const stdin = vi.spyOn(process, "stdin", "get").mockReturnValue(written as typeof process.stdin);
    const lists = readLines("-").lists(new AbortController().signal)[Symbol.asyncIterator]();
    const first = await lists.next();
    stdin.mockRestore();
    expect(first.value?.map(String)).toEqual(["ab c"]);
    goOn();
    expect((await lists.next()).value?.map(String)).toEqual(["d"]);
  });

  it("of UTF-16 are the same where a character is read in two pieces", async () => {
    const text = `${"x".repeat(200_000)}😀ä\n`.repeat(3);
    expect(await lines(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]), "lines")).toEqual(
      text.split("\n").slice(0, 3),
    );
  });

  it("of UTF-16 come with a warning, since a source does not read them by itself", async () => {
    const path = folder.write("wide.log", Buffer.from("\ufeffa\n", "utf16le"));
    const input = await openSampleInput(path, "lines", {});
    for await (const _ of input.batches(new AbortController().signal));
    expect(input.warnings()).toEqual([
      expect.stringMatching(
        /wide\.log: warning: it is UTF-16LE, and read as that; a source needs encoding = "UTF-16LE" to read it$/,
      ),
    ]);
  });

  it("carry the common labels", async () => {
    expect(await read("a", "lines", { job: "x" })).toEqual([{ line: "a", labels: { job: "x" } }]);
  });
});

describe("gzip", () => {
  it("is read as what it packs, in all of its members", async () => {
    expect(await lines(Buffer.concat([gzipSync("a\nb"), gzipSync("c\n")]))).toEqual(["a", "bc"]);
    expect(await read(gzipSync('{"line":"x","labels":{"a":"1"}}\n'))).toMatchObject([
      { line: "x", labels: { a: "1" } },
    ]);
  });

  it("that is cut off or damaged is an error, not entries", async () => {
    const whole = gzipSync("line\n".repeat(1000));
    await expect(lines(whole.subarray(0, -10))).rejects.toThrow("its gzip data are damaged or cut off");
    await expect(lines(Buffer.from([0x1f, 0x8b, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]))).rejects.toThrow(FileError);
  });

  it("is taken for what it is by two bytes", async () => {
    expect(await lines(Buffer.from([0x1f]))).toEqual(["\u001f"]);
  });

  it("of a file that a configuration names is not unpacked without end", async () => {
    const reader = readLines(folder.write("bomb.gz", gzipSync("x\n".repeat(1_000_000))), 1_000_000);
    const read = async () => {
      for await (const _ of reader.lists(new AbortController().signal));
    };
    await expect(read()).rejects.toThrow("more than 1000000 bytes");
  });
});

describe("what is not an entry although it is JSON", () => {
  it.each([
    ["docker's lines", '{"log":"a\\n","stream":"stdout","time":"2026-01-15T08:00:00Z"}'],
    ["an application's line with a field called line", '{"level":"info","line":"12","file":"a.go"}'],
    ["line is a number", '{"line":12}'],
    ["labels are not texts", '{"labels":{"a":1},"line":"x","msg":"y"}'],
    ["a list", '["a"]'],
    ["a text", '"line"'],
    ["cut off", '{"line":"a'],
    ["an indented object that is not a push body", '{\n  "line": "x"\n}'],
    ["streams somewhere inside", '{"a":1,"streams":[]}'],
    ["a brace alone", "{\n{\n"],
  ])("%s", async (_, content) => expect(await lines(content)).toEqual(content.trimEnd().split("\n")));
});

describe("JSON lines", () => {
  it("have labels, time and metadata", async () => {
    const at = "2026-01-15T08:00:00.5Z";
    const content = [
      { labels: { a: "1" }, line: "x", timestamp: at },
      { line: "y", timestamp: "1768464000000000001", structured_metadata: { trace: "t" } },
      {
        line: "z",
        labels: { job: "own" },
        structured_metadata: [
          ["m", "1"],
          ["m", "2"],
        ],
      },
    ];
    expect(await read(content.map((one) => JSON.stringify(one)).join("\n"), "auto", { job: "common" })).toEqual([
      { line: "x", labels: { job: "common", a: "1" }, timestamp: 1768464000500000000n, metadata: undefined },
      { line: "y", labels: { job: "common" }, timestamp: 1768464000000000001n, metadata: [["trace", "t"]] },
      {
        line: "z",
        labels: { job: "own" },
        timestamp: undefined,
        metadata: [
          ["m", "1"],
          ["m", "2"],
        ],
      },
    ]);
  });

  it.each([
    ["only a line", '{"line":"a"}'],
    ["further keys beside labels", '{"labels":{"a":"b"},"line":"a","id":7}'],
    ["after a byte order mark", '\ufeff{"line":"a"}'],
    ["after blank lines", '\n  \n{"line":"a"}\n\n'],
  ])("are known by themselves: %s", async (_, content) => expect(await lines(content)).toEqual(["a"]));

  it.each([
    ["not JSON", '{"line":"a"}\n{"line":', "in:2: not JSON: "],
    ["not JSON, after blank lines", '{"line":"a"}\n\n\nx', "in:4: not JSON: "],
    ["no line", '{"line":"a"}\n{"labels":{}}', 'in:2: an entry is an object with a string "line"'],
    ["a list", '{"line":"a"}\n[]', 'in:2: an entry is an object with a string "line"'],
    [
      "labels that are not strings",
      '{"line":"a"}\n{"line":"b","labels":{"a":1}}',
      "in:2: labels must be an object of strings",
    ],
    [
      "metadata of another form",
      '{"line":"b","structured_metadata":"x"}',
      "in:1: structured_metadata must be an object",
    ],
    ["a time of another form", '{"line":"b","timestamp":"yesterday"}', "in:1: timestamp must be RFC 3339"],
    [
      "a time with a fraction of a nanosecond",
      '{"line":"b","timestamp":1768464000000000001.5}',
      "in:1: timestamp must be",
    ],
    [
      "a time out of range",
      '{"line":"b","timestamp":"9999-01-01T00:00:00Z"}',
      'in:1: timestamp "9999-01-01T00:00:00Z" is not between',
    ],
  ])("name file and line where they are wrong: %s", async (_, content, message) => {
    await expect(read(content)).rejects.toThrow(FileError);
    await expect(read(content)).rejects.toThrow(message);
  });

  it("are read as lines when the format says so", async () => {
    expect(await lines('{"line":"a"}', "lines")).toEqual(['{"line":"a"}']);
  });
});

describe("the one reader of samples", () => {
  it.each([
    ["plain lines", "a\n\nb\n"],
    [
      "JSON lines",
      '{"line":"a","advance":"1.5s"}\n\n{"line":"b","labels":{"x":"y"},"extracted":{"n":1},"timestamp":1768464000000000001,"id":7}\n',
    ],
    ["a push body", '{"streams":[{"stream":{"x":"y"},"values":[["5","a",{"m":"n"}]],"hash":1}]}\n'],
  ])("gives the command line what it gives everybody: %s", async (_, content) => {
    const common = { job: "common" };
    const input = await openSampleInput(folder.write("in", content), "auto", common);
    const samples = [];
    for await (const batch of input.batches(new AbortController().signal)) samples.push(...batch);
    const read = readSamples(content);
    expect(read.ok && read.entries.map((entry) => toSample(entry, common))).toEqual(samples);
    const told = read.ok && read.warnings.map(({ line, message }) => `${input.name}:${line}: warning: ${message}`);
    expect(told).toEqual(input.warnings());
  });
});

describe("a push body", () => {
  const body = {
    streams: [
      {
        stream: { a: "b" },
        values: [
          ["1", "x"],
          ["2", "y", { m: "n" }],
        ],
      },
    ],
  };

  it.each([
    ["in one line", JSON.stringify(body)],
    ["indented", JSON.stringify(body, null, 2)],
    ["with CRLF and a byte order mark", `\ufeff${JSON.stringify(body, null, 2).replaceAll("\n", "\r\n")}`],
  ])("is known by itself %s", async (_, content) => {
    expect(await read(content, "auto", { a: "common", job: "j" })).toEqual([
      expect.objectContaining({ line: "x", labels: { a: "b", job: "j" }, timestamp: 1n }),
      expect.objectContaining({ line: "y", timestamp: 2n, metadata: [["m", "n"]] }),
    ]);
  });

  it("is refused with its reason", async () => {
    await expect(read('{"streams":1}')).rejects.toThrow(FileError);
    await expect(read("{", "push")).rejects.toThrow(FileError);
  });
});

describe("files that cannot be read", () => {
  it.each([
    ["none", "nowhere", "no such file"],
    ["a directory", ".", "it is a directory"],
  ])("%s", async (_, name, message) => {
    await expect(openSampleInput(folder.path(name), "auto", {})).rejects.toThrow(message);
  });
});
