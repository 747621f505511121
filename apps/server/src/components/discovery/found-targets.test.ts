/** What finds targets: `local.file_match` and `discovery.file`. */

import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { SECOND } from "@sluice/engine";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RunningComponent } from "../../core/component.ts";
import type { ComponentRecord } from "../../core/component-record.ts";
import { LogsTargets } from "../../core/entries/logs-targets.ts";
import { componentOf, STOPS, testContext, until } from "../../testing/fixtures.ts";
import { discoveryFileRecord } from "./discovery-file.ts";
import { fileMatchRecord } from "./local-file-match.ts";

let folder: string;
let context: ReturnType<typeof testContext>;
/** How often the component said that it exports something else. */
let told: number;
let running: RunningComponent;

const file = (name: string, text = ""): string => {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
};

function make(record: ComponentRecord, body: string): RunningComponent {
  const node = componentOf(record.spec.name, `${record.spec.name} "x" {\n${body}\n}`);
  const inputs = {
    context,
    next: {} as never,
    host: {} as never,
    targets: new LogsTargets(),
    profiles: { receivers: [] },
    seed: 1,
  };
  running = record.build(node, inputs);
  return running;
}

/** Targets as texts, without the folder. */
function targets(): string[] {
  const exported = running.exports?.targets;
  if (exported?.kind !== "targets") throw new Error("no targets are exported");
  return exported.targets.map((target) =>
    [...target].map(([name, value]) => `${name}=${value.replace(`${folder}/`, "")}`).join(" "),
  );
}

async function lookAgain(after: bigint): Promise<void> {
  const before = told;
  await context.scheduler.advance(after);
  await until(() => told > before);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sluice-targets-"));
  told = 0;
  context = testContext("x", {
    baseDir: folder,
    exportsChanged: () => {
      told++;
    },
  });
});
afterEach(async () => {
  await running.drain(Promise.resolve(), STOPS);
  rmSync(folder, { recursive: true, force: true });
});

describe("local.file_match", () => {
  it("exports a target for each file, with the labels of the pattern's, and follows files as they come and go", async () => {
    file("a/1.log");
    file("a/b/2.log");
    file("a/private/3.log");
    mkdirSync(join(folder, "a/4.log"));
    make(
      fileMatchRecord,
      'path_targets = [{ __path__ = "a/**/*.log", __path_exclude__ = "a/private/*", job = "x" }, { __path__ = "none.log" }]',
    );
    expect(await running.prepare?.()).toBeUndefined();
    const found = (path: string) => `__path__=${path} __path_exclude__=a/private/* job=x`;
    expect(targets()).toEqual([found("a/1.log"), found("a/b/2.log")]);
    await running.start();
    file("a/5.log");
    rmSync(join(folder, "a/1.log"));
    await lookAgain(10n * SECOND);
    expect(targets()).toEqual([found("a/5.log"), found("a/b/2.log")]);
  });

  it("leaves out what was last written to too long ago", async () => {
    const now = Number(context.scheduler.now() / SECOND);
    utimesSync(file("old.log"), now - 3700, now - 3700);
    utimesSync(file("new.log"), now - 3500, now - 3500);
    make(fileMatchRecord, 'path_targets = [{ __path__ = "*.log" }]\nignore_older_than = "1h"');
    await running.prepare?.();
    expect(targets()).toEqual(["__path__=new.log"]);
  });

  it("looks for other files when its arguments are others", async () => {
    file("a.log");
    file("b.log");
    make(fileMatchRecord, 'path_targets = [{ __path__ = "a.*" }]');
    await running.prepare?.();
    await running.start();
    const other = componentOf("local.file_match", 'local.file_match "x" {\n path_targets = [{ __path__ = "b.*" }]\n}');
    await fileMatchRecord.update(running, other)?.();
    expect([targets(), told]).toEqual([["__path__=b.log"], 2]);
  });
});

describe("discovery.file", () => {
  it("exports what files list, JSON and YAML, and follows their changes", async () => {
    file("t-1.json", '[{"targets": ["a:1", "b:2"], "labels": {"env": "dev"}}]');
    file("t-2.json", "[]");
    const yaml = file("t.yaml", "- targets: ['c:3']\n  labels:\n    port: 3\n");
    make(discoveryFileRecord, 'files = ["t-*.json", "t.yaml"]');
    await running.prepare?.();
    const expected = [
      "env=dev __meta_filepath=t-1.json __address__=a:1",
      "env=dev __meta_filepath=t-1.json __address__=b:2",
    ];
    expect(targets()).toEqual([...expected, "port=3 __meta_filepath=t.yaml __address__=c:3"]);
    await running.start();
    writeFileSync(yaml, "- targets: [d, e]\n");
    await lookAgain(5n * SECOND);
    expect(targets().slice(2)).toEqual([
      "__meta_filepath=t.yaml __address__=d",
      "__meta_filepath=t.yaml __address__=e",
    ]);
  });

  it.each([
    ["[", "JSON"],
    ['{"targets": []}', "it does not hold a list of groups of targets"],
    ["[1]", "group 1 is not a map"],
    ['[{"targets": "a"}]', "targets of group 1 is not a list of texts"],
    ['[{"targets": [], "labels": {"a": 1}}]', "labels of group 1 is not a map of texts"],
    ['[{"target": []}]', 'group 1 has "target" besides targets and labels'],
  ])("keeps what it had of a file that holds %s, and says what is wrong", async (text, problem) => {
    const path = file("t.json", '[{"targets": ["a"]}]');
    make(discoveryFileRecord, 'files = ["t.json"]');
    await running.prepare?.();
    await running.start();
    writeFileSync(path, text);
    await lookAgain(5n * SECOND);
    expect(targets()).toEqual(["__meta_filepath=t.json __address__=a"]);
    expect(running.health).toMatchObject({ state: "unhealthy", message: expect.stringContaining(problem) });
    expect(running.health.message).toContain(path);
    rmSync(path);
    await lookAgain(5n * SECOND);
    expect(targets()).toEqual([]);
  });
});
