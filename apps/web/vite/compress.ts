/**
 * Puts a compressed copy next to each built file, as `.br` and `.gz`, so that a server has nothing to compress when it is
 * asked. Small files and those that hardly shrink are left alone.
 */
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip, constants as zlib } from "node:zlib";
import type { Plugin, ResolvedConfig } from "vite";

const CACHE = fileURLToPath(new URL("../../../node_modules/.cache/sluice-brotli", import.meta.url));

const WORTH_IT = /\.(?:html|js|css|svg|json|ttf|wasm)$/;
/** Below this an answer is one packet anyway. */
const MIN_BYTES = 1024;
const MAX_RATIO = 0.9;
/** 10 makes files a sixteenth smaller than 9, and takes ten times as long; 11 a seventieth smaller than 10, and twice as long. */
const BROTLI_QUALITY = 11;

const toBrotli = (bytes: Buffer) =>
  promisify(brotliCompress)(bytes, {
    params: { [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });

/** Files of this size take seconds, and mostly are what they were at the build before: these are remembered. */
const LARGE_BYTES = 1_000_000;
const REMEMBERED = 4;

/** `toBrotli` of a large file, from the folder `cache` where it is there. */
async function rememberedBrotli(bytes: Buffer, cache: string): Promise<Buffer> {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
  const path = join(cache, `${hash}.${BROTLI_QUALITY}.br`);
  const known = await readFile(path).catch(() => undefined);
  if (known !== undefined) return known;
  const compressed = await toBrotli(bytes);
  await mkdir(cache, { recursive: true });
  // Another build may be about the same.
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, compressed);
  await rename(unfinished, path);
  const files = (await readdir(cache)).map((name) => join(cache, name));
  const ages = await Promise.all(files.map(async (file) => ({ file, at: (await stat(file)).mtimeMs })));
  for (const { file } of ages.toSorted((a, b) => b.at - a.at).slice(REMEMBERED)) await rm(file, { force: true });
  return compressed;
}
const toGzip = (bytes: Buffer) => promisify(gzip)(bytes, { level: zlib.Z_BEST_COMPRESSION });

export function compress(): Plugin {
  let config: ResolvedConfig;
  return {
    name: "sluice:compress",
    apply: "build",
    configResolved(resolved) {
      config = resolved;
    },
    // The last there is: files that are served as they are have been copied by then.
    async closeBundle(error) {
      if (error === undefined) await compressBelow(config.build.outDir, CACHE);
    },
  };
}

/** Compresses the files of a folder and of those below it; the results for large ones are kept in the folder `cache`. */
export async function compressBelow(folder: string, cache: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return compressBelow(path, cache);
      if (WORTH_IT.test(entry.name)) return compressFile(path, cache);
    }),
  );
}

async function compressFile(path: string, cache: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < MIN_BYTES) return;
  const variants = await Promise.all([
    bytes.length < LARGE_BYTES ? toBrotli(bytes) : rememberedBrotli(bytes, cache),
    toGzip(bytes),
  ]);
  for (const [i, suffix] of [".br", ".gz"].entries()) {
    const smaller = variants[i]!;
    if (smaller.length <= bytes.length * MAX_RATIO) await writeFile(path + suffix, smaller);
  }
}
