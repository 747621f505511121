/**
 * The recorded vectors inside a real browser's worker: the engine has to do there what it does on Node, where
 * `npm run conformance` runs the same cases by the same rules.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "playwright/test";
import { build } from "vite";

const CONFORMANCE = fileURLToPath(new URL("../packages/engine/conformance/", import.meta.url));
const PAGE = '<!doctype html><meta charset="utf-8"><title>Conformance</title><link rel="icon" href="data:,">';
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
};

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

/** Serves the page, the bundle, and the files of the conformance folder, on a port of its own. */
async function serve(bundle: string): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://127.0.0.1").pathname));
    const send = (body: string | Buffer, type: string) => response.writeHead(200, { "Content-Type": type }).end(body);
    try {
      if (path === "/") send(PAGE, "text/html");
      else if (path === "/worker.js") send(readFileSync(join(bundle, "worker.js")), "text/javascript");
      else send(readFileSync(join(CONFORMANCE, path)), TYPES[extname(path)] ?? "application/octet-stream");
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
}

const list = (folder: string, ending: string): string[] =>
  readdirSync(join(CONFORMANCE, folder))
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => `${folder}/${name}`);

const countCases = (file: string): number =>
  (JSON.parse(readFileSync(join(CONFORMANCE, file), "utf8")) as { cases: unknown[] }).cases.length;

test("every recorded case passes in a worker, the known gaps apart", async ({ page }) => {
  test.setTimeout(180_000);
  const bundle = mkdtempSync(join(tmpdir(), "sluice-conformance-"));
  const { url, server } = await bundleWorker(bundle).then(() => serve(bundle));
  try {
    const files = [...list("vectors/stages", ".json"), "vectors/regex.json", "vectors/syntax.json"];
    const databases = list("vectors/geoip", ".mmdb");
    await page.goto(url);
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
          files: files.map((file) => `/${file}`),
          resources: Object.fromEntries(databases.map((file) => [file.replace(/^vectors\//, ""), `/${file}`])),
        },
      },
    );
    expect(reply.message).toBeUndefined();
    const judgements = reply.judgements ?? [];
    expect(judgements.filter(({ outcome }) => outcome === "failed")).toEqual([]);
    expect(judgements).toHaveLength(files.reduce((sum, file) => sum + countCases(file), 0));
    const counts = new Map<string, number>();
    for (const { tally } of judgements) counts.set(tally, (counts.get(tally) ?? 0) + 1);
    expect([...counts.keys()].sort()).toEqual(["regex", "regex (not UTF-8)", "stages", "syntax"]);
    const listed = JSON.parse(readFileSync(join(CONFORMANCE, "known-gaps.json"), "utf8")) as { name: string }[];
    const gaps = judgements.filter(({ outcome }) => outcome === "gap").map(({ name }) => name);
    expect(gaps.filter((name) => !listed.some((gap) => gap.name === name))).toEqual([]);
    for (const [kind, count] of counts)
      expect.soft(passedShare(judgements, kind, count), kind).toBeGreaterThanOrEqual(0.995);
  } finally {
    server.close();
    rmSync(bundle, { recursive: true, force: true });
  }
});

const passedShare = (judgements: readonly Judgement[], kind: string, count: number): number =>
  judgements.filter(({ tally, outcome }) => tally === kind && outcome === "passed").length / count;
