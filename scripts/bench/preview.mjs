// `npm run bench:preview [-- --lines N] [--rounds N]`: processor time and memory of `sluice preview` for 50,000 lines with
// every step printed, beside the same run that prints only what comes out. The ratio says what explaining costs, whatever
// else the machine does.
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { buildOrExit } from "../build.mjs";

const { values } = parseArgs({
  options: { lines: { type: "string", default: "50000" }, rounds: { type: "string", default: "3" } },
});
const lines = Number(values.lines);
const rounds = Number(values.rounds);
/** Examples of the page: an access log, pairs of names and values, and secrets that are replaced. */
const EXAMPLES = ["nginx", "logfmt", "secrets"];

buildOrExit(["node"]);
const examples = fileURLToPath(new URL("../../apps/web/src/features/examples/", import.meta.url));
const command = fileURLToPath(new URL("../../apps/cli/bin/sluice.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "sluice-bench-"));
const usage = join(folder, "usage.json");
const printed = join(folder, "printed");
const reporter = join(folder, "reporter.mjs");
writeFileSync(
  reporter,
  `import { writeFileSync } from "node:fs";
process.on("exit", () => writeFileSync(${JSON.stringify(usage)}, JSON.stringify(process.resourceUsage())));
`,
);

/**
 * The round with the least processor time, since other programs can only make it longer.
 * @param {readonly string[]} argv
 */
function measure(argv) {
  let best = { seconds: Number.POSITIVE_INFINITY, megabytes: 0, printed: 0 };
  for (let round = 0; round < rounds; round++) {
    const out = openSync(printed, "w");
    const { status } = spawnSync(
      process.execPath,
      ["--import", pathToFileURL(reporter).href, command, "preview", ...argv],
      { stdio: ["ignore", out, "inherit"], env: { ...process.env, SLUICE_BUILD: "off" } },
    );
    closeSync(out);
    if (status !== 0) throw new Error(`sluice preview ${argv.join(" ")} exited with ${status}`);
    const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(readFileSync(usage, "utf8"));
    const seconds = (userCPUTime + systemCPUTime) / 1e6;
    if (seconds < best.seconds) best = { seconds, megabytes: maxRSS / 1024, printed: statSync(printed).size / 2 ** 20 };
  }
  return best;
}

try {
  for (const name of EXAMPLES) {
    const some = readFileSync(join(examples, `${name}.log`), "utf8")
      .trimEnd()
      .split("\n");
    const log = join(folder, `${name}.log`);
    writeFileSync(log, Array.from({ length: lines }, (_, i) => `${some[i % some.length]}\n`).join(""));
    const argv = ["--no-progress", "--input", log, join(examples, `${name}.alloy`)];
    const outputs = measure(["--outputs", ...argv]);
    const steps = measure(argv);
    const ratio = (steps.seconds / outputs.seconds).toFixed(2);
    console.log(
      `${name.padEnd(8)} ${lines} lines: ${steps.seconds.toFixed(2)} s of processor time, ${ratio} times that of the outputs alone ` +
        `(${outputs.seconds.toFixed(2)} s); ${steps.printed.toFixed(0)} MB printed, ${steps.megabytes.toFixed(0)} MB of memory`,
    );
  }
} finally {
  rmSync(folder, { recursive: true });
}
