/** Files of tests, each with its configuration: found, opened and run. */
import { readdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import {
  addCoverage,
  type ConfigFiles,
  type Coverage,
  type Diagnostic,
  editTests,
  namedResources,
  type OpenedDocument,
  previewablePipelines,
  type ReadTestFile,
  readTestFile,
  runTests,
  type StageHost,
  type TestEdit,
  type TestFile,
  type TestRun,
  updateExpectation,
} from "@sluice/engine";
import { configFolder, nodeStageHost } from "@sluice/server";
import { describeSystemError } from "@sluice/server/system-error";
import { FileError, isFolder, readConfig, readText } from "../../config-file.ts";

export const TESTS_END = ".tests.yaml";
/** Files of tests in one run, and folders that are looked through for them. */
const MAX_FILES = 1000;
const MAX_FOLDERS = 10_000;
const PASSED_OVER: ReadonlySet<string> = new Set(["node_modules"]);

/** One test file and its results. */
export interface Suite {
  /** Path of the test file, as it was named or found. */
  readonly path: string;
  readonly text: string;
  /** What is wrong with the test file itself. */
  readonly diagnostics: readonly Diagnostic[];
  readonly file: TestFile | undefined;
  readonly config: ConfigFiles | undefined;
  readonly document: OpenedDocument | undefined;
  /** What is wrong with the configuration. */
  readonly configDiagnostics: readonly Diagnostic[];
  /** Why nothing could be run, where no diagnostic says it. */
  readonly problem: string | undefined;
  readonly run: TestRun | undefined;
  /** Path of the configuration. */
  readonly configPath: string | undefined;
  /** Seconds that it took. */
  readonly seconds: number;
  /** All files that were read for it; a change of one may change its outcome. */
  readonly reads: readonly string[];
}

/** The test files that FILE|DIR names: one itself, that of a configuration, or all in a folder and those in it. */
export async function findTestFiles(named: string): Promise<readonly string[]> {
  if (!(await isFolder(named))) return [named.endsWith(".alloy") ? named.replace(/\.alloy$/, TESTS_END) : named];
  const found: string[] = [];
  const folders = [named];
  for (let at = 0; at < folders.length; at++) {
    if (at >= MAX_FOLDERS) throw new FileError(`${named} has more than ${MAX_FOLDERS} folders`);
    const folder = folders[at]!;
    const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
      throw new FileError(`cannot read ${folder}: ${describeSystemError(error)}`);
    });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.name.startsWith(".") || PASSED_OVER.has(entry.name)) continue;
      const path = folder === "." ? entry.name : join(folder, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else if (/\.tests\.ya?ml$/.test(entry.name)) found.push(path);
    }
    if (found.length > MAX_FILES) throw new FileError(`${named} has more than ${MAX_FILES} test files`);
  }
  return found;
}

/** Reads and runs one. Throws `FileError` where the test file cannot be read. `keep`: what came is to be recorded. */
export async function runSuite(path: string, keep = false): Promise<Suite> {
  const started = performance.now();
  const suite = await openAndRun(path, keep);
  return { ...suite, seconds: (performance.now() - started) / 1000 };
}

async function openAndRun(path: string, keep: boolean): Promise<Suite> {
  const text = await readText(path);
  const read: ReadTestFile = readTestFile(text);
  const suite: Suite = {
    path,
    text,
    diagnostics: read.diagnostics,
    file: read.ok ? read.file : undefined,
    config: undefined,
    document: undefined,
    configDiagnostics: [],
    problem: undefined,
    run: undefined,
    configPath: undefined,
    seconds: 0,
    reads: [path],
  };
  if (!read.ok) return suite;
  const { file } = read;
  const configPath = join(dirname(path), file.config ?? `${basename(path).replace(/(?:\.tests)?\.ya?ml$/, "")}.alloy`);
  const reads = [path, configPath];
  let config: ConfigFiles;
  try {
    config = await readConfig(configPath);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return { ...suite, reads, problem: error.message };
  }
  const document = config.open({ purpose: "preview", library: { env: (name: string) => process.env[name] } });
  const opened = { ...suite, configPath, config, document, configDiagnostics: document.diagnostics };
  if (document.syntaxErrors.length > 0) return { ...opened, reads, problem: "the configuration does not parse" };
  const stages = previewablePipelines(document).flatMap((pipeline) => pipeline.stages);
  const folder = dirname(path);
  const places = new Map([...file.resources].map(([name, { value }]) => [name, resolve(folder, value)]));
  for (const { path: name } of namedResources(stages))
    reads.push(places.get(name) ?? resolve(configFolder(configPath), name));
  const host = await nodeStageHost(stages, configPath, undefined, places);
  if (!host.ok)
    return {
      ...opened,
      reads,
      configDiagnostics: host.diagnostics,
      problem: "a file that a stage names cannot be read",
    };
  return { ...opened, reads, run: runTests(file, document, { host: withoutChanges(host.host), keep }) };
}

/** Files do not change while tests run. */
const withoutChanges = ({ resource, sha256 }: StageHost): StageHost => ({ resource, sha256 });

/** What fails in a file: tests, or one for the file itself if it could not be run. */
export const failuresOf = ({ run }: Suite): number => (run === undefined ? 1 : run.results.length - run.passed);

/** Of each configuration what all test files take of it. */
export function coverageOf(suites: readonly Suite[]): { readonly config: ConfigFiles; readonly coverage: Coverage }[] {
  const found = new Map<string, { config: ConfigFiles; coverage: Coverage }>();
  for (const { configPath, config, run } of suites) {
    if (run === undefined || config === undefined) continue;
    const known = found.get(configPath!);
    const coverage = known === undefined ? run.coverage : addCoverage(known.coverage, run.coverage);
    found.set(configPath!, { config, coverage });
  }
  return [...found.values()];
}

/** Records the results of the tests that failed; gives how many, or why the file cannot be changed. */
export async function updateSuite({ path, text, run }: Suite): Promise<number | string> {
  const edits = (run?.results ?? []).flatMap(({ status, index, test, played }): TestEdit[] =>
    status !== "failed" || played === undefined
      ? []
      : [{ kind: "expect", index, expect: updateExpectation(test.expect, played) }],
  );
  if (edits.length === 0) return 0;
  const edited = editTests(text, edits);
  if (!edited.ok) return edited.message;
  try {
    await writeFile(path, edited.text);
  } catch (error) {
    throw new FileError(`cannot write ${path}: ${describeSystemError(error)}`);
  }
  return edits.length;
}
