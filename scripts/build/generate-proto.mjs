// Generates TypeScript from the server's .proto files. `node scripts/build/generate-proto.mjs` writes apps/server/src/gen;
// with `--check` it writes nothing and fails if the committed files differ.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const server = join(root, "apps/server");
const committed = join(server, "src/gen");

/** @param {string} out */
function generate(out) {
  const template = {
    version: "v2",
    clean: true,
    plugins: [
      {
        local: [process.execPath, join(root, "node_modules/@bufbuild/protoc-gen-es/bin/protoc-gen-es")],
        out,
        opt: ["target=ts", "import_extension=ts"],
      },
    ],
  };
  const buf = join(root, "node_modules/@bufbuild/buf/bin/buf");
  const result = spawnSync(process.execPath, [buf, "generate", "proto", "--template", JSON.stringify(template)], {
    cwd: server,
    stdio: ["ignore", 2, 2],
  });
  if (result.status !== 0) process.exit(1);
}

/**
 * @param {string} folder
 * @returns {Generator<string>}
 */
function* files(folder) {
  for (const entry of existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []) {
    if (entry.isDirectory()) yield* files(join(folder, entry.name));
    else yield join(folder, entry.name);
  }
}

/** @param {string} folder */
const contents = (folder) =>
  new Map([...files(folder)].map((path) => [relative(folder, path), readFileSync(path, "utf8")]));

if (process.argv[2] !== "--check") generate(committed);
else {
  const fresh = mkdtempSync(join(tmpdir(), "sluice-proto-"));
  try {
    generate(fresh);
    const [have, want] = [contents(committed), contents(fresh)];
    const stale = [...new Set([...have.keys(), ...want.keys()])].filter((name) => have.get(name) !== want.get(name));
    if (stale.length > 0) {
      console.error(
        `generated code is not fresh: ${stale.join(", ")}\nRun \`node scripts/build/generate-proto.mjs\` and commit what it writes.`,
      );
      process.exitCode = 1;
    }
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}
