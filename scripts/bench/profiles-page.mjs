// Processor time of the page from the bytes of a large profile to what it draws, as a fraction of the second that opening
// 200,000 samples may take, and beside the first step alone of another reader of the format. It is the processor time of
// the whole process, so it holds on a busy machine.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Function as Fn, Line, Location, Profile, Sample, StringTable, ValueType } from "pprof-format";
import { build } from "vite";

const SAMPLES = 200_000;
const DEPTH = 30;
const FUNCTIONS = 5_000;
const domain = join(
  dirname(dirname(dirname(fileURLToPath(import.meta.url)))),
  "apps/web/src/features/profiles/reading",
);

/** Stacks that part as those of a program do: near the root few functions, near the leaf many. */
function makeProfile() {
  let state = 42;
  /** @param {number} below */
  const random = (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const stringTable = new StringTable();
  /**
   * @param {string} name
   * @param {string} unit
   */
  const type = (name, unit) => new ValueType({ type: stringTable.dedup(name), unit: stringTable.dedup(unit) });
  const ids = Array.from({ length: FUNCTIONS }, (_, i) => i + 1);
  return new Profile({
    stringTable,
    sampleType: [type("samples", "count"), type("cpu", "nanoseconds")],
    function: ids.map((id) => new Fn({ id, name: stringTable.dedup(`shop/package${id % 97}.function${id}`) })),
    location: ids.map((id) => new Location({ id, line: [new Line({ functionId: id })] })),
    sample: Array.from({ length: SAMPLES }, () => {
      const way = random(2 ** 20);
      /** @param {number} depth */
      const at = (depth) => 1 + ((depth * 167 + (way % 2 ** Math.ceil(depth / 2)) * 31) % FUNCTIONS);
      const stack = Array.from({ length: DEPTH }, (_, i) => at(DEPTH - 1 - i));
      return new Sample({ locationId: stack, value: [1, 10_000_000] });
    }),
  }).encode();
}

const folder = mkdtempSync(join(tmpdir(), "sluice-bench-"));
try {
  await build({
    configFile: false,
    logLevel: "error",
    build: {
      outDir: folder,
      target: "node20",
      lib: {
        entry: {
          pprof: join(domain, "read-pprof.ts"),
          tree: join(domain, "call-tree.ts"),
          top: join(domain, "top.ts"),
          layout: join(domain, "flame-layout.ts"),
        },
        formats: ["es"],
      },
    },
  });
  /** @param {string} name */
  const load = (name) => import(pathToFileURL(join(folder, `${name}.js`)).href);
  /** @type {typeof import("../../apps/web/src/features/profiles/reading/read-pprof.ts")} */
  const { readPprof } = await load("pprof");
  /** @type {typeof import("../../apps/web/src/features/profiles/reading/call-tree.ts")} */
  const { buildCallTree } = await load("tree");
  /** @type {typeof import("../../apps/web/src/features/profiles/reading/top.ts")} */
  const { topFunctions } = await load("top");
  /** @type {typeof import("../../apps/web/src/features/profiles/reading/flame-layout.ts")} */
  const { layOut } = await load("layout");
  const bytes = makeProfile();
  /**
   * Milliseconds of processor time, of collecting garbage and compiling too.
   * @template T
   * @param {() => T} run
   * @returns {[milliseconds: number, result: T]}
   */
  const timed = (run) => {
    const from = process.cpuUsage();
    const result = run();
    const { user, system } = process.cpuUsage(from);
    return [(user + system) / 1000, result];
  };
  for (const round of ["cold", "warm", "warm"]) {
    const [reading, profile] = timed(() => readPprof(bytes));
    const [building, tree] = timed(() => buildCallTree(profile));
    const [counting, top] = timed(() => topFunctions(tree));
    const view = { tree, totals: tree.totals[1], zoomed: 0, width: 1200 };
    const [placing] = timed(() => layOut(view, 0, DEPTH));
    const all = reading + building + counting + placing;
    const [library] = timed(() => Profile.decode(bytes));
    /** @param {number} part */
    const share = (part) => `${((part / all) * 100).toFixed(0)} %`;
    console.log(
      `${round}: ${SAMPLES} samples, ${(bytes.length / 1e6).toFixed(1)} MB, ${tree.names.length} nodes, ${top.length} functions: ` +
        `${(all / 1000).toFixed(2)} of the second that it may take; reading ${share(reading)}, tree ${share(building)}, top ${share(counting)}, layout ${share(placing)}; ` +
        `decoding by pprof-format alone takes ${(library / all).toFixed(1)} times as long`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
