/** `sluice test --init`: the first tests of a configuration, one for each kind of line in samples, with what comes of them. */
import { access } from "node:fs/promises";
import {
  editTests,
  formatRfc3339,
  type NewTest,
  newTestFile,
  PatternMiner,
  previewablePipelines,
  type Sample,
  type SampleContent,
} from "@sluice/engine";
import { codeOf } from "@sluice/server/system-error";
import { FileError, readConfig } from "../../config-file.ts";
import { openSampleInput } from "../../sample-input.ts";
import { UsageError } from "../../usage.ts";
import { writeNew } from "../../write-new.ts";
import { TESTS_END } from "./test-suite.ts";

/** Entries that are looked at, and tests that are made of them at most. */
const MAX_ENTRIES = 10_000;
const MAX_TESTS = 10;
/** Longest name of a test. */
const MAX_NAME = 60;

/** How to get a file of tests, for who has none. */
export const initHint = (config = "CONFIG"): string =>
  `make one from sample lines: sluice test --init ${config} --samples FILE`;

/** Writes the test file beside the configuration, without expectations, and returns its path. Never over another file. */
export async function initTests(config: string, samples: string | undefined): Promise<string> {
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
  const chosen = await choose(samples);
  if (chosen.length === 0) throw new FileError(`${samples} has no entries`);
  const tests = chosen.map((test): NewTest => (others.length === 0 ? test : { ...test, pipeline: first.id }));
  const made = editTests(
    newTestFile({}),
    tests.map((test) => ({ kind: "add", test })),
  );
  if (!made.ok) throw new FileError(`the tests cannot be written: ${made.message}`);
  await writeNew(path, made.text, false);
  return path;
}

export const isMissing = (path: string): Promise<boolean> =>
  access(path).then(
    () => false,
    (error: unknown) => codeOf(error) === "ENOENT",
  );

/** The first entry of each of the most frequent patterns, in the order of the file. */
async function choose(file: string): Promise<NewTest[]> {
  const input = await openSampleInput(file, "auto", {});
  const enough = new AbortController();
  const samples: Sample[] = [];
  for await (const batch of input.batches(enough.signal)) {
    samples.push(...batch.slice(0, MAX_ENTRIES - samples.length));
    if (samples.length >= MAX_ENTRIES) enough.abort();
  }
  const miner = new PatternMiner();
  miner.add(samples.map(({ line }) => line));
  const names = new Set<string>();
  return miner
    .report()
    .patterns.slice(0, MAX_TESTS)
    .toSorted((a, b) => a.first - b.first)
    .flatMap(({ template, first }): NewTest[] => {
      const sample = samples[first];
      return sample === undefined ? [] : [{ name: freeName(template, names), samples: [contentOf(sample)] }];
    });
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
