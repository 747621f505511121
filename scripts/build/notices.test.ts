import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isAllowed, noticesOf, packagesOfModules, packagesOfWorkspace } from "./notices.mjs";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sluice-notices-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function makePackage(name: string, fields: object, files: Record<string, string> = {}): string {
  const place = join(folder, "node_modules", name);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, "package.json"), JSON.stringify({ name, version: "1.0.0", ...fields }));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(place, file), text);
  return place;
}

describe("isAllowed", () => {
  it.each([
    ["MIT", true],
    ["MPL-2.0", true],
    ["(MIT OR GPL-3.0)", true],
    ["GPL-3.0-only AND MIT", false],
    ["(Apache-2.0 AND BSD-3-Clause)", true],
    ["MIT OR (GPL-3.0 AND ISC)", true],
    ["GPL-3.0 AND (MIT OR ISC)", false],
    ["AGPL-3.0", false],
    ["UNLICENSED", false],
    ["SEE LICENSE IN FILE", false],
    ["(MIT", false],
    ["MIT ISC", false],
    ["", false],
  ])("%j: %j", (expression, allowed) => {
    expect(isAllowed(expression)).toBe(allowed);
  });
});

describe("noticesOf", () => {
  it("gives name, version, licence, source and text of each package, in order", () => {
    const b = makePackage(
      "b",
      { license: "MIT", repository: { url: "git+https://example.com/b.git" } },
      { LICENSE: "Text of b\r\nand more\n" },
    );
    const a = makePackage(
      "@x/a",
      { license: "(ISC OR GPL-3.0)" },
      { "license.md": "Text of a", NOTICE: "Notice of a" },
    );
    const text = noticesOf([b, a]);
    expect(text).toContain("@x/a 1.0.0\nLicence: (ISC OR GPL-3.0)\n\nNotice of a\n\nText of a");
    expect(text).toContain("b 1.0.0\nLicence: MIT\nSource: https://example.com/b\n\nText of b\nand more");
    expect(text.indexOf("@x/a")).toBeLessThan(text.indexOf("b 1.0.0"));
  });

  it("says where the terms are that a package has no text of", () => {
    expect(noticesOf([makePackage("a", { license: "ISC" })])).toContain("https://spdx.org/licenses/ISC.html");
  });

  it("refuses licences that are not known, all at once", () => {
    const bad = [makePackage("a", {}), makePackage("b", { license: "GPL-3.0" }), makePackage("c", { license: "MIT" })];
    expect(() => noticesOf(bad)).toThrow(/a 1\.0\.0: no licence named\n {2}b 1\.0\.0: GPL-3\.0$/);
  });
});

describe("packages", () => {
  it("come from a bundle's modules", () => {
    const found = packagesOfModules([
      "/r/node_modules/@x/a/lib/i.js",
      "/r/node_modules/@x/a/j.js",
      "/r/node_modules/b/node_modules/c/i.js?url",
      "\0/r/node_modules/d/i.js",
      "/r/packages/engine/src/index.ts",
    ]);
    expect(found).toEqual(["/r/node_modules/@x/a", "/r/node_modules/b/node_modules/c", "/r/node_modules/d"]);
  });

  it("come from the lockfile, through workspaces, without tools and what is not installed", () => {
    makePackage("a", { license: "MIT" });
    makePackage("b", { license: "MIT" });
    makePackage("tool", { license: "MIT" });
    mkdirSync(join(folder, "packages/lib"), { recursive: true });
    writeFileSync(join(folder, "packages/lib/package.json"), "{}");
    const packages = {
      "apps/one": { dependencies: { lib: "1" }, devDependencies: { tool: "1" } },
      "packages/lib": { dependencies: { a: "1" } },
      "node_modules/lib": { link: true, resolved: "packages/lib" },
      "node_modules/a": { dependencies: { b: "1" }, optionalDependencies: { elsewhere: "1" } },
      "node_modules/b": {},
      "node_modules/elsewhere": {},
      "node_modules/tool": {},
    };
    writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ packages }));
    const found = packagesOfWorkspace("apps/one", folder);
    expect(found).toEqual(["a", "b"].map((name) => join(folder, "node_modules", name)));
    expect(() => packagesOfWorkspace("apps/two", folder)).toThrow("apps/two is not a workspace");
  });

  it.each(["apps/web", "apps/cli"])("of %s may all be handed on", (workspace) => {
    const text = noticesOf(packagesOfWorkspace(workspace));
    expect(text).toContain("\nLicence: MPL-2.0\n");
    expect(text).toContain("Mozilla Public License Version 2.0");
  });
});
