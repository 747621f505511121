import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { globMatcher } from "@sluice/engine";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FileGate } from "../../platform/file-gate.ts";
import { expandGlob } from "./glob.ts";

let root: string;
const FILES = [
  "a.log",
  "b.log",
  "b.log.1",
  ".hidden.log",
  "x+y.log",
  "sub/c.log",
  "sub/deep/d.log",
  "sub/deep/d.txt",
  "other/e.log",
];
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "sluice-glob-"));
  for (const file of FILES) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), "");
  }
  mkdirSync(join(root, "folder.log"));
  symlinkSync(join(root, "sub"), join(root, "link"));
  symlinkSync(root, join(root, "sub", "circle"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe.each<[string, string[]]>([
  ["*.log", [".hidden.log", "a.log", "b.log", "x+y.log"]],
  ["?.log", ["a.log", "b.log"]],
  ["b.log*", ["b.log", "b.log.1"]],
  ["x+y.log*", ["x+y.log"]],
  ["*/*.log", ["link/c.log", "other/e.log", "sub/c.log", "sub/circle/.hidden.log"].slice(0, 3)],
  ["**/d.*", ["sub/deep/d.log", "sub/deep/d.txt"]],
  ["sub/**", ["sub/c.log", "sub/circle", "sub/deep/d.log", "sub/deep/d.txt"]],
  ["**/*.log", [".hidden.log", "a.log", "b.log", "x+y.log", "other/e.log", "sub/c.log", "sub/deep/d.log"]],
  ["none/*.log", []],
  ["s*/deep/d.log", ["sub/deep/d.log"]],
])("%s", (pattern, expected) => {
  it("finds its files, and they fit it", async () => {
    const { paths, problem } = await expandGlob(new FileGate(""), join(root, pattern));
    expect([paths.map((path) => path.slice(root.length + 1)).sort(), problem]).toEqual([
      expected.toSorted(),
      undefined,
    ]);
    for (const path of paths) expect(globMatcher(join(root, pattern))(path), path).toBe(true);
  });
});

it.each([
  ["/var/log/*.log", "/var/log/a/b.log"],
  ["/var/log/?.log", "/var/log/ab.log"],
  ["/var/**/x", "/var/yx"],
  ["/a.b", "/aXb"],
])("%s does not fit %s", (pattern, path) => {
  expect(globMatcher(pattern)(path)).toBe(false);
});

describe("names that nearly fit", () => {
  const name = `${"a".repeat(240)}b`;

  it("are distinguished from those that match in no time, however many wildcards there are", () => {
    const fits = globMatcher(`/logs/${"*a".repeat(30)}*.log`);
    expect(fits(`/logs/${name}`)).toBe(false);
    expect(fits(`/logs/${name}.log`)).toBe(true);
    const deep = globMatcher(`/${"**/a/".repeat(30)}x`);
    expect(deep(`/${"a/".repeat(2000)}y`)).toBe(false);
    expect(deep(`/${"a/".repeat(2000)}x`)).toBe(true);
  });

  it.each([
    ["/a/**/b", "/a/b", true],
    ["/a/**/b", "/a/x/y/b", true],
    ["/a/**/b", "/a/x/y/bc", false],
    ["/a/**/b", "/a//b", false],
    ["/**/x/**/*.log", "/x/x/y.log", true],
    ["/**/x/**/*.log", "/y/y.log", false],
    ["/a/**", "/a/b/c", true],
    ["/a/**", "/a", false],
    ["/a/*", "/a/", true],
    ["/a/?", "/a/😀", true],
    ["/a/*b*c", "/a/bbcb", false],
    ["/a/*b*c", "/a/bbcbc", true],
    ["/a/b", "/a/b/c", false],
  ])("%s %s: %s", (pattern, path, expected) => {
    expect(globMatcher(pattern)(path)).toBe(expected);
  });
});
