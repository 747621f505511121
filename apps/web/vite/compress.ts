/**
 * Puts a compressed copy next to each built file, as `.br` and `.gz`, so that a server has nothing to compress when it is
 * asked. Small files and those that hardly shrink are left alone.
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip, constants as zlib } from "node:zlib";
import type { Plugin, ResolvedConfig } from "vite";

const WORTH_IT = /\.(?:html|js|css|svg|json|ttf)$/;
/** Below this an answer is one packet anyway. */
const MIN_BYTES = 1024;
const MAX_RATIO = 0.9;
/** The best, 11, makes files a twelfth smaller and builds ten times as long. */
const BROTLI_QUALITY = 9;

const toBrotli = (bytes: Buffer) =>
  promisify(brotliCompress)(bytes, {
    params: { [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
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
      if (error === undefined) await compressBelow(config.build.outDir);
    },
  };
}

/** Compresses the files of a folder and of those below it. */
export async function compressBelow(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return compressBelow(path);
      if (WORTH_IT.test(entry.name)) return compressFile(path);
    }),
  );
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < MIN_BYTES) return;
  const variants = await Promise.all([toBrotli(bytes), toGzip(bytes)]);
  for (const [i, suffix] of [".br", ".gz"].entries()) {
    const smaller = variants[i]!;
    if (smaller.length <= bytes.length * MAX_RATIO) await writeFile(path + suffix, smaller);
  }
}
