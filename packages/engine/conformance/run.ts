/**
 * The conformance runner: recorded vectors through the engine, under the virtual clock.
 *
 * usage: run [--emit DIR] [FILE…]      default: the vectors beside it
 *
 * Prints every failing case with its first difference, a table by kind, and ends with `N passed, N failed`. Cases in
 * known-gaps.json are allowed to fail, with a reason; the list ratchets: a listed case that passes fails the run.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { RegexCase, VectorFile, Verdict } from "./cases.ts";
import { isText, runRegexCase } from "./regex-kind.ts";
import { readResource, runStageCase } from "./stages-kind.ts";
import { runSyntaxCase } from "./syntax-kind.ts";

interface KnownGap {
  readonly kind: string;
  readonly name: string;
  readonly reason: string;
  /** The gap is one only where this file (relative to the folder above the vectors' own) is not there. */
  readonly missing_file?: string;
}

interface Tally {
  passed: number;
  failed: number;
  gaps: number;
}

const USAGE = `usage: npm run conformance -- [--emit DIR] [FILE…]
Runs recorded vectors (default: those of packages/engine/conformance/vectors).
  --emit DIR  also write each file again, under DIR/KIND/, with what the engine did in every case as "got"
`;

const KINDS: Readonly<Record<string, (vector: never, file: string) => Verdict>> = {
  stages: runStageCase as (vector: never, file: string) => Verdict,
  regex: runRegexCase as (vector: never) => Verdict,
  syntax: runSyntaxCase as (vector: never) => Verdict,
};

/** The folder with this package's vectors, from the sources and from the build alike. */
function conformanceFolder(): string {
  let at = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(at, "package.json"))) at = dirname(at);
  return join(at, "conformance");
}

const nameOf = (kind: string, vector: Record<string, unknown>): string =>
  kind === "regex" ? `/${(vector as RegexCase).pattern_b64 === undefined ? (vector as RegexCase).pattern : `base64 ${(vector as RegexCase).pattern_b64}`}/` : (vector as { name: string }).name;

const tallyName = (kind: string, vector: Record<string, unknown>): string =>
  kind === "regex" && !isText(vector as RegexCase) ? "regex (not UTF-8)" : kind;

export function main(argv: readonly string[]): number {
  const files: string[] = [];
  let emit: string | undefined;
  for (let i = 0; i < argv.length; i++) {
    const arg = argv[i]!;
    if (arg === "--help" || arg === "-h") {
      process.stdout.write(USAGE);
      return 0;
    }
    if (arg === "--emit") emit = argv[++i];
    else if (arg.startsWith("-")) {
      process.stderr.write(`unknown option ${arg}\n${USAGE}`);
      return 2;
    } else files.push(arg);
  }
  const folder = conformanceFolder();
  if (files.length === 0) {
    for (const at of [join(folder, "vectors", "stages"), join(folder, "vectors")]) {
      const names = readdirSync(at).filter((name) => name.endsWith(".json"));
      files.push(...names.sort().map((name) => join(at, name)));
    }
  }
  const gaps = JSON.parse(readFileSync(join(folder, "known-gaps.json"), "utf8")) as KnownGap[];
  const gapOf = new Map(gaps.map((gap) => [`${gap.kind} ${gap.name}`, gap]));
  const tallies = new Map<string, Tally>();
  let failed = 0;
  let passed = 0;
  for (const file of files) {
    let content: VectorFile;
    try {
      content = JSON.parse(readFileSync(file, "utf8")) as VectorFile;
    } catch (error) {
      process.stderr.write(`${file}: ${error instanceof Error ? error.message : String(error)}\n`);
      return 2;
    }
    const run = KINDS[content.kind];
    if (run === undefined) {
      process.stderr.write(`${file}: kind ${JSON.stringify(content.kind)} is not run here; known kinds: ${Object.keys(KINDS).join(", ")}\n`);
      return 2;
    }
    const emitted = content.cases.map((vector) => {
      const verdict = run(vector as never, file);
      const name = nameOf(content.kind, vector);
      const tally = tallyFor(tallies, tallyName(content.kind, vector));
      const listed = gapOf.get(`${content.kind} ${name}`);
      const applies = listed?.missing_file === undefined || readResource(dirname(dirname(resolve(file))), listed.missing_file) === undefined;
      const gap = applies ? listed : undefined;
      if (verdict.difference === undefined && gap !== undefined) {
        failed++;
        tally.failed++;
        process.stdout.write(`FAIL ${basename(file)} ${name}: listed as a known gap (${gap.reason}) but passes: take it off the list\n`);
      } else if (verdict.difference === undefined) {
        passed++;
        tally.passed++;
      } else if (gap !== undefined) {
        tally.gaps++;
        process.stdout.write(`gap  ${basename(file)} ${name}: ${gap.reason}\n`);
      } else {
        failed++;
        tally.failed++;
        process.stdout.write(`FAIL ${basename(file)} ${name}: ${verdict.difference}\n`);
      }
      return { ...vector, got: verdict.got };
    });
    if (emit !== undefined) {
      const target = join(emit, content.kind, basename(file));
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, `${JSON.stringify({ ...content, cases: emitted }, null, 1)}\n`);
    }
  }
  for (const [kind, tally] of tallies) {
    const all = tally.passed + tally.failed + tally.gaps;
    const share = ((tally.passed / all) * 100).toFixed(2);
    process.stdout.write(`${kind.padEnd(18)} ${tally.passed} of ${all} passed (${share} %), ${tally.failed} failed, ${tally.gaps} known gaps\n`);
  }
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  return failed === 0 ? 0 : 1;
}

function tallyFor(tallies: Map<string, Tally>, name: string): Tally {
  let tally = tallies.get(name);
  if (tally === undefined) {
    tally = { passed: 0, failed: 0, gaps: 0 };
    tallies.set(name, tally);
  }
  return tally;
}

process.exitCode = main(process.argv.slice(2));
