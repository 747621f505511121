/**
 * Which paths through the pipelines of a configuration its tests take. The spec of each stage names its paths
 * (`coverage`), and each step is counted.
 */
import type { Span } from "../base/span.ts";
import type { DocumentPipeline } from "../document/open-document.ts";
import type { CoveragePath } from "../pipeline/stage-coverage.ts";
import { coverageOf, type StageNode } from "../pipeline/stage-spec.ts";
import type { Step } from "../pipeline/trace.ts";

export interface CoveredPath {
  readonly label: string;
  /** What is missing where no test takes it. */
  readonly missing: string;
  /** Tests that take it. */
  readonly tests: number;
}

export interface CoveredStage {
  readonly pipeline: string;
  readonly path: string;
  readonly stage: string;
  readonly span: Span;
  /** Tests with an entry that reaches it. */
  readonly tests: number;
  readonly paths: readonly CoveredPath[];
}

export interface Coverage {
  readonly stages: readonly CoveredStage[];
  readonly paths: number;
  readonly taken: number;
}

/** What the tests of several files take of the same configuration. */
export function addCoverage(a: Coverage, b: Coverage): Coverage {
  return summed(
    a.stages.map((stage, i) => {
      const other = b.stages[i];
      if (other === undefined) return stage;
      const paths = stage.paths.map((path, j) => ({ ...path, tests: path.tests + (other.paths[j]?.tests ?? 0) }));
      return { ...stage, tests: stage.tests + other.tests, paths };
    }),
  );
}

function summed(stages: readonly CoveredStage[]): Coverage {
  const paths = stages.flatMap((one) => one.paths);
  return { stages, paths: paths.length, taken: paths.filter(({ tests }) => tests > 0).length };
}

interface Counted {
  readonly node: StageNode;
  readonly paths: readonly { readonly path: CoveragePath; tests: number; last: number }[];
  tests: number;
  last: number;
}

/** Counts steps of tests, each test once for each path. */
export class CoverageTally {
  readonly #pipelines: readonly { readonly id: string; readonly stages: ReadonlyMap<string, Counted> }[];
  #test = -1;

  constructor(pipelines: readonly DocumentPipeline[]) {
    this.#pipelines = pipelines.map(({ id, stages, dialect }) => ({
      id,
      stages: new Map(
        [...flatten(stages)].map((node) => [
          node.path,
          { node, paths: coverageOf(node, dialect).map((path) => ({ path, tests: 0, last: -1 })), tests: 0, last: -1 },
        ]),
      ),
    }));
  }

  /** The next test begins; gives what takes its steps. */
  begin(pipeline: string): (step: Step) => void {
    const test = ++this.#test;
    const stages = this.#pipelines.find(({ id }) => id === pipeline)?.stages;
    return (step) => {
      const counted = stages?.get(step.path);
      if (counted === undefined) return;
      if (counted.last !== test && step.before !== undefined) {
        counted.last = test;
        counted.tests++;
      }
      for (const one of counted.paths) {
        if (one.last === test || !one.path.taken(step)) continue;
        one.last = test;
        one.tests++;
      }
    };
  }

  coverage(): Coverage {
    const stages = this.#pipelines.flatMap(({ id, stages }) =>
      [...stages.values()].map(
        ({ node, paths, tests }): CoveredStage => ({
          pipeline: id,
          path: node.path,
          stage: node.spec.name,
          span: node.span,
          tests,
          paths: paths.map(({ path: { label, missing }, tests }) => ({ label, missing, tests })),
        }),
      ),
    );
    return summed(stages);
  }
}

function* flatten(nodes: readonly StageNode[]): Generator<StageNode> {
  for (const node of nodes) {
    yield node;
    yield* flatten(node.children);
  }
}
