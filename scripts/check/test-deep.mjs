// `npm run test:deep [-- PATH…]`: the property tests with ten times as many generated cases as in `npm test`, from a new
// seed each time. It prints the seed; SLUICE_SEED=N repeats its cases.
import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { installDependencies } from "../base/install.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const MAX_SEED = 2 ** 31 - 1;

const usage = `usage: npm run test:deep [-- PATH…]

Runs the property tests, or those whose path has one of the texts PATH, with ten times as many generated cases as npm test.
Each run has a new seed, which is printed; SLUICE_SEED=N tries the cases of seed N again.
`;

/** Files whose tests generate cases. */
function propertyTests() {
  return ["packages", "apps"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".test.ts") && !/(?:^|[\\/])(?:node_modules|dist)[\\/]/.test(path))
      .map((path) => join(root, folder, path))
      .filter((path) => /from "fast-check"/.test(readFileSync(path, "utf8")))
      .map((path) => relative(root, path).replaceAll("\\", "/")),
  );
}

const args = process.argv.slice(2);
if (args.includes("--help")) {
  process.stdout.write(usage);
  process.exit(0);
}
const given = process.env.SLUICE_SEED;
if (given !== undefined && !(/^\d+$/.test(given) && Number(given) <= MAX_SEED)) {
  console.error(`SLUICE_SEED must be a whole number from 0 to ${MAX_SEED}, got ${JSON.stringify(given)}`);
  process.exit(2);
}
const seed = given ?? String(randomInt(MAX_SEED));
const files = propertyTests().filter((path) => args.length === 0 || args.some((text) => path.includes(text)));
if (files.length === 0) {
  console.error(`no property test has a path with ${args.join(" or ")}`);
  process.exit(2);
}
installDependencies();
console.log(`seed ${seed}: ${files.length} files; SLUICE_SEED=${seed} npm run test:deep tries the same cases again`);
const { status } = spawnSync(process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...files], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, SLUICE_SEED: seed, SLUICE_DEEP: "1" },
});
console.log(`seed ${seed}`);
process.exit(status ?? 1);
