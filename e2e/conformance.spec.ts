/**
 * The recorded vectors inside a real browser's worker: the engine has to do there what it does on Node, where
 * `npm run conformance` runs the same cases by the same rules.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "playwright/test";
import { build } from "vite";
import { serveFolder } from "./static-host.ts";

const CONFORMANCE = fileURLToPath(new URL("../packages/engine/conformance/", import.meta.url));
const PAGE = '<!doctype html><meta charset="utf-8"><title>Conformance</title><link rel="icon" href="data:,">';

interface Judgement {
  readonly file: string;
  readonly name: string;
  readonly tally: string;
  readonly outcome: "passed" | "failed" | "gap";
  readonly detail: string;
}

interface Reply {
  readonly ok: boolean;
  readonly message?: string;
  readonly judgements?: readonly Judgement[];
}

/** The worker as one module, made from the engine's sources. */
async function bundleWorker(folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: "error",
    root: CONFORMANCE,
    publicDir: false,
    resolve: { conditions: ["sluice-source", "module", "browser", "import", "default"] },
    build: {
      outDir: folder,
      target: "es2023",
      minify: false,
      lib: { entry: join(CONFORMANCE, "browser-worker.ts"), formats: ["es"], fileName: () => "worker.js" },
    },
  });
}

/** The page, the bundle, and the files of the conformance folder, as a static host has them. */
async function serve(folder: string): Promise<Awaited<ReturnType<typeof serveFolder>>> {
  await bundleWorker(folder);
  writeFileSync(join(folder, "index.html"), PAGE);
  cpSync(join(CONFORMANCE, "vectors"), join(folder, "vectors"), { recursive: true });
  for (const file of FILES) writeVectors(folder, file);
  cpSync(join(CONFORMANCE, "known-gaps.json"), join(folder, "known-gaps.json"));
  return serveFolder(folder);
}

const list = (folder: string, ending: string): string[] =>
  readdirSync(join(CONFORMANCE, folder))
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => `${folder}/${name}`);

const FILES = [...list("vectors/stages", ".json"), "vectors/regex.json", "vectors/syntax.json"];

/** Derives a key slowly on purpose, which takes longer than all others together: it runs on Node alone. */
const SLOW = "template-sprig-derivepassword";

interface Vectors {
  readonly cases: readonly { readonly name?: string }[];
}

const readVectors = (file: string): Vectors => JSON.parse(readFileSync(join(CONFORMANCE, file), "utf8")) as Vectors;

/** The same without the slow case. */
function writeVectors(folder: string, file: string): void {
  const { cases, ...rest } = readVectors(file);
  writeFileSync(join(folder, file), JSON.stringify({ ...rest, cases: cases.filter(({ name }) => name !== SLOW) }));
}

test("every recorded case but one passes in a worker, the known gaps apart", async ({ page }) => {
  const bundle = mkdtempSync(join(tmpdir(), "sluice-conformance-"));
  const host = await serve(bundle);
  try {
    const databases = list("vectors/geoip", ".mmdb");
    await page.goto(host.url);
    const reply = await page.evaluate(
      ({ request }) =>
        new Promise<Reply>((resolve) => {
          const worker = new Worker("/worker.js", { type: "module" });
          worker.onmessage = ({ data }: MessageEvent<Reply>) => resolve(data);
          worker.onerror = (event) => resolve({ ok: false, message: `worker: ${event.message}` });
          worker.postMessage(request);
        }),
      {
        request: {
          gaps: "/known-gaps.json",
          files: FILES.map((file) => `/${file}`),
          resources: Object.fromEntries(databases.map((file) => [file.replace(/^vectors\//, ""), `/${file}`])),
        },
      },
    );
    expect(reply.message).toBeUndefined();
    const judgements = reply.judgements ?? [];
    expect(judgements.filter(({ outcome }) => outcome === "failed")).toEqual([]);
    expect(judgements).toHaveLength(FILES.reduce((sum, file) => sum + readVectors(file).cases.length, 0) - 1);
    const counts = new Map<string, number>();
    for (const { tally } of judgements) counts.set(tally, (counts.get(tally) ?? 0) + 1);
    expect([...counts.keys()].sort()).toEqual(["regex", "regex (not UTF-8)", "stages", "syntax"]);
    const listed = JSON.parse(readFileSync(join(CONFORMANCE, "known-gaps.json"), "utf8")) as { name: string }[];
    const gaps = judgements.filter(({ outcome }) => outcome === "gap").map(({ name }) => name);
    expect(gaps.filter((name) => !listed.some((gap) => gap.name === name))).toEqual([]);
    for (const [kind, count] of counts)
      expect.soft(passedShare(judgements, kind, count), kind).toBeGreaterThanOrEqual(0.995);
  } finally {
    await host.close();
    rmSync(bundle, { recursive: true, force: true });
  }
});

const passedShare = (judgements: readonly Judgement[], kind: string, count: number): number =>
  judgements.filter(({ tally, outcome }) => tally === kind && outcome === "passed").length / count;
