import { beforeEach, describe, expect, it } from "vitest";
import { ManualScheduler, type Scheduler } from "../platform/scheduler.ts";
import { collectingLog, type LoggedLine, settle } from "../testing/fixtures.ts";
import { type FileAccess, FileWatch, LOOK_EVERY } from "./file-watch.ts";

/** Files in memory. */
class FakeFiles implements FileAccess {
  readonly #files = new Map<string, { text: string; ino: number; mtimeMs: number }>();
  #writes = 0;
  reads = 0;
  /** Called in the middle of each read. */
  whileReading: () => void = () => {};

  write(path: string, text: string, ino = 1): void {
    this.#files.set(path, { text, ino, mtimeMs: ++this.#writes });
  }

  remove(path: string): void {
    this.#files.delete(path);
  }

  async stat(path: string) {
    const { text, ino, mtimeMs } = this.#at(path);
    return { size: text.length, ino, mtimeMs };
  }

  async read(path: string): Promise<Uint8Array> {
    this.reads++;
    const { text } = this.#at(path);
    this.whileReading();
    return new TextEncoder().encode(text);
  }

  #at(path: string) {
    const file = this.#files.get(path);
    if (file === undefined) throw new Error(`no ${path}`);
    return file;
  }
}

let files: FakeFiles;
let scheduler: ManualScheduler;
let watch: FileWatch;
let logged: LoggedLine[];
let heard: string[];
const look = async () => {
  await scheduler.advance(LOOK_EVERY);
  await settle();
};

beforeEach(async () => {
  files = new FakeFiles();
  scheduler = new ManualScheduler();
  watch = new FileWatch(files);
  logged = [];
  heard = [];
  files.write("/etc/a", "one");
  expect(new TextDecoder().decode(await watch.open("a", "/etc/a"))).toBe("one");
});

describe("FileWatch", () => {
  const begin = () => {
    const end = watch.listen("a", (bytes) => heard.push(new TextDecoder().decode(bytes)));
    watch.start(scheduler, collectingLog(logged));
    return end;
  };

  it("hands on the bytes of a file that has changed, once", async () => {
    begin();
    await look();
    expect(files.reads).toBe(1);
    files.write("/etc/a", "two");
    await look();
    await look();
    expect(heard).toEqual(["two"]);
    expect(files.reads).toBe(2);
    files.write("/etc/a", "three");
    await look();
    expect(heard).toEqual(["two", "three"]);
  });

  it("notices what happened before it was started", async () => {
    files.write("/etc/a", "two");
    begin();
    await look();
    expect(heard).toEqual(["two"]);
  });

  it("looks every five seconds", async () => {
    begin();
    files.write("/etc/a", "two");
    await scheduler.advance(4_999_999_999n);
    await settle();
    expect(heard).toEqual([]);
    await scheduler.advance(1n);
    await settle();
    expect(heard).toEqual(["two"]);
  });

  it("waits for a file that is being written", async () => {
    begin();
    files.write("/etc/a", "tw");
    files.whileReading = () => files.write("/etc/a", "two");
    await look();
    expect(heard).toEqual([]);
    files.whileReading = () => {};
    await look();
    expect(heard).toEqual(["two"]);
  });

  it("keeps what it has while the file is gone, and says so once", async () => {
    begin();
    files.remove("/etc/a");
    await look();
    await look();
    expect(heard).toEqual([]);
    expect(logged).toEqual([
      {
        level: "warn",
        message: "a changed file cannot be read; its earlier content stays in use",
        fields: { file: "a", err: "no /etc/a" },
      },
    ]);
    files.write("/etc/a", "two", 2);
    await look();
    expect(heard).toEqual(["two"]);
    files.remove("/etc/a");
    await look();
    expect(logged).toHaveLength(2);
  });

  it("tells every listener, and none that has ended", async () => {
    const end = begin();
    const other: string[] = [];
    watch.listen("a", (bytes) => other.push(new TextDecoder().decode(bytes)));
    end();
    files.write("/etc/a", "two");
    await look();
    expect(heard).toEqual([]);
    expect(other).toEqual(["two"]);
  });

  it("continues when a listener throws", async () => {
    watch.listen("a", () => {
      throw new Error("a bug");
    });
    begin();
    files.write("/etc/a", "two");
    await look();
    files.write("/etc/a", "three");
    await look();
    expect(heard).toEqual(["two", "three"]);
    expect(logged.map(({ level }) => level)).toEqual(["error", "error"]);
  });

  it("sets no timer where nobody listens, and none once it is stopped", async () => {
    watch.start(scheduler, collectingLog(logged));
    expect(scheduler.pending).toBe(0);
    begin();
    expect(scheduler.pending).toBe(1);
    watch.stop();
    expect(scheduler.pending).toBe(0);
  });

  it("says nothing more when it is stopped while it looks", async () => {
    begin();
    files.write("/etc/a", "two");
    files.whileReading = () => watch.stop();
    await look();
    expect(heard).toEqual([]);
    expect(scheduler.pending).toBe(0);
  });
});

it("keeps looking after a look that failed in itself", async () => {
  const log = collectingLog(logged);
  let failing = true;
  const breaking = {
    ...log,
    write: (...args: Parameters<typeof log.write>) => {
      if (!failing) return log.write(...args);
      failing = false;
      throw new Error("the log is lost");
    },
  };
  const failed: unknown[] = [];
  const guarded: Scheduler = {
    now: () => scheduler.now(),
    soon: (action) => scheduler.soon(action),
    elapsed: () => scheduler.elapsed(),
    turnEnds: () => scheduler.turnEnds(),
    // As the runtime has it: rejections are looked after.
    after: (delay, action: () => unknown) =>
      scheduler.after(delay, () => void Promise.resolve(action()).catch((error: unknown) => failed.push(error))),
  };
  watch.listen("a", (bytes) => heard.push(new TextDecoder().decode(bytes)));
  watch.start(guarded, breaking);
  files.remove("/etc/a");
  await look();
  expect(failed.length).toBe(1);
  files.write("/etc/a", "two");
  await look();
  expect(heard).toEqual(["two"]);
});
