/**
 * `logs.source.file` in a process of its own: a file is rotated by renaming and by copying and truncating while it is
 * written to and while the server is stopped and started again. No line is lost, none comes twice.
 */
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type LokiReceiver, startLokiReceiver } from "./testing/loki-receiver.ts";
import { type RunningSluice, startSluice } from "./testing/sluice-process.ts";

/** Time between two lines. The writer is slow enough for the rotations to fall between lines, fast enough to fall between looks. */
const WRITE_EVERY_MS = 2;

let folder: string;
let receiver: LokiReceiver;
let server: RunningSluice | undefined;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "sluice-tail-"));
  mkdirSync(join(folder, "logs"));
  receiver = await startLokiReceiver();
});
afterEach(async () => {
  await server?.stop();
  await receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

const log = () => join(folder, "logs", "app.log");
const rotated = (n: number) => `${log()}.${n}`;

/** Appends numbered lines, in pieces that end in the middle of one, until it is stopped. */
function startWriting() {
  let count = 0;
  let rest = "";
  const timer = setInterval(() => {
    const line = `line ${count++} ${"x".repeat(count % 97)}\n`;
    const cut = count % 5 === 0 ? Math.floor(line.length / 2) : line.length;
    appendFileSync(log(), rest + line.slice(0, cut));
    rest = line.slice(cut);
  }, WRITE_EVERY_MS);
  return {
    /** Runs between two lines: a program that is asked to reopen its log does so then. */
    finishLine() {
      appendFileSync(log(), rest);
      rest = "";
    },
    stop(): number {
      clearInterval(timer);
      this.finishLine();
      return count;
    },
  };
}

/** Gives every older generation the next number, as logrotate does, so that number 1 is free. */
function shift(): void {
  let last = 1;
  while (existsSync(rotated(last))) last++;
  for (let n = last; n > 1; n--) renameSync(rotated(n - 1), rotated(n));
}

function rotateByRenaming(): void {
  shift();
  renameSync(log(), rotated(1));
}

function rotateByCopying(): void {
  shift();
  copyFileSync(log(), rotated(1));
  truncateSync(log());
}

const received = () => [...receiver.streams.values()].flat().map(({ line }) => Number(line.split(" ")[1]));
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function until(done: () => boolean, what: string): Promise<void> {
  for (let waited = 0; !done(); waited += 20) {
    if (waited > 30_000) throw new Error(`${what} did not happen; ${received().length} lines were received`);
    await pause(20);
  }
}

it("loses and doubles no line through rotations, truncations and three restarts", { timeout: 60_000 }, async () => {
  const config = join(folder, "config.alloy");
  writeFileSync(
    config,
    `logs.source.file "app" {
  targets    = [{ __path__ = "logs/app.log*", job = "app" }]
  forward_to = [logs.process.main.receiver]
}

logs.process "main" {
  forward_to = [logs.write.out.receiver]

  stage.label_drop {
    values = ["filename"]
  }
}

logs.write "out" {
  endpoint {
    url        = ${JSON.stringify(receiver.url)}
    batch_wait = "50ms"
  }
}
`,
  );
  const start = () => startSluice(config, ["--data-dir", join(folder, "data")]);
  const stop = async () => {
    const { code, stderr } = await server!.stop();
    server = undefined;
    expect([code, stderr]).toEqual([0, expect.not.stringContaining("could not be delivered")]);
  };
  writeFileSync(log(), "");
  const writer = startWriting();

  server = await start();
  await until(() => received().length > 100, "the first lines");
  writer.finishLine();
  rotateByRenaming();
  const afterRename = received().length;
  await until(() => received().length > afterRename + 200, "lines after renaming");
  writer.finishLine();
  rotateByCopying();
  const afterCopy = received().length;
  await until(() => received().length > afterCopy + 200, "lines after copying");
  await stop();

  // While nobody looks: renamed, then copied and truncated, then renamed again.
  await pause(50);
  for (const rotate of [rotateByRenaming, rotateByCopying, rotateByRenaming]) {
    writer.finishLine();
    rotate();
    await pause(50);
  }
  server = await start();
  const second = received().length;
  await until(() => received().length > second + 200, "lines after the first restart");

  // Rotated at the very moment of the stop.
  writer.finishLine();
  const stopping = stop();
  rotateByRenaming();
  await stopping;
  await pause(50);
  server = await start();
  const third = received().length;
  await until(() => received().length > third + 200, "lines after the second restart");
  writer.finishLine();
  rotateByCopying();
  await stop();
  server = await start();

  const written = writer.stop();
  await until(() => received().length >= written, "the last line");
  // Whatever would come twice has time to do so.
  await pause(1000);
  expect(received().toSorted((a, b) => a - b)).toEqual(Array.from({ length: written }, (_, i) => i));
});
