/** Blocks of as many lines as `stage.multiline` allows, from a file to an endpoint, and their positions. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ComponentNode } from "@sluice/engine";
import { parsePushJson } from "@sluice/engine/lokipush";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Post } from "../../loki/post.ts";
import { componentOf, never, STOPS, settle, testContext } from "../../testing/fixtures.ts";
import { ProcessComponent } from "../pipelines/process.ts";
import { WriteComponent } from "../sinks/write.ts";
import { FileSource } from "./source-file.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sluice-block-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const PROCESS = `logs.process "main" {
  forward_to = []
  stage.multiline {
    firstline = "^START"
    max_lines = 0
  }
}`;
const WRITE = `logs.write "out" {
  endpoint {
    url      = "http://loki.example/push"
    encoding = "json"
  }
}`;
const SOURCE = `logs.source.file "app" {
  targets = [{ __path__ = "app.log" }]
  forward_to = []
}`;

it.each([200_000, 500_000])(
  "sends a block of %d tailed lines, and keeps the position after it",
  {
    timeout: 90_000,
  },
  async (lines) => {
    const file = `START\n${"x\n".repeat(lines - 1)}`;
    writeFileSync(join(folder, "app.log"), file);
    const context = testContext("c", { baseDir: folder, dataDir: join(folder, "data") });
    mkdirSync(context.dataDir);
    const sent: string[] = [];
    const post: Post = async ({ body }) => {
      const parsed = parsePushJson(Buffer.from(body).toString());
      if (!parsed.ok) throw new Error(parsed.message);
      for (const { entries } of parsed.streams) for (const { line } of entries) sent.push(line);
      return { status: 204, body: "" };
    };
    const args = (node: ComponentNode) => node.args as never;
    const write = new WriteComponent(args(componentOf("logs.write", WRITE)), 1, context, post);
    const host = { resource: () => undefined, sha256: () => "" };
    const process = new ProcessComponent(componentOf("logs.process", PROCESS), host, write.receiver, 1, context);
    const source = new FileSource(args(componentOf("logs.source.file", SOURCE)), process, context);

    await source.start();
    await source.looked();
    await settle();
    await source.drain(never);
    await process.drain(never, STOPS);
    await write.drain(never, STOPS);
    await source.close();

    expect(sent.map((line) => line.length)).toEqual([file.length - 1]);
    expect(sent[0] === file.slice(0, -1)).toBe(true);
    expect(context.logged.filter(({ level }) => level === "error")).toEqual([]);
    const saved = JSON.parse(readFileSync(join(context.dataDir, "positions.json"), "utf8"));
    expect(saved.paths[0].files).toMatchObject([{ offset: file.length }]);
  },
);
