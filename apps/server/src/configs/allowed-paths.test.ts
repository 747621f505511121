import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Field, loadConfig, type ValueType } from "@sluice/engine";
import { afterEach, beforeEach, expect, it } from "vitest";
import { RUNNING } from "../components/index.ts";
import { findForbiddenPaths, NAMES_FILE } from "./allowed-paths.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sluice-paths-"));
  mkdirSync(join(folder, "allowed"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function isRefused(path: string): boolean {
  const { components } = loadConfig(
    `logs.source.file "f" {\n targets = [{ __path__ = ${JSON.stringify(path)} }]\n forward_to = []\n}`,
  );
  return findForbiddenPaths(components, folder, [join(folder, "allowed")]).length > 0;
}

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
  discovery.docker "e" {
    host = "tcp://localhost:2375"
  }`;
  const { components } = loadConfig(syslog);
  const found = findForbiddenPaths(components, folder, [join(folder, "allowed")]);
  expect(found.map(({ message }) => message.replace(/:.*/, "")).toSorted()).toEqual([
    "discovery.docker.d",
    "logs.write.file.f",
  ]);
});

it("knows every argument that names a file, in all components", () => {
  interface Shape {
    readonly fields: Readonly<Record<string, Pick<Field, "doc" | "type">>>;
    readonly blocks: Readonly<Record<string, Shape>>;
  }
  /** Switches, times and the like name no file. */
  const holdsText = (type: ValueType): boolean =>
    type.kind === "list" || type.kind === "map" ? holdsText(type.of) : type.kind === "string" || type.kind === "secret";
  const fieldsOf = ({ fields, blocks }: Shape): [string, string][] => [
    ...Object.entries(fields).flatMap(([name, { doc, type }]): [string, string][] =>
      holdsText(type) ? [[name, doc]] : [],
    ),
    ...Object.values(blocks).flatMap(fieldsOf),
  ];
  const all = RUNNING.flatMap(({ spec }) => fieldsOf(spec as unknown as Shape));
  const named = new Set(
    all.filter(([name, doc]) => /file|path/i.test(name) || /\bfile\b/i.test(doc)).map(([name]) => name),
  );
  const known = [...named].filter((name) => NAMES_FILE.test(name));
  expect(known.toSorted()).toEqual(
    [
      "bearer_token_file",
      "ca_file",
      "cert_file",
      "client_ca_file",
      "client_secret_file",
      "credentials_file",
      "filename",
      "files",
      "key_file",
      "legacy_positions_file",
      "password_file",
      "path",
    ].toSorted(),
  );
  // Those of which the values are not, or stand in `__path__`.
  expect([...named].filter((name) => !NAMES_FILE.test(name)).toSorted()).toEqual(["path_targets"]);
});
