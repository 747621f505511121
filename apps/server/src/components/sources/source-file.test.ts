import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { SECOND } from "@sluice/engine";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MAX_LINE } from "../../files/reading/lines.ts";
import { FileFixture, POLL } from "../../testing/file-fixture.ts";

let fixture: FileFixture;
beforeEach(() => {
  fixture = new FileFixture();
});
afterEach(() => fixture.remove());

describe("following a file", () => {
  it("reads what is there, then what is added, with its labels and the time of reading", async () => {
    fixture.write("app.log", "1\r\n2\n\n");
    await fixture.start("app.log", "", '__secret = "x", empty = "",');
    expect(fixture.next.lines).toEqual(["1", "2", ""]);
    expect(fixture.next.entries[0]!.labels.toRecord()).toEqual({ filename: fixture.path("app.log"), job: "app" });
    expect(fixture.next.entries[0]!.timestamp).toBe(fixture.scheduler.now());
    fixture.write("app.log", "3\n");
    await fixture.pass();
    expect(fixture.next.lines).toEqual(["1", "2", "", "3"]);
    expect(fixture.values()).toMatchObject({
      [`logs_source_file_read_lines_total{path=${fixture.path("app.log")}}`]: 4,
      [`logs_source_file_read_bytes_total{path=${fixture.path("app.log")}}`]: 8,
      [`logs_source_file_file_bytes_total{path=${fixture.path("app.log")}}`]: 8,
      logs_source_file_files_active_total: 1,
    });
  });

  it("waits for the end of a line", async () => {
    fixture.write("app.log", "1\nhal");
    await fixture.start();
    await fixture.pass(60n * SECOND);
    expect(fixture.next.lines).toEqual(["1"]);
    fixture.write("app.log", "f\n");
    await fixture.pass();
    expect(fixture.next.lines).toEqual(["1", "half"]);
  });

  it("keeps each byte that is not UTF-8 apart from a real U+FFFD", async () => {
    writeFileSync(fixture.path("app.log"), Buffer.from([0x61, 0xe2, 0x82, 0xff, 0xef, 0xbf, 0xbd, 0x0a]));
    await fixture.start();
    expect(fixture.next.lines).toEqual(["a\udce2\udc82\udcff\ufffd"]);
  });

  it("splits a line that is too long between characters, and loses nothing of it", async () => {
    const long = `x${"é".repeat(MAX_LINE)}`;
    fixture.write("app.log", `before\n${long}\n${"y".repeat(MAX_LINE)}\r\nafter\n`);
    await fixture.start();
    expect(fixture.next.lines.map((line) => Buffer.byteLength(line))).toEqual([
      6,
      MAX_LINE - 1,
      MAX_LINE,
      2,
      MAX_LINE,
      5,
    ]);
    expect(fixture.next.lines.slice(1, 4).join("")).toBe(long);
    expect(fixture.values().logs_source_file_split_lines_total).toBe(2);
  });

  it("logs that lines of a file were split once, and then sparsely", async () => {
    const parts = "x".repeat(4 * MAX_LINE);
    for (const name of ["a.log", "b.log"]) fixture.write(name, `${parts}\n`);
    await fixture.start("*.log");
    const warned = () => fixture.context.logged.filter(({ message }) => message.includes("was split"));
    const first = warned();
    expect(new Set(first.map(({ fields }) => fields.path))).toEqual(
      new Set(["a.log", "b.log"].map(fixture.path, fixture)),
    );
    expect(first).toHaveLength(2);
    expect(fixture.values().logs_source_file_split_lines_total).toBe(6);
    fixture.write("a.log", `${parts}\n`);
    await fixture.pass();
    expect(warned()).toHaveLength(2);
    await fixture.pass(10n * SECOND);
    fixture.write("a.log", `${parts}\n`);
    await fixture.pass();
    expect(warned()).toHaveLength(3);
  });

  it("begins at the end where asked to, at the beginning of a line, and only with files that were there", async () => {
    fixture.write("app.log", "old\nhal");
    await fixture.start("*.log", "tail_from_end = true");
    fixture.write("app.log", "f\n");
    fixture.write("new.log", "whole\n");
    await fixture.pass(3n * SECOND);
    expect(fixture.next.lines).toEqual(["half", "whole"]);
  });

  it("looks less often while nothing comes, where that is configured", async () => {
    fixture.write("app.log", "1\n");
    await fixture.start("app.log", 'file_watch {\n min_poll_frequency = "250ms"\n max_poll_frequency = "2s"\n}');
    await fixture.pass(4n * SECOND);
    fixture.write("app.log", "2\n");
    await fixture.pass(POLL * 2n);
    expect(fixture.next.lines).toEqual(["1"]);
    await fixture.pass(2n * SECOND);
    expect(fixture.next.lines).toEqual(["1", "2"]);
  });

  it("finds files by patterns, and leaves out what is excluded", async () => {
    mkdirSync(fixture.path("sub/deep"), { recursive: true });
    fixture.write("a.log", "a\n");
    fixture.write("a.log.gz", "zip\n");
    fixture.write("sub/deep/b.log", "b\n");
    fixture.write("sub/no.log", "no\n");
    await fixture.start("**/*.log", "", `__path_exclude__ = "logs/sub/n*",`);
    expect(fixture.next.lines.toSorted()).toEqual(["a", "b"]);
    fixture.write("sub/c.log", "c\n");
    await fixture.pass(2n * SECOND);
    expect(fixture.next.lines.toSorted()).toEqual(["a", "b", "c"]);
  });
});

describe("a data directory that another server took", () => {
  it("gets no positions any more, and is what the source is unhealthy about", async () => {
    fixture.write("app.log", "1\n");
    await fixture.start();
    await fixture.pass(2n * SECOND);
    const saved = fixture.positions();
    expect(fixture.source.health.state).toBe("healthy");
    fixture.lost = "another server took the data directory";
    fixture.write("app.log", "2\n");
    await fixture.pass(2n * SECOND);
    expect(fixture.next.lines).toEqual(["1", "2"]);
    expect(fixture.source.health).toEqual({ state: "unhealthy", message: "another server took the data directory" });
    await fixture.stop();
    expect(fixture.positions()).toEqual(saved);
  });
});

describe("back-pressure", () => {
  it("reads nothing while the receiver is full, and continues where it was", async () => {
    fixture.write("app.log", "1\n");
    await fixture.start();
    fixture.next.blocked = true;
    fixture.write("app.log", "2\n");
    await fixture.pass(10n * SECOND);
    expect(fixture.next.lines).toEqual(["1"]);
    fixture.next.blocked = false;
    await fixture.source.looked();
    expect(fixture.next.lines).toEqual(["1", "2"]);
  });
});

describe("a file that vanishes", () => {
  it("and comes back is read on when it is the same, and from its beginning when it is another", async () => {
    fixture.write("app.log", "1\n");
    await fixture.start();
    renameSync(fixture.path("app.log"), join(fixture.folder, "away"));
    await fixture.pass();
    expect(fixture.source.health).toEqual({
      state: "healthy",
      message: `${fixture.path("app.log")}: it does not exist`,
    });
    renameSync(join(fixture.folder, "away"), fixture.path("app.log"));
    fixture.write("app.log", "2\n");
    await fixture.pass();
    renameSync(fixture.path("app.log"), join(fixture.folder, "away"));
    await fixture.pass(20n * SECOND);
    renameSync(join(fixture.folder, "away"), fixture.path("app.log"));
    fixture.write("app.log", "3\n");
    await fixture.pass();
    unlinkSync(fixture.path("app.log"));
    await fixture.pass(20n * SECOND);
    fixture.write("app.log", "1\n");
    await fixture.pass();
    expect(fixture.next.lines).toEqual(["1", "2", "3", "1"]);
    expect(
      fixture.context.logged
        .filter(({ fields }) => fields.path === fixture.path("app.log"))
        .map(({ message }) => message),
    ).toEqual([
      "a file cannot be read",
      "a file can be read now",
      "a file cannot be read",
      "a file can be read now",
      "a file cannot be read",
      "a file can be read now",
    ]);
  });

  it("is not kept by its folder: what was written before it was deleted is read", async () => {
    fixture.write("app.log", "1\n");
    await fixture.start();
    fixture.write("app.log", "2\nunfin");
    unlinkSync(fixture.path("app.log"));
    await fixture.pass(6n * SECOND);
    expect(fixture.next.lines).toEqual(["1", "2", "unfin"]);
    expect(fixture.values().logs_source_file_files_active_total).toBe(0);
  });
});

describe("lines that come back, since a component ended that had them,", () => {
  const give = (fate: "returned" | "delivered", ...lines: readonly string[]) => {
    const { entries } = fixture.next;
    for (const line of lines) {
      const at = entries.findIndex((one) => one.line === line);
      entries.splice(at, 1)[0]!.origin!.release(fate);
    }
  };

  it("are read again, and no others", async () => {
    fixture.next.releases = false;
    fixture.write("app.log", "1\n2\n3\n");
    await fixture.start();
    const { timestamp } = fixture.next.entries[0]!;
    give("delivered", "1");
    give("returned", "2");
    await fixture.pass();
    expect(fixture.next.lines).toEqual(["3", "2"]);
    expect(fixture.next.entries.at(-1)!.timestamp).toBe(timestamp);
    fixture.write("app.log", "4\n");
    give("returned", "2", "3");
    await fixture.pass();
    expect(fixture.next.lines.toSorted()).toEqual(["2", "3", "4"]);
    give("delivered", "2", "3", "4");
    await fixture.pass(SECOND);
    expect(fixture.positions().paths[0].files[0].offset).toBe(8);
    await fixture.pass(SECOND);
    expect(fixture.next.lines).toEqual([]);
  });

  it("are read again once there is room, and after the file lost its name", async () => {
    fixture.next.releases = false;
    fixture.write("app.log", "1\n2\n");
    await fixture.start();
    fixture.next.blocked = true;
    give("returned", "1", "2");
    renameSync(fixture.path("app.log"), fixture.path("app.log.1"));
    fixture.write("app.log", "3\n");
    await fixture.pass(60n * SECOND);
    expect(fixture.next.lines).toEqual([]);
    fixture.next.blocked = false;
    await fixture.source.looked();
    await fixture.pass();
    expect(fixture.next.lines).toEqual(["1", "2", "3"]);
  });

  it("are as they were before: a part of a long line, and one without an end in a rotated file", async () => {
    fixture.next.releases = false;
    fixture.write("app.log", `${"x".repeat(MAX_LINE + 5)}\nend`);
    await fixture.start();
    renameSync(fixture.path("app.log"), fixture.path("app.log.1"));
    await fixture.pass(10n * SECOND);
    const all = fixture.next.lines;
    expect(all.map((line) => line.length)).toEqual([MAX_LINE, 5, 3]);
    give("returned", ...all);
    await fixture.pass(SECOND);
    expect(fixture.next.lines).toEqual(all);
  });

  it("are left where the file holds something else now", async () => {
    fixture.next.releases = false;
    fixture.write("app.log", "1\n2\n");
    await fixture.start();
    give("returned", "1", "2");
    writeFileSync(fixture.path("app.log"), "new 1\nnew 2\n");
    await fixture.pass();
    expect(fixture.next.lines).toEqual(["new 1", "new 2"]);
  });
});

it("writes positions soon after lines are settled, also between two looks, and not while none are", async () => {
  fixture.next.releases = false;
  fixture.write("app.log", "1\n2\n");
  await fixture.start("app.log", 'file_watch {\n min_poll_frequency = "10s"\n max_poll_frequency = "10s"\n }');
  const saved = async () => {
    await fixture.scheduler.advance(SECOND / 5n);
    await fixture.source.looked();
    return fixture.positions().paths[0].files[0].offset;
  };
  expect(await saved()).toBe(0);
  for (const { origin } of fixture.next.entries) origin!.release("delivered");
  expect(await saved()).toBe(4);
  rmSync(join(fixture.folder, "data", "positions.json"));
  await fixture.scheduler.advance(SECOND);
  await fixture.source.looked();
  expect(existsSync(join(fixture.folder, "data", "positions.json"))).toBe(false);
});

describe("positions", () => {
  it("are kept without anything of what the file holds", async () => {
    fixture.write("app.log", "secret\n");
    await fixture.start();
    await fixture.stop();
    expect(fixture.positions()).toMatchObject({
      version: 1,
      paths: [{ path: fixture.path("app.log"), files: [{ offset: 7 }] }],
      done: [],
    });
    expect(JSON.stringify(fixture.positions())).not.toContain("secret");
    expect(readdirSync(join(fixture.folder, "data"))).toEqual(["positions.json"]);
  });

  it.each([
    ["no JSON", "{"],
    ["another version", '{"version":2,"paths":[],"done":[]}'],
    [
      "a broken entry",
      '{"version":1,"paths":[{"path":"x","seenAt":1,"files":[{"key":"1:1","offset":-1,"digest":""}]}],"done":[]}',
    ],
  ])("that are damaged (%s) are kept aside and reported, and reading starts over", async (_name, text) => {
    mkdirSync(join(fixture.folder, "data"));
    writeFileSync(join(fixture.folder, "data", "positions.json.damaged-1"), "earlier");
    writeFileSync(join(fixture.folder, "data", "positions.json"), text);
    fixture.write("app.log", "1\n");
    await fixture.start();
    expect(fixture.next.lines).toEqual(["1"]);
    expect(readFileSync(join(fixture.folder, "data", "positions.json.damaged-2"), "utf8")).toBe(text);
    expect(fixture.source.health).toEqual({
      state: "healthy",
      message: expect.stringMatching(
        /^positions were damaged \(.+\); they are kept as .+damaged-2, and reading started over$/,
      ),
    });
    await fixture.stop();
    expect(fixture.positions().paths.length).toBe(1);
  });

  it("that cannot be written make it unhealthy until they can", async () => {
    writeFileSync(join(fixture.folder, "data"), "in the way");
    fixture.write("app.log", "1\n");
    await fixture.start();
    expect(fixture.source.health).toMatchObject({ state: "unhealthy" });
    expect(fixture.next.lines).toEqual([]);
    unlinkSync(join(fixture.folder, "data"));
    await fixture.pass(2n * SECOND);
    expect(fixture.source.health).toEqual({ state: "healthy", message: "" });
    expect(fixture.next.lines).toEqual(["1"]);
  });
});

describe("what is not a file", () => {
  it.each<[string, () => void, string]>([
    ["a directory", () => mkdirSync(fixture.path("app.log")), "it is a directory; name its files, for example with /*"],
    [
      "a link in a circle",
      () => symlinkSync(fixture.path("app.log"), fixture.path("app.log")),
      "its symbolic links form a loop",
    ],
    ["a device", () => symlinkSync("/dev/null", fixture.path("app.log")), "it is not a regular file"],
  ])("%s is said, and read when it has become one", async (_name, make, message) => {
    make();
    await fixture.start();
    expect(fixture.source.health).toEqual({ state: "unhealthy", message: `${fixture.path("app.log")}: ${message}` });
    rmSync(fixture.path("app.log"), { recursive: true });
    fixture.write("app.log", "1\n");
    await fixture.pass();
    expect(fixture.source.health).toEqual({ state: "healthy", message: "" });
    expect(fixture.next.lines).toEqual(["1"]);
  });

  it("a file that may not be read is said, and read when it may", async () => {
    fixture.write("app.log", "1\n");
    chmodSync(fixture.folder, 0o755);
    chmodSync(fixture.path("app.log"), 0);
    await withoutPrivileges(async () => {
      await fixture.start();
      expect(fixture.source.health).toEqual({
        state: "unhealthy",
        message: `${fixture.path("app.log")}: this user has no permission to read it`,
      });
      expect(fixture.context.logged).toMatchObject([
        { level: "error", message: "a file cannot be read", fields: { path: fixture.path("app.log") } },
      ]);
    });
    chmodSync(fixture.path("app.log"), 0o600);
    await fixture.pass();
    expect(fixture.next.lines).toEqual(["1"]);
  });

  it("a file that may not be read at the restart is read on when it may", async () => {
    fixture.write("app.log", "1\n");
    await fixture.start();
    await fixture.stop();
    fixture.write("app.log", "2\n");
    chmodSync(fixture.folder, 0o755);
    chmodSync(join(fixture.folder, "data"), 0o777);
    chmodSync(fixture.path("app.log"), 0);
    await withoutPrivileges(async () => {
      await fixture.start();
      await fixture.pass(2n * SECOND);
      expect(fixture.source.health.state).toBe("unhealthy");
    });
    chmodSync(fixture.path("app.log"), 0o600);
    await fixture.pass();
    expect(fixture.next.lines).toEqual(["1", "2"]);
    expect(fixture.source.health.state).toBe("healthy");
  });
});

/** Runs as nobody where the tests run as root, who may read everything. */
async function withoutPrivileges(run: () => Promise<void>): Promise<void> {
  if (process.getuid?.() !== 0) return run();
  process.seteuid!(65534);
  try {
    await run();
  } finally {
    process.seteuid!(0);
  }
}
