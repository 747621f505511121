import { copyFileSync, existsSync, renameSync, truncateSync, writeFileSync } from "node:fs";
import { SECOND } from "@sluice/engine";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FileFixture } from "../../testing/file-fixture.ts";

let fixture: FileFixture;
beforeEach(() => {
  fixture = new FileFixture();
});
afterEach(() => fixture.remove());

describe("rotation under way", () => {
  it("by renaming: reads the old file on for a while, then the new one", async () => {
    fixture.write("app.log", "1\n");
    await fixture.start();
    fixture.write("app.log", "2\n");
    renameSync(fixture.path("app.log"), fixture.path("app.log.1"));
    fixture.write("app.log", "3\n");
    await fixture.pass();
    expect(fixture.next.lines).toEqual(["1", "2", "3"]);
    fixture.write("app.log.1", "late\nunfinished");
    await fixture.pass();
    expect(fixture.next.lines).toEqual(["1", "2", "3", "late"]);
    await fixture.pass(6n * SECOND);
    expect(fixture.next.lines).toEqual(["1", "2", "3", "late", "unfinished"]);
    expect(new Set(fixture.next.entries.map(({ labels }) => labels.get("filename")))).toEqual(
      new Set([fixture.path("app.log")]),
    );
    expect(fixture.values()).toMatchObject({
      "logs_source_file_rotations_total{kind=renamed}": 1,
      logs_source_file_files_active_total: 1,
    });
  });

  it("by renaming twice between two looks", async () => {
    fixture.write("app.log", "1\n");
    await fixture.start();
    for (const line of ["2", "3"]) {
      fixture.write("app.log", `${line}\n`);
      if (existsSync(fixture.path("app.log.1"))) renameSync(fixture.path("app.log.1"), fixture.path("app.log.2"));
      renameSync(fixture.path("app.log"), fixture.path("app.log.1"));
    }
    fixture.write("app.log", "4\n");
    await fixture.pass();
    expect(fixture.next.lines).toEqual(["1", "2", "3", "4"]);
  });

  it("by copying and truncating: what was not read yet comes from the copy", async () => {
    fixture.write("app.log", "1\n");
    await fixture.start();
    fixture.write("app.log", "2\nunfin");
    copyFileSync(fixture.path("app.log"), fixture.path("app.log.1"));
    truncateSync(fixture.path("app.log"));
    fixture.write("app.log", "3\n");
    await fixture.pass();
    expect(fixture.next.lines).toEqual(["1", "2", "3"]);
    await fixture.pass(6n * SECOND);
    expect(fixture.next.lines).toEqual(["1", "2", "3", "unfin"]);
    fixture.write("app.log", "4\n");
    await fixture.pass();
    expect(fixture.next.lines.slice(4)).toEqual(["4"]);
  });

  describe.each(["app.log", "app.log*"])("by copying onto the same copy again, with the pattern %s", (pattern) => {
    const copyOver = () => {
      copyFileSync(fixture.path("app.log"), fixture.path("app.log.1"));
      truncateSync(fixture.path("app.log"));
    };
    const number = (n: number) => `line ${n}`;

    it.each([
      ["while the copy is still open", [1, 2]],
      ["when the copy is done", [9, 1]],
    ] as const)("loses and doubles nothing %s", async (_, pauses) => {
      fixture.write("app.log", `${number(0)}\n`);
      await fixture.start(pattern);
      let written = 1;
      for (let round = 0; round < 8; round++) {
        for (let i = 0; i <= round % 3; i++) fixture.write("app.log", `${number(written++)}\n`);
        if (round % 2 === 0) await fixture.pass();
        fixture.write("app.log", `${number(written++)} ${"x".repeat(round * 20)}\n`);
        copyOver();
        await fixture.pass(BigInt(pauses[round % 2]!) * SECOND);
      }
      await fixture.pass(12n * SECOND);
      const read = fixture.next.lines.map((line) => line.trim().replace(/ x+$/, ""));
      expect(read).toEqual(Array.from({ length: written }, (_, n) => number(n)));
    });

    it("loses and doubles nothing when the copy was read as a file of its own", async () => {
      fixture.write("app.log", "0\n");
      copyOver();
      await fixture.start(pattern);
      fixture.write("app.log", "1\n");
      await fixture.pass();
      fixture.write("app.log", "2\n");
      copyOver();
      fixture.write("app.log", "3\n");
      await fixture.pass(12n * SECOND);
      expect(fixture.next.lines).toEqual(["0", "1", "2", "3"]);
    });

    it("reads a copy that was made onto a file that had been empty", async () => {
      fixture.write("app.log", "");
      await fixture.start(pattern);
      renameSync(fixture.path("app.log"), fixture.path("app.log.1"));
      await fixture.pass(7n * SECOND);
      fixture.write("app.log", "1\n");
      copyOver();
      fixture.write("app.log", "2\n");
      await fixture.pass(12n * SECOND);
      expect(fixture.next.lines).toEqual(["1", "2"]);
    });

    it("finds the second copy after a restart", async () => {
      fixture.write("app.log", "1\n");
      await fixture.start(pattern);
      fixture.write("app.log", "2\n");
      copyOver();
      fixture.write("app.log", "3 is longer\n");
      await fixture.pass();
      await fixture.stop();
      fixture.write("app.log", "4\n");
      copyOver();
      fixture.write("app.log", "5\n");
      await fixture.start(pattern);
      await fixture.pass(12n * SECOND);
      expect(fixture.next.lines).toEqual(["1", "2", "3 is longer", "4", "5"]);
    });
  });

  it("notices a truncated file that has grown past where reading was", async () => {
    fixture.write("app.log", "1\n");
    await fixture.start();
    truncateSync(fixture.path("app.log"));
    fixture.write("app.log", "3\n4\n5\n");
    await fixture.pass();
    expect(fixture.next.lines).toEqual(["1", "3", "4", "5"]);
  });

  it.each(["renaming", "copying"])("by %s does not read rotated files again that a pattern finds", async (way) => {
    fixture.write("app.log", "1\n");
    await fixture.start("app.log*");
    for (let n = 2; n <= 5; n++) {
      fixture.write("app.log", `${n}\n`);
      const target = fixture.path(`app.log.${10 - n}`);
      if (way === "renaming") renameSync(fixture.path("app.log"), target);
      else {
        copyFileSync(fixture.path("app.log"), target);
        await fixture.pass(3n * SECOND);
        truncateSync(fixture.path("app.log"));
      }
      fixture.write("app.log", `new ${n}\n`);
      await fixture.pass(8n * SECOND);
    }
    expect(fixture.next.lines).toEqual(["1", "2", "new 2", "3", "new 3", "4", "new 4", "5", "new 5"]);
    await fixture.stop();
    await fixture.start("app.log*");
    await fixture.pass(8n * SECOND);
    expect(fixture.next.lines.length).toBe(9);
  });

  it("reads files of one beginning that are not copies", async () => {
    fixture.startAt(3600);
    fixture.write("app.log", "header\n");
    fixture.write("app.log.1", "header\nolder\n");
    await fixture.start("app.log*");
    await fixture.pass(4n * SECOND);
    expect(fixture.next.lines.toSorted()).toEqual(["header", "header", "older"]);
  });

  it("ends an unfinished line when the file is truncated and there is no copy", async () => {
    fixture.write("app.log", "1\nunfin");
    await fixture.start();
    truncateSync(fixture.path("app.log"));
    await fixture.pass();
    expect(fixture.next.lines).toEqual(["1", "unfin"]);
  });
});

describe("a restart", () => {
  const restart = async (pattern = "app.log") => {
    await fixture.start(pattern);
    await fixture.pass();
  };

  it("continues where reading stopped, without the line that had no end", async () => {
    fixture.write("app.log", "1\nhal");
    await fixture.start();
    await fixture.stop();
    fixture.write("app.log", "f\n3\n");
    await restart();
    expect(fixture.next.lines).toEqual(["1", "half", "3"]);
  });

  it("finds the rest of a file that was renamed meanwhile, also under no name that rotation gives", async () => {
    fixture.write("app.log", "1\n");
    await fixture.start();
    await fixture.stop();
    fixture.write("app.log", "2\n");
    renameSync(fixture.path("app.log"), fixture.path("somewhere-else"));
    fixture.write("app.log", "3\n");
    await restart();
    expect(fixture.next.lines).toEqual(["1", "2", "3"]);
  });

  it("finds the rest of a file that was renamed twice, and all of the one between", async () => {
    fixture.write("app.log", "1\n");
    await fixture.start();
    await fixture.stop();
    fixture.write("app.log", "2\n");
    renameSync(fixture.path("app.log"), fixture.path("app.log.1"));
    fixture.write("app.log", "3\n");
    renameSync(fixture.path("app.log.1"), fixture.path("app.log.2"));
    renameSync(fixture.path("app.log"), fixture.path("app.log.1"));
    fixture.write("app.log", "4\n");
    await restart();
    expect(fixture.next.lines).toEqual(["1", "2", "3", "4"]);
  });

  it("finds the rest of a file that was copied and truncated twice", async () => {
    fixture.write("app.log", "1\n");
    await fixture.start();
    await fixture.stop();
    fixture.write("app.log", "2\n");
    copyFileSync(fixture.path("app.log"), fixture.path("app.log.2"));
    writeFileSync(fixture.path("app.log"), "3 is longer than what was read before\n");
    copyFileSync(fixture.path("app.log"), fixture.path("app.log.1"));
    writeFileSync(fixture.path("app.log"), "4\n");
    await restart();
    expect(fixture.next.lines).toEqual(["1", "2", "3 is longer than what was read before", "4"]);
  });

  it("says what it cannot find", async () => {
    fixture.write("app.log", "1\n");
    await fixture.start();
    await fixture.stop();
    writeFileSync(fixture.path("app.log"), "0\n1\n");
    await restart();
    expect(fixture.next.lines).toEqual(["1", "0", "1"]);
    expect(fixture.context.logged).toContainEqual(
      expect.objectContaining({ level: "warn", message: expect.stringMatching(/cannot be found/) }),
    );
  });

  it("reads a file that is between two names, and takes the new one up later", async () => {
    fixture.write("app.log", "1\n");
    await fixture.start("*.log");
    await fixture.stop();
    fixture.write("app.log", "2\n");
    renameSync(fixture.path("app.log"), fixture.path("app.log.1"));
    await restart("*.log");
    expect(fixture.next.lines).toEqual(["1", "2"]);
    fixture.write("app.log", "3\n");
    await fixture.pass(3n * SECOND);
    expect(fixture.next.lines).toEqual(["1", "2", "3"]);
  });

  it("during the rotation of a file keeps all its generations", async () => {
    fixture.write("app.log", "1\n");
    await fixture.start();
    renameSync(fixture.path("app.log"), fixture.path("app.log.1"));
    fixture.write("app.log", "2\n");
    await fixture.pass();
    await fixture.stop();
    fixture.write("app.log.1", "late\n");
    fixture.write("app.log", "3\n");
    await restart();
    expect(fixture.next.lines).toEqual(["1", "2", "late", "3"]);
  });

  it("repeats what had not been settled, and nothing else", async () => {
    fixture.write("app.log", "1\n");
    await fixture.start();
    fixture.next.releases = false;
    fixture.write("app.log", "2\n3\n");
    await fixture.pass();
    expect(fixture.next.lines).toEqual(["1", "2", "3"]);
    await fixture.stop();
    fixture.next.releases = true;
    await restart();
    expect(fixture.next.lines).toEqual(["1", "2", "3", "2", "3"]);
  });

  it("after a stop that ran out of time repeats no line that was settled", async () => {
    fixture.write("app.log", "1\n22\n333\n4\n5\n");
    fixture.next.releases = false;
    await fixture.start();
    for (const { origin } of fixture.next.entries.slice(0, 3)) origin!.release("delivered");
    await fixture.stop();
    await fixture.start();
    expect(fixture.next.lines).toEqual(["1", "22", "333", "4", "5", "4", "5"]);
  });

  it("after a crash repeats at most what came since positions were saved", async () => {
    fixture.write("app.log", "1\n");
    await fixture.start("app.log", 'file_watch {\n min_poll_frequency = "50ms"\n max_poll_frequency = "50ms"\n }');
    await fixture.pass(2n * SECOND);
    for (const line of ["2\n", "3\n"]) {
      fixture.write("app.log", line);
      await fixture.scheduler.advance(SECOND / 20n);
      await fixture.source.looked();
    }
    await fixture.crash();
    await restart();
    expect(fixture.next.lines).toEqual(["1", "2", "3", "3"]);
  });

  it("keeps the positions of files that no target names for now", async () => {
    fixture.write("app.log", "1\n");
    fixture.write("other.log", "x\n");
    await fixture.start("*.log");
    await fixture.stop();
    await restart("other.log");
    await fixture.stop();
    fixture.write("app.log", "2\n");
    await restart("*.log");
    expect(fixture.next.lines.toSorted()).toEqual(["1", "2", "x"]);
  });

  it("comes before tail_from_end", async () => {
    fixture.write("app.log", "1\n");
    await fixture.start();
    await fixture.stop();
    fixture.write("app.log", "2\n");
    await fixture.start("app.log", "tail_from_end = true");
    expect(fixture.next.lines).toEqual(["1", "2"]);
  });
});
