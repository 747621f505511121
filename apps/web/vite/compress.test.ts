/** What the build puts next to its files. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { compressBelow } from "./compress.ts";

it("puts smaller forms next to files that shrink, and leaves others alone", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sluice-compress-"));
  try {
    mkdirSync(join(folder, "assets"));
    const text = "let a = 1;\n".repeat(500);
    writeFileSync(join(folder, "assets/app.js"), text);
    writeFileSync(join(folder, "small.js"), "let a;");
    writeFileSync(join(folder, "data.mmdb"), "x".repeat(5000));
    // What has been compressed does not shrink again.
    const numbers = Array.from({ length: 5000 }, (_, i) => (i * 48_271) % 2_147_483_647).join();
    writeFileSync(join(folder, "noise.ttf"), brotliCompressSync(numbers));
    await compressBelow(folder, join(folder, "unused"));
    expect(readdirSync(folder).sort()).toEqual(["assets", "data.mmdb", "noise.ttf", "small.js"]);
    expect(readdirSync(join(folder, "assets")).sort()).toEqual(["app.js", "app.js.br", "app.js.gz"]);
    expect(brotliDecompressSync(readFileSync(join(folder, "assets/app.js.br"))).toString()).toBe(text);
    expect(gunzipSync(readFileSync(join(folder, "assets/app.js.gz"))).toString()).toBe(text);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it("compresses a large file once, however often it is built", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sluice-compress-"));
  try {
    const [built, cache] = [join(folder, "built"), join(folder, "cache")];
    mkdirSync(built);
    writeFileSync(join(built, "editor.js"), "let a = 1;\n".repeat(100_000));
    await compressBelow(built, cache);
    const [known] = readdirSync(cache);
    expect(readFileSync(join(cache, known!))).toEqual(readFileSync(join(built, "editor.js.br")));
    writeFileSync(join(cache, known!), "remembered");
    await compressBelow(built, cache);
    expect(readFileSync(join(built, "editor.js.br"), "utf8")).toBe("remembered");
    // Another content is another file.
    writeFileSync(join(built, "editor.js"), "let b = 1;\n".repeat(100_000));
    await compressBelow(built, cache);
    expect(brotliDecompressSync(readFileSync(join(built, "editor.js.br"))).toString()).toContain("let b");
    expect(readdirSync(cache)).toHaveLength(2);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
