import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Field, loadConfig, namedFiles, type ValueType } from "@sluice/engine";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RUNNING } from "../components/index.ts";
import { isKeptName, rulesOf } from "../platform/file-rules.ts";
import { findForbiddenPaths } from "./allowed-paths.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sluice-paths-"));
  mkdirSync(join(folder, "allowed"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const rules = (read: readonly string[] = [join(folder, "allowed")], write: readonly string[] = []) =>
  rulesOf({ dataDir: join(folder, "data"), read, write });

const refusals = (text: string, allowed = rules()): string[] =>
  findForbiddenPaths(loadConfig(text).components, folder, allowed).map(({ message }) => message);

const reads = (path: string) =>
  `logs.source.file "f" {\n targets = [{ __path__ = ${JSON.stringify(path)} }]\n forward_to = []\n}`;
const writes = (path: string) => `logs.write.file "w" {\n path = ${JSON.stringify(path)}\n}`;
const isRefused = (path: string): boolean => refusals(reads(path)).length > 0;

it("looks at what a link leads to", () => {
  symlinkSync("/etc", join(folder, "allowed/link"));
  const below = (path: string) => isRefused(join(folder, "allowed", path));
  expect(["a.log", "*.log", "none/a.log", "none/**/a.log"].map(below)).toEqual([false, false, false, false]);
  expect(["link/passwd", "link/*", "link", "../x", "*/../../x"].map(below)).toEqual([true, true, true, true, true]);
  expect(isRefused("allowed/a.log")).toBe(false);
  expect(isRefused("a.log")).toBe(true);
});

it("does not take the values of labels for paths, and looks at what is written as well", () => {
  const syslog = `logs.source.syslog "s" {
    listener {
      address = "127.0.0.1:0"
      labels  = { path = "/etc", key_file = "/etc" }
    }
    forward_to = [logs.write.file.f.receiver]
  }
  logs.write.file "f" {
    path = "/etc/x"
  }
  discovery.docker "d" {
    host = "unix:///var/run/docker.sock"
  }
  logs.source.journal "j" {
    forward_to = []
  }
  discovery.docker "e" {
    host = "tcp://localhost:2375"
  }`;
  const { components } = loadConfig(syslog);
  const found = findForbiddenPaths(components, folder, rules());
  expect(found.map(({ message }) => message.replace(/:.*/, "")).toSorted()).toEqual([
    "discovery.docker.d",
    "logs.source.journal.j",
    "logs.write.file.f",
  ]);
});

describe("the data directory", () => {
  const data = (path: string) => join(folder, "data", path);

  it("is closed but for a folder of its own, however it is named and whatever else is allowed", () => {
    mkdirSync(data("versions"), { recursive: true });
    symlinkSync(data("versions"), join(folder, "allowed/back"));
    const all = rules([folder, data(""), data("versions"), "/"], [folder, data(""), "/"]);
    for (const path of [
      "versions/1.json",
      "versions/*.json",
      "*/1.json",
      "**",
      "v*/1.json",
      "server-1.lock",
      "written-files.json",
      "logs.source.file.app/positions.json",
      "loki.source.docker.x/docker-positions.json",
      "files/../versions/1.json",
      "other/x.log",
    ])
      for (const allowed of [rules(), all])
        expect([path, refusals(reads(data(path)), allowed).length]).toEqual([path, 1]);
    expect(isRefused("data/versions/1.json")).toBe(true);
    expect(isRefused(join(folder, "allowed/back/1.json"))).toBe(true);
    for (const path of ["versions/9.json", "server-2.lock", "out.log", "logs.source.file.app/positions.json"])
      expect([path, refusals(writes(data(path)), all).length]).toEqual([path, 1]);
    expect([refusals(reads(data("files/a.log"))), refusals(writes(data("files/b/out.log")))]).toEqual([[], []]);
    expect(refusals(reads(data("archive/a.log")), rules([data("archive")]))).toEqual([]);
  });

  it("has a name for everything that components keep there", () => {
    const keeping = RUNNING.filter(({ keepsState }) => keepsState !== undefined).map(({ spec }) => spec.name);
    expect(keeping.length).toBeGreaterThan(2);
    for (const name of keeping)
      for (const id of [`${name}.app`, `${name.replace(/^logs/, "loki")}.app`])
        expect([id, isKeptName(id)]).toEqual([id, true]);
    expect([isKeptName("files"), isKeptName("out.log"), isKeptName("logs")]).toEqual([false, false, false]);
  });
});

it("allows reading and writing apart from each other, and says what would allow it", () => {
  const path = join(folder, "allowed/out.log");
  expect(refusals(writes(path))).toEqual([
    `logs.write.file.w: a configuration that came over the API may not write ${JSON.stringify(path)}, since it is outside of ${join(folder, "data/files")} and the folders of --allow-write-path (allow it with --allow-write-path ${join(folder, "allowed")})`,
  ]);
  const writable = rules([], [join(folder, "allowed")]);
  expect([refusals(writes(path), writable), refusals(reads(path), writable).length]).toEqual([[], 1]);
});

it("knows every argument that names a file, in all components", () => {
  interface Shape {
    readonly fields: Readonly<Record<string, Pick<Field, "doc" | "type" | "file">>>;
    readonly blocks: Readonly<Record<string, Shape>>;
  }
  /** Switches, times and the like name no file. */
  const holdsText = (type: ValueType): boolean =>
    type.kind === "list" || type.kind === "map" ? holdsText(type.of) : type.kind === "string" || type.kind === "secret";
  const fieldsOf = ({ fields, blocks }: Shape): [string, Pick<Field, "doc" | "type" | "file">][] => [
    ...Object.entries(fields).filter(([, { type }]) => holdsText(type)),
    ...Object.values(blocks).flatMap(fieldsOf),
  ];
  const all = RUNNING.flatMap(({ spec }) => fieldsOf(spec as unknown as Shape));
  const looksLikeOne = ([name, { doc }]: (typeof all)[number]) =>
    /(?<!pro)file|path/i.test(name) || /\bfiles?\b/i.test(doc);
  expect(all.filter((one) => looksLikeOne(one) && one[1].file === undefined)).toEqual([]);
  expect([...new Set(all.flatMap(([name, { file }]) => (file?.use === "write" ? [name] : [])))]).toEqual(["path"]);
  expect(all.filter(([, { file }]) => file?.use === "read").length).toBeGreaterThan(15);
});

it("finds what blocks name", () => {
  const { components } = loadConfig(`logs.write "w" {
    endpoint {
      url = "http://localhost:3100"
      basic_auth {
        username      = "u"
        password_file = "secret"
      }
      tls_config {
        ca_file = "ca.pem"
      }
    }
  }`);
  expect(components.flatMap(({ args, spec }) => [...namedFiles(args, spec)])).toEqual([
    { path: "secret", use: "read", argument: "endpoint" },
    { path: "ca.pem", use: "read", argument: "endpoint" },
  ]);
});
