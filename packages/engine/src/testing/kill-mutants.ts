/** Tests of tests: which mutants of a configuration its tests notice. */
import { openDocument } from "../document/open-document.ts";
import type { StageHost } from "../pipeline/stage.ts";
import { runTests, type TestFile } from "../pipeline-tests/index.ts";
import { mutants } from "./mutants.ts";

export interface MutantsKilled {
  /** Mutants on which a test fails, by their ids. */
  readonly killed: readonly string[];
  /** Those on which all pass. */
  readonly survived: readonly string[];
  /** Places where the check accepts no other text. */
  readonly unchangeable: readonly string[];
}

/** Runs all tests on every mutant of `text`. Throws where they fail on `text` itself: they would say nothing of mutants. */
export function killMutants(text: string, file: TestFile, host: StageHost): MutantsKilled {
  // One by one, those first that killed most so far: the first that fails is enough.
  const order = file.tests.map((test) => ({ file: { ...file, tests: [test] }, killed: 0 }));
  const passes = (one: string): boolean => {
    const document = openDocument(one, { purpose: "preview" });
    const killer = order.find(({ file }) => runTests(file, document, { host }).passed === 0);
    if (killer === undefined) return true;
    killer.killed++;
    order.sort((a, b) => b.killed - a.killed);
    return false;
  };
  if (!passes(text)) throw new Error("the tests fail on the configuration itself");
  const killed: string[] = [];
  const survived: string[] = [];
  const unchangeable: string[] = [];
  for (const mutant of mutants(text)) {
    if (mutant.text === undefined) unchangeable.push(mutant.id);
    else (passes(mutant.text) ? survived : killed).push(mutant.id);
  }
  return { killed, survived, unchangeable };
}
