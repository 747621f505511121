/** `logs.source.file` on compressed files. */
import { appendFileSync, renameSync, statSync, truncateSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync, gzipSync } from "node:zlib";
import { SECOND } from "@sluice/engine";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { blockOf, writeBzip2 } from "../../testing/bzip2-writer.ts";
import { FileFixture } from "../../testing/file-fixture.ts";

let fixture: FileFixture;
beforeEach(() => {
  fixture = new FileFixture();
});
afterEach(() => fixture.remove());

const decompression = (format = "gz", more = "") =>
  `decompression {\n enabled = true\n format = "${format}"\n ${more}\n}`;
const start = (args = decompression()) => fixture.start("*.gz", args);
const put = (name: string, bytes: Buffer) => writeFileSync(fixture.path(name), bytes);
/** As many lines as give several pieces, and do not compress well. */
const many = (count: number) => Array.from({ length: count }, (_, i) => `line ${i} ${(i * 2_654_435_761) % 1_000_003}`);
const textOf = (lines: readonly string[]) => `${lines.join("\n")}\n`;

describe("a compressed file", () => {
  it.each([
    ["gz", gzipSync],
    ["z", deflateSync],
  ] as const)("of format %s is read to its end, with the last line that has none", async (format, pack) => {
    const lines = many(20_000);
    put("a.gz", pack(`${textOf(lines)}last`));
    await start(decompression(format));
    expect(fixture.next.lines).toEqual([...lines, "last"]);
    expect(fixture.next.entries[0]!.labels.toRecord()).toEqual({ filename: fixture.path("a.gz"), job: "app" });
    await fixture.pass(10n * SECOND);
    expect(fixture.next.lines).toHaveLength(20_001);
    expect(fixture.source.health.message).toBe("");
    expect(fixture.values()).toMatchObject({
      logs_source_file_files_active_total: 0,
      [`logs_source_file_read_lines_total{path=${fixture.path("a.gz")}}`]: 20_001,
    });
  });

  it("of format bz2 is read to where it breaks off, and on when it is longer", async () => {
    const whole = writeBzip2([blockOf(Buffer.from("1\n2\n")), blockOf(Buffer.from("3\n4"))]);
    put("a.gz", whole.subarray(0, whole.length - 15));
    await start(decompression("bz2"));
    expect(fixture.next.lines).toEqual(["1", "2"]);
    expect(fixture.source.health.message).toContain("it breaks off: what there is was read");
    put("a.gz", whole);
    await fixture.pass(10n * SECOND);
    expect(fixture.next.lines).toEqual(["1", "2", "3", "4"]);
    put("a.gz", Buffer.from("no bzip2"));
    await fixture.pass(10n * SECOND);
    expect(fixture.source.health.message).toContain(
      'it is not, or not all of it, in the format "bz2": it does not begin with BZh',
    );
  });

  it("is read on from the first line that comes back, once no others are on their way", async () => {
    put("a.gz", gzipSync("1\n2\n3\n4\n"));
    fixture.next.releases = false;
    await start();
    const [first, second, third, fourth] = fixture.next.entries.splice(0);
    first!.origin!.release("delivered");
    second!.origin!.release("returned");
    fourth!.origin!.release("delivered");
    await fixture.pass(10n * SECOND);
    expect(fixture.next.lines).toEqual([]);
    third!.origin!.release("returned");
    await fixture.pass(10n * SECOND);
    expect(fixture.next.lines).toEqual(["2", "3", "4"]);
    for (const { origin } of fixture.next.entries.splice(0)) origin!.release("delivered");
    await fixture.pass(10n * SECOND);
    expect([fixture.next.lines, fixture.positions().compressed]).toMatchObject([[], [{ offset: 8, whole: true }]]);
  });

  it("is decoded, and says by a mark how", async () => {
    put("a.gz", gzipSync(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("é\r\nzwei\n", "utf16le")])));
    await start();
    expect(fixture.next.lines).toEqual(["é", "zwei"]);
  });

  it("is left alone for its first delay, and read with what it holds by then", async () => {
    await start(decompression("gz", 'initial_delay = "10s"'));
    const whole = gzipSync("1\n2\n");
    put("a.gz", whole.subarray(0, 12));
    await fixture.pass(8n * SECOND);
    put("a.gz", whole);
    expect(fixture.next.lines).toEqual([]);
    await fixture.pass(5n * SECOND);
    expect(fixture.next.lines).toEqual(["1", "2"]);
  });

  it("is not read again after a restart, nor under another name", async () => {
    put("a.gz", gzipSync("1\n"));
    await start();
    await fixture.stop();
    await start();
    renameSync(fixture.path("a.gz"), fixture.path("b.gz"));
    put("a.gz", gzipSync("2\n"));
    await fixture.pass(10n * SECOND);
    expect(fixture.next.lines).toEqual(["1", "2"]);
    expect(fixture.positions()).toMatchObject({
      compressed: [
        { offset: 2, whole: true },
        { offset: 2, whole: true },
      ],
    });
  });

  it("that another member is added to is read on, without what was read", async () => {
    put("a.gz", gzipSync("1\n"));
    await start();
    appendFileSync(fixture.path("a.gz"), gzipSync("2\n"));
    await fixture.pass(10n * SECOND);
    expect(fixture.next.lines).toEqual(["1", "2"]);
    await fixture.stop();
    appendFileSync(fixture.path("a.gz"), gzipSync("3\n"));
    await start();
    expect(fixture.next.lines).toEqual(["1", "2", "3"]);
  });

  it("that holds something else under the same number is read anew", async () => {
    put("a.gz", gzipSync("1\n"));
    await start();
    const { ino } = statSync(fixture.path("a.gz"));
    truncateSync(fixture.path("a.gz"));
    await fixture.pass(5n * SECOND);
    put("a.gz", gzipSync("other\n"));
    expect(statSync(fixture.path("a.gz")).ino).toBe(ino);
    await fixture.pass(5n * SECOND);
    expect(fixture.next.lines).toEqual(["1", "other"]);
  });

  it("that breaks off is read as far as it goes, told, and read on when it is whole", async () => {
    const lines = many(5000);
    const whole = gzipSync(textOf(lines));
    put("a.gz", whole.subarray(0, whole.length - 2000));
    await start();
    const before = fixture.next.lines.length;
    expect(before).toBeGreaterThan(1000);
    expect(fixture.source.health.state).toBe("unhealthy");
    expect(fixture.source.health.message).toContain("it breaks off");
    put("a.gz", whole);
    await fixture.pass(10n * SECOND);
    expect(fixture.next.lines).toEqual(lines);
    expect(fixture.source.health.message).toBe("");
  });

  it("is begun after a restart where what was delivered ends", async () => {
    const lines = many(5000);
    const whole = gzipSync(textOf(lines));
    put("a.gz", whole.subarray(0, whole.length - 2000));
    await start();
    await fixture.stop();
    put("a.gz", whole);
    fixture.next.releases = false;
    await start();
    expect(fixture.next.lines).toEqual(lines);
    const before = fixture.positions().compressed[0].offset;
    await fixture.stop();
    expect(fixture.positions().compressed[0].offset).toBe(before);
    fixture.next.entries.length = 0;
    await start();
    expect(`${textOf(lines).slice(0, before)}${textOf(fixture.next.lines)}`).toBe(textOf(lines));
  });

  it("that is none is reported", async () => {
    put("a.gz", Buffer.from("plain\n"));
    await start();
    expect(fixture.next.lines).toEqual([]);
    expect(fixture.source.health.message).toContain('not all of it, in the format "gz"');
  });

  it("waits while the receiver is full, and loses nothing", async () => {
    const lines = many(20_000);
    put("a.gz", gzipSync(textOf(lines)));
    fixture.next.blocked = true;
    await start();
    expect(fixture.next.lines).toEqual([]);
    fixture.next.blocked = false;
    await fixture.source.looked();
    expect(fixture.next.lines).toEqual(lines);
  });

  it("is read to its end when it loses its name under way", async () => {
    const lines = many(20_000);
    put("a.gz", gzipSync(textOf(lines)));
    fixture.next.blocked = true;
    await start();
    unlinkSync(fixture.path("a.gz"));
    fixture.next.blocked = false;
    await fixture.pass(5n * SECOND);
    expect(fixture.next.lines).toEqual(lines);
    expect(fixture.values().logs_source_file_files_active_total).toBe(0);
  });
});

it("keeps the places of files that are read as they are, while others are decompressed", async () => {
  fixture.write("plain.log", "1\n");
  await fixture.start("plain.log");
  await fixture.stop();
  put("a.gz", gzipSync("2\n"));
  await start();
  await fixture.stop();
  fixture.write("plain.log", "3\n");
  await fixture.start("plain.log");
  expect(fixture.next.lines).toEqual(["1", "2", "3"]);
});

describe("damaged positions", () => {
  const damage = async () => {
    fixture.write("app.log", "1\n");
    await fixture.start("*.log");
    await fixture.stop();
    writeFileSync(join(fixture.folder, "data", "positions.json"), "{");
    fixture.write("app.log", "2\n");
  };

  it("have files read from their end where that is asked for, and new ones from their beginning", async () => {
    await damage();
    await fixture.start("*.log", 'on_positions_file_error = "restart_from_end"');
    fixture.write("app.log", "3\n");
    fixture.write("new.log", "4\n");
    await fixture.pass(3n * SECOND);
    expect(fixture.next.lines).toEqual(["1", "3", "4"]);
    expect(fixture.source.health.message).toContain("reading started at the end of files");
  });

  it("stay, and nothing is read, until they are repaired, where that is asked for", async () => {
    await damage();
    await fixture.start("*.log", 'on_positions_file_error = "skip"');
    await fixture.pass(3n * SECOND);
    expect(fixture.next.lines).toEqual(["1"]);
    expect(fixture.source.health).toMatchObject({ state: "unhealthy" });
    expect(fixture.source.health.message).toContain("repair or remove");
    unlinkSync(join(fixture.folder, "data", "positions.json"));
    await fixture.pass(3n * SECOND);
    expect(fixture.next.lines).toEqual(["1", "1", "2"]);
    expect(fixture.source.health.message).toBe("");
  });
});
