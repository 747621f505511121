/** `sluice test --init`: the first tests of a configuration, one for each kind of line in samples, with their results. */
import { access } from "node:fs/promises";
import {
  DEFAULT_SEED,
  DEFAULT_TEST_CLOCK,
  editTests,
  formatRfc3339,
  type NewTest,
  newTestFile,
  type OpenedDocument,
  PatternMiner,
  Preview,
  parseRfc3339,
  placeForPattern,
  previewablePipelines,
  type ReplacedKind,
  type Sample,
  type SampleContent,
  screenSamples,
  snapshotsAt,
} from "@sluice/engine";
import { nodeStageHost } from "@sluice/server";
import { codeOf } from "@sluice/server/system-error";
import { FileError, readConfig } from "../../config-file.ts";
import { openSampleInput } from "../../sample-input.ts";
import { UsageError } from "../../usage.ts";
import { writeNew } from "../../write-new.ts";
import { TESTS_END } from "./test-suite.ts";

/** Entries that are looked at, and tests that are made of them at most. */
const MAX_ENTRIES = 10_000;
const MAX_TESTS = 10;
/** Lines of one block. */
const MAX_LINES = 1000;
/** Longest name of a test. */
const MAX_NAME = 60;

const START = parseRfc3339(DEFAULT_TEST_CLOCK)!;

/** How to get a file of tests, for who has none. */
export const initHint = (config = "CONFIG"): string =>
  `make one from sample lines: sluice test --init ${config} --samples FILE`;

export interface InitOptions {
  readonly config: string;
  readonly samples: string | undefined;
  /** Private values are written as they are. */
  readonly keepsPrivate: boolean;
}

interface Initialized {
  readonly path: string;
  /** Private values in whose place stand-ins were written. */
  readonly replaced: readonly ReplacedKind[];
}

/** Writes the test file beside the configuration, without expectations. Never over another file. */
export async function initTests({ config, samples, keepsPrivate }: InitOptions): Promise<Initialized> {
  if (!config.endsWith(".alloy")) throw new UsageError(`--init takes a configuration, x.alloy, not ${config}`);
  if (samples === undefined) throw new UsageError("--init needs --samples FILE: lines to make the tests of");
  const path = config.replace(/\.alloy$/, TESTS_END);
  if (!(await isMissing(path)))
    throw new FileError(`${path} is there already; remove it, or add tests to it in the page`);
  const document = (await readConfig(config)).open({
    purpose: "preview",
    library: { env: (name) => process.env[name] },
  });
  if (document.syntaxErrors.length > 0)
    throw new FileError(`${config} does not parse: \`sluice validate ${config}\` says where`);
  const [first, ...others] = previewablePipelines(document);
  if (first === undefined) throw new FileError(`${config} has no pipeline that can be tested`);
  const read = await readSamples(samples);
  if (read.length === 0) throw new FileError(`${samples} has no entries`);
  const blocks = await blocksOf(document, first, config, read);
  const { chosen, replaced } = choose(blocks, keepsPrivate);
  const tests = chosen.map((test): NewTest => (others.length === 0 ? test : { ...test, pipeline: first.id }));
  const made = editTests(
    newTestFile({}),
    tests.map((test) => ({ kind: "add", test })),
  );
  if (!made.ok) throw new FileError(`the tests cannot be written: ${made.message}`);
  await writeNew(path, made.text, false);
  return { path, replaced };
}

export const isMissing = (path: string): Promise<boolean> =>
  access(path).then(
    () => false,
    (error: unknown) => codeOf(error) === "ENOENT",
  );

async function readSamples(file: string): Promise<readonly Sample[]> {
  const input = await openSampleInput(file, "auto", {});
  const enough = new AbortController();
  const samples: Sample[] = [];
  for await (const batch of input.batches(enough.signal)) {
    samples.push(...batch.slice(0, MAX_ENTRIES - samples.length));
    if (samples.length >= MAX_ENTRIES) enough.abort();
  }
  return samples;
}

/**
 * The samples as the pipeline joins them, each block in the place of its first line. A file that a stage names and that cannot
 * be read leaves them apart: running the tests says so.
 */
async function blocksOf(
  document: OpenedDocument,
  pipeline: OpenedDocument["pipelines"][number],
  config: string,
  samples: readonly Sample[],
): Promise<readonly (readonly Sample[])[]> {
  const host = await nodeStageHost(pipeline.stages, config);
  const { place } = placeForPattern(document, pipeline.id);
  if (!host.ok || place.side === "start") return samples.map((sample) => [sample]);
  const preview = Preview.run(pipeline, samples, { start: START, seed: DEFAULT_SEED, host: host.host });
  const firsts = new Map<number, number>();
  for (const { origins } of snapshotsAt(preview, place))
    for (const origin of origins)
      firsts.set(origin, Math.min(firsts.get(origin) ?? origin, ...origins.slice(0, MAX_LINES)));
  const blocks = new Map<number, Sample[]>();
  for (const [i, sample] of samples.entries()) {
    const first = firsts.get(i) ?? i;
    const block = blocks.get(first) ?? [];
    blocks.set(first, block);
    if (block.length < MAX_LINES) block.push(sample);
  }
  return [...blocks.values()];
}

/** The first block of each of the most frequent patterns, in the order of the file. */
function choose(
  blocks: readonly (readonly Sample[])[],
  keepsPrivate: boolean,
): { readonly chosen: readonly NewTest[]; readonly replaced: readonly ReplacedKind[] } {
  const miner = new PatternMiner();
  miner.add(blocks.map(([head]) => head!.line));
  const found = miner
    .report()
    .patterns.slice(0, MAX_TESTS)
    .toSorted((a, b) => a.first - b.first)
    .map(({ template, first }) => ({ template, contents: blocks[first]!.map(contentOf) }));
  const contents = found.flatMap((one) => one.contents);
  const templates = found.map(({ template }) => template);
  const { samples, names, replaced } = keepsPrivate
    ? { samples: contents, names: templates, replaced: [] }
    : screenSamples(contents, templates);
  const taken = new Set<string>();
  let at = 0;
  const chosen = found.map((one, i): NewTest => {
    const from = at;
    at += one.contents.length;
    return { name: freeName(names[i]!, taken), samples: samples.slice(from, at) };
  });
  return { chosen, replaced };
}

function freeName(template: string, taken: Set<string>): string {
  const text = template.replace(/\s+/g, " ").trim();
  const base = text.length <= MAX_NAME ? text || "an empty line" : `${text.slice(0, MAX_NAME - 1)}…`;
  let name = base;
  for (let n = 2; taken.has(name); n++) name = `${base} (${n})`;
  taken.add(name);
  return name;
}

function contentOf({ line, labels, timestamp, metadata, extracted }: Sample): SampleContent {
  return {
    line,
    labels: Object.keys(labels).length === 0 ? undefined : labels,
    timestamp: timestamp === undefined ? undefined : formatRfc3339(timestamp),
    metadata,
    extracted,
  };
}
