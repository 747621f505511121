import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadStages } from "@sluice/engine";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ManualScheduler } from "../platform/scheduler.ts";
import { collectingLog, settle } from "../testing/fixtures.ts";
import { type FileAccess, LOOK_EVERY } from "./file-watch.ts";
import { nodeStageHost } from "./stage-host.ts";

const geoip = (db: string) => `stage.geoip {\n  db      = "${db}"\n  source  = "ip"\n  db_type = "asn"\n}\n`;
const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array | undefined) => (bytes === undefined ? undefined : new TextDecoder().decode(bytes));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sluice-host-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("nodeStageHost", () => {
  it("reads files beside the configuration file, and absolute ones", async () => {
    writeFileSync(join(folder, "a.mmdb"), "a");
    writeFileSync(join(folder, "b.mmdb"), "b");
    const absolute = join(folder, "b.mmdb");
    const { stages } = loadStages(geoip("a.mmdb") + geoip(absolute));
    const result = await nodeStageHost(stages, join(folder, "config.alloy"));
    const host = result.ok ? result.host : undefined;
    expect([textOf(host?.resource("a.mmdb")), textOf(host?.resource(absolute))]).toEqual(["a", "b"]);
    expect(host?.resource("other")).toBeUndefined();
  });

  it("names every file that cannot be read, at its argument", async () => {
    const text = geoip("gone.mmdb") + geoip(".") + geoip("gone.mmdb");
    const result = await nodeStageHost(loadStages(text).stages, join(folder, "config.alloy"));
    expect(result.ok).toBe(false);
    const diagnostics = result.ok ? [] : result.diagnostics;
    expect(diagnostics.map(({ code, message, span }) => [code, message, text.slice(span!.start, span!.end)])).toEqual([
      ["unusable-file", "open gone.mmdb: no such file or directory", '"gone.mmdb"'],
      ["unusable-file", "open .: is a directory", '"."'],
      ["unusable-file", "open gone.mmdb: no such file or directory", '"gone.mmdb"'],
    ]);
  });

  it("reads a file once, and tells of its changes while it is watched", async () => {
    let content = "one";
    let reads = 0;
    const files: FileAccess = {
      stat: async () => ({ size: content.length, mtimeMs: 0, ino: 1 }),
      read: async () => {
        reads++;
        return bytesOf(content);
      },
    };
    const { stages } = loadStages(geoip("a.mmdb") + geoip("a.mmdb"));
    const result = await nodeStageHost(stages, join(folder, "config.alloy"), files);
    if (!result.ok) throw new Error("refused");
    const { host, watch } = result;
    expect(reads).toBe(1);
    const heard: (string | undefined)[] = [];
    host.onResourceChange?.("a.mmdb", (bytes) => heard.push(textOf(bytes), textOf(host.resource("a.mmdb"))));
    const scheduler = new ManualScheduler();
    watch.start(scheduler, collectingLog([]));
    content = "changed";
    await scheduler.advance(LOOK_EVERY);
    await settle();
    expect(heard).toEqual(["changed", "changed"]);
    watch.stop();
  });
});
