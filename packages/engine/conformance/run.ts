/**
 * The conformance runner on Node: recorded vectors through the engine, under the virtual clock, and those of kinds that
 * other packages run.
 *
 * usage: run [--emit DIR] [FILE…]      default: the vectors beside it, and those of the other packages
 *
 * Prints every failing case with its first difference, a table by kind, and ends with `N passed, N failed`. Cases in
 * known-gaps.json are allowed to fail, with a reason; the list ratchets: a listed case that passes fails the run.
 */

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { messageOf } from "@sluice/languages/base";
import type { VectorFile } from "./cases.ts";
import type { ConformanceHost } from "./host.ts";
import { type Judgement, judgeFile, KINDS, type KnownGap } from "./judge.ts";
import type { HostedKind } from "./kinds.ts";

interface Tally {
  passed: number;
  failed: number;
  gaps: number;
}

const USAGE = `usage: npm run conformance -- [--emit DIR] [FILE…]
Runs vectors (default: all that stand in folders conformance/vectors of the packages): recorded ones, and in folders
read those that are read from documentation.
  --emit DIR  also write each file again, under DIR/KIND/, with what the engine did in every case as "got"
`;

/** The folder with this package's vectors, from the sources and from the build alike. */
function conformanceFolder(): string {
  let at = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(at, "package.json"))) at = dirname(at);
  return join(at, "conformance");
}

/** Files beside the vectors, or in the folder of the databases that only some recordings use. */
function createHost(file: string): ConformanceHost {
  const folder = dirname(dirname(resolve(file)));
  return {
    resource(path) {
      const found = [resolve(folder, path), resolve(folder, "geoip-maxmind", path)].find((at) => existsSync(at));
      return found === undefined ? undefined : readFileSync(found);
    },
    sha256: (text) => createHash("sha256").update(text).digest("hex"),
    base64: { decode: (text) => Buffer.from(text, "base64"), encode: (bytes) => Buffer.from(bytes).toString("base64") },
  };
}

function listVectors(folder: string): string[] {
  return [join(folder, "stages"), folder, join(folder, "read")].filter(existsSync).flatMap((at) =>
    readdirSync(at)
      .filter((name) => name.endsWith(".json"))
      .sort()
      .map((name) => join(at, name)),
  );
}

/** Exit status: 0 when nothing failed, 1 when something did, 2 when it could not run. */
export async function main(argv: readonly string[], hosted: readonly HostedKind[] = []): Promise<number> {
  const files: string[] = [];
  let emit: string | undefined;
  for (let i = 0; i < argv.length; i++) {
    const arg = argv[i]!;
    if (arg === "--help" || arg === "-h") {
      process.stdout.write(USAGE);
      return 0;
    }
    if (arg === "--emit" && argv[i + 1] !== undefined) emit = argv[++i];
    else if (arg.startsWith("-")) {
      process.stderr.write(`${arg === "--emit" ? "--emit needs a folder" : `unknown option ${arg}`}\n${USAGE}`);
      return 2;
    } else files.push(arg);
  }
  const folder = conformanceFolder();
  if (files.length === 0)
    files.push(
      ...[...new Set([join(folder, "vectors"), ...hosted.map(({ vectors }) => vectors)])].flatMap(listVectors),
    );
  const gaps = JSON.parse(readFileSync(join(folder, "known-gaps.json"), "utf8")) as KnownGap[];
  const tallies = new Map<string, Tally>();
  for (const file of files) {
    let content: VectorFile;
    try {
      content = JSON.parse(readFileSync(file, "utf8")) as VectorFile;
    } catch (error) {
      process.stderr.write(`${file}: ${messageOf(error)}\n`);
      return 2;
    }
    const own = KINDS.includes(content.kind);
    const other = hosted.find(({ kind }) => kind === content.kind);
    if (!own && other === undefined) {
      const [kind, known] = [JSON.stringify(content.kind), [...KINDS, ...hosted.map(({ kind }) => kind)].join(", ")];
      process.stderr.write(`${file}: kind ${kind} is not run here; known kinds: ${known}\n`);
      return 2;
    }
    const judgements = own ? judgeFile(content, createHost(file), gaps) : await other!.judge(content);
    for (const judgement of judgements) count(tallies, judgement, basename(file));
    if (emit !== undefined) {
      const target = join(emit, content.kind, basename(file));
      mkdirSync(dirname(target), { recursive: true });
      const written = own
        ? { ...content, cases: content.cases.map((vector, i) => ({ ...vector, got: judgements[i]!.got })) }
        : { ...content, got: judgements.map(({ name, got }) => ({ name, got })) };
      writeFileSync(target, `${JSON.stringify(written, null, 1)}\n`);
    }
  }
  return report(tallies);
}

function count(
  tallies: Map<string, Tally>,
  { tally: name, outcome, detail, name: which }: Judgement,
  file: string,
): void {
  let tally = tallies.get(name);
  if (tally === undefined) {
    tally = { passed: 0, failed: 0, gaps: 0 };
    tallies.set(name, tally);
  }
  if (outcome === "passed") tally.passed++;
  else if (outcome === "gap") tally.gaps++;
  else tally.failed++;
  if (outcome !== "passed")
    process.stdout.write(`${outcome === "gap" ? "gap " : "FAIL"} ${file} ${which}: ${detail}\n`);
}

function report(tallies: ReadonlyMap<string, Tally>): number {
  let passed = 0;
  let failed = 0;
  for (const [kind, tally] of tallies) {
    passed += tally.passed;
    failed += tally.failed;
    const all = tally.passed + tally.failed + tally.gaps;
    const share = ((tally.passed / all) * 100).toFixed(2);
    process.stdout.write(
      `${kind.padEnd(24)} ${tally.passed} of ${all} passed (${share} %), ${tally.failed} failed, ${tally.gaps} known gaps\n`,
    );
  }
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  return failed === 0 ? 0 : 1;
}
