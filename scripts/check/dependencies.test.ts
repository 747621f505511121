import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const MANIFESTS = [
  "package.json",
  ...["packages", "apps"].flatMap((folder) =>
    readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}/package.json`),
  ),
  "e2e/package.json",
].filter((path) => existsSync(join(ROOT, path)));

function packagesIn(path: string): string[] {
  const manifest: Manifest = JSON.parse(read(path));
  const { dependencies, devDependencies, peerDependencies, optionalDependencies } = manifest;
  const names = Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies, ...optionalDependencies });
  return names.filter((name) => !name.startsWith("@sluice/")).toSorted();
}

/** Sections of the document by the `package.json` in their titles, or by their titles. */
const SECTIONS = new Map(
  read("docs/dependencies.md")
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const title = section.slice(0, section.indexOf("\n"));
      return [/`([^`]+)`/.exec(title)?.[1] ?? title, section];
    }),
);

/** The cells of a section's table, without its head. */
const rowsOf = (name: string): string[][] =>
  [...(SECTIONS.get(name) ?? "").matchAll(/^\| (.*) \|$/gm)].slice(1).map(([, row = ""]) => row.split(" | "));

describe("docs/dependencies.md", () => {
  it("has a section for each package.json, and one for what is kept by hand", () => {
    expect([...SECTIONS.keys()].toSorted()).toEqual([...MANIFESTS, "Kept by hand"].toSorted());
  });

  it.each(MANIFESTS)("says what each package in %s is for", (path) => {
    const rows = rowsOf(path);
    expect(rows.map(([name]) => name).toSorted()).toEqual(
      packagesIn(path)
        .map((name) => `\`${name}\``)
        .toSorted(),
    );
    for (const [name, purpose] of rows) expect(purpose, name).toMatch(/\w/);
  });

  it("names files that are there, and a reason for each", () => {
    const rows = rowsOf("Kept by hand");
    expect(rows).not.toEqual([]);
    for (const [what = "", library, reason] of rows) {
      for (const [, path = ""] of what.matchAll(/`((?:packages|apps)\/[^`]+)`/g))
        expect(existsSync(join(ROOT, path)), path).toBe(true);
      expect(library, what).toMatch(/\w/);
      expect(reason, what).toMatch(/\w/);
    }
  });
});
