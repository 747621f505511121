// Tailed files: large blocks, rotations in quick succession, many idle ones, and two servers that tail the same.
import { execFileSync } from "node:child_process";
import { appendFileSync, copyFileSync, linkSync, mkdirSync, renameSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../base/message-of.mjs";
import { intake, SINK, writer } from "./upstream.mjs";
import { startVictim, until } from "./victim.mjs";

/**
 * @param {string} path
 * @param {string} forwardTo
 */
const source = (path, forwardTo) => `logs.source.file "f" {
  targets    = [{ __path__ = ${JSON.stringify(path)} }]
  forward_to = [${forwardTo}]
}
`;

/** @type {readonly import("./attempt.mjs").Attack[]} */
const blocks = [125_000, 200_000, 1_000_000].map((count) => ({
  name: `tail: one multiline block of ${count.toLocaleString("en")} lines`,
  quick: count === 200_000,
  async run(t) {
    const upstream = await t.upstream();
    const path = join(t.folder, "app.log");
    const lines = ["START", ...Array.from({ length: count - 1 }, (_, i) => `  ${i}`)];
    writeFileSync(path, `${lines.join("\n")}\nSTART again\n`);
    const victim = await t.victim(
      source(path, "logs.process.join.receiver") +
        `logs.process "join" {
  forward_to = [logs.write.up.receiver]
  stage.multiline {
    firstline     = "^START"
    max_wait_time = "1h"
    max_lines     = 0
  }
}
` +
        writer(upstream.url) +
        intake("logs.process.sink.receiver") +
        SINK,
    );
    t.expect(await until(() => upstream.lines.length > 0, 120_000), "nothing was sent");
    t.expect(
      upstream.lines[0]?.split("\n").length === count,
      `${upstream.lines[0]?.split("\n").length} lines came as one`,
    );
    t.expect((await victim.push(["hello"])) === 204, "another pipeline stands still");
    const { code } = await victim.stop();
    t.expect(code === 0, `it ended with ${code}`);
    t.expect(upstream.lines.length === 2, `${upstream.lines.length} entries came, not two`);
  },
}));

/** In which the server looks several times at names that change as fast as they can. */
const FLIPS_MS = 3000;

/** @type {readonly import("./attempt.mjs").Attack[]} */
export const attacks = [
  ...blocks,
  {
    name: "tail: copied and truncated again onto the same copy",
    quick: true,
    async run(t) {
      const upstream = await t.upstream();
      const path = join(t.folder, "app.log");
      writeFileSync(path, "");
      const victim = await t.victim(source(join(t.folder, "app.log"), "logs.write.up.receiver") + writer(upstream.url));
      /** @type {string[]} */
      const written = [];
      for (let round = 0; round < 8; round++) {
        for (let i = 0; i < 50; i++) {
          const line = `round ${round} line ${i} ${"x".repeat((i * 7) % 40)}`;
          written.push(line);
          appendFileSync(path, `${line}\n`);
          if (i % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 20));
        }
        await new Promise((resolve) => setTimeout(resolve, round % 2 === 0 ? 700 : 100));
        if (round % 2 === 0) {
          copyFileSync(path, `${path}.1`);
          truncateSync(path);
        }
      }
      await until(() => upstream.lines.length >= written.length, 15_000);
      await new Promise((resolve) => setTimeout(resolve, 1500));
      const seen = new Map();
      for (const line of upstream.lines) seen.set(line, (seen.get(line) ?? 0) + 1);
      t.expect(
        written.every((line) => seen.has(line)),
        `${written.filter((line) => !seen.has(line)).length} lines were lost`,
      );
      t.expect(
        [...seen.values()].every((count) => count === 1),
        "lines came twice",
      );
      t.expect(seen.size === written.length, `${seen.size - written.length} lines came that nobody wrote`);
      t.expect(victim.end === undefined, "it ended");
    },
  },
  {
    name: "tail: 5,000 files that stand still",
    async run(t) {
      const upstream = await t.upstream();
      const folder = join(t.folder, "logs");
      mkdirSync(folder);
      for (let i = 0; i < 5000; i++) writeFileSync(join(folder, `${i}.log`), `first ${i}\n`);
      const victim = await t.victim(source(join(folder, "*.log"), "logs.write.up.receiver") + writer(upstream.url));
      t.expect(
        await until(() => upstream.lines.length === 5000, 60_000),
        `${upstream.lines.length} of 5000 first lines came`,
      );
      // What was written a minute ago is not idle yet.
      await new Promise((resolve) => setTimeout(resolve, 65_000));
      const before = (await victim.measured()).cpu;
      const seconds = 20;
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      const after = (await victim.measured()).cpu;
      const share = (after.user + after.system - before.user - before.system) / 1e4 / seconds;
      t.note(`${share.toFixed(1)} % of a core`);
      t.expect(share < 15, `it takes ${share.toFixed(1)} % of a core`);
      appendFileSync(join(folder, "4321.log"), "late\n");
      const begun = performance.now();
      t.expect(await until(() => upstream.lines.includes("late"), 20_000), "a line was not delivered");
      const waited = (performance.now() - begun) / 1000;
      t.expect(waited < 5, `the first delivery took ${waited.toFixed(1)} s`);
    },
  },
  {
    name: "tail: files and pipes that take each other's names",
    quick: true,
    async run(t) {
      if (process.platform === "win32") return;
      const folder = join(t.folder, "logs");
      mkdirSync(folder);
      const ok = join(folder, "ok.log");
      writeFileSync(ok, "hello\n");
      const pipe = join(folder, ".pipe");
      execFileSync("mkfifo", [pipe]);
      const upstream = await t.upstream();
      const victim = await t.victim(source(join(folder, "*.log"), "logs.write.up.receiver") + writer(upstream.url), {
        args: ["--drain-timeout", "3"],
      });
      const names = Array.from({ length: 40 }, (_, i) => join(folder, `a${i}.log`));
      const fresh = join(folder, ".fresh");
      for (const end = performance.now() + FLIPS_MS; performance.now() < end; ) {
        for (const name of names) {
          writeFileSync(fresh, `${performance.now()}\n`);
          renameSync(fresh, name);
        }
        await new Promise((resolve) => setImmediate(resolve));
        for (const name of names) {
          linkSync(pipe, fresh);
          renameSync(fresh, name);
        }
        await new Promise((resolve) => setImmediate(resolve));
      }
      appendFileSync(ok, "after\n");
      t.expect(await until(() => upstream.lines.includes("after"), 10_000), "a file beside them is not read any more");
      const begun = performance.now();
      const { code, signal } = await victim.stop();
      t.expect(code === 0, `it ended with ${code ?? signal}`);
      t.expect(performance.now() - begun < 10_000, "the stop took longer than it may");
    },
  },
  {
    name: "tail: six times kill -9 while a file is read",
    async run(t) {
      const upstream = await t.upstream();
      const path = join(t.folder, "app.log");
      writeFileSync(path, "");
      /** @type {string[]} */
      const written = [];
      for (let round = 0; round < 6; round++) {
        const victim = await t.victim(source(path, "logs.write.up.receiver") + writer(upstream.url));
        const before = upstream.lines.length;
        for (let i = 0; i < 200; i++) {
          const lines = Array.from({ length: 10 }, (_, j) => `round ${round} line ${i * 10 + j}`);
          written.push(...lines);
          appendFileSync(path, `${lines.join("\n")}\n`);
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
        t.expect(await until(() => upstream.lines.length > before), "nothing arrived");
        victim.kill();
        await victim.ended;
      }
      const last = await t.victim(source(path, "logs.write.up.receiver") + writer(upstream.url));
      const missing = () => {
        const seen = new Set(upstream.lines);
        return written.filter((line) => !seen.has(line)).length;
      };
      t.expect(await until(() => missing() === 0), `${missing()} of ${written.length} lines were lost`);
      t.note(`${upstream.lines.length - written.length} of ${written.length} came twice`);
      t.expect(last.end === undefined, "it ended");
    },
  },
  {
    // Among the units, too: `sluice run` in apps/cli/src/commands/run/run.test.ts.
    name: "tail: two servers on one data directory, and one that was killed",
    async run(t) {
      const path = join(t.folder, "app.log");
      writeFileSync(path, "hello\n");
      const config = source(path, "logs.process.sink.receiver") + SINK;
      const first = await t.victim(config);
      const why = await startVictim(t.folder, config).then((second) => {
        second.kill();
        return "it started";
      }, messageOf);
      t.expect(why.includes(String(first.pid)), `the second does not say who holds the folder: ${why}`);
      first.kill();
      await first.ended;
      const problem = await t.victim(config).then(() => undefined, messageOf);
      t.expect(problem === undefined, `after kill -9: ${problem}`);
    },
  },
];
