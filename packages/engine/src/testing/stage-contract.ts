/**
 * What every stage promises, checked on entries it does not expect: it does not throw, chance and time come from
 * outside alone, a trace changes nothing, every entry is accounted for, and an entry that was released is left alone.
 * The configurations are those of the stage's examples. The checks belong to no test framework.
 */

import { SeededRandom } from "@sluice/languages/base";
import { Entry } from "../base/entry.ts";
import { loadStages } from "../document/load.ts";
import type { Out, Stage, StageHost } from "../pipeline/stage.ts";
import type { StageNode, StageSpec } from "../pipeline/stage-spec.ts";
import { fuzzEntries } from "./fuzz-entries.ts";
import { type EntryInput, type RunOptions, type RunResult, runNodes } from "./run-stages.ts";

/** One promise; `run` throws with what is wrong. */
export interface ContractCheck {
  readonly name: string;
  run(): void;
}

export interface ContractOptions {
  /** Where files that the examples name are. */
  readonly host?: StageHost | undefined;
  /** Entries for each configuration. */
  readonly entries?: number | undefined;
  readonly seed?: number | undefined;
}

/** The checks of one stage. */
export function stageContract(spec: StageSpec, options: ContractOptions = {}): ContractCheck[] {
  const count = options.entries ?? 200;
  const seed = options.seed ?? 20240310;
  const configs = spec.examples.map(({ config }) => config);
  const cases: Case[] = [];
  const caseOf = (i: number): Case => {
    cases[i] ??= makeCase(i, configs[i]!, count, { seed, host: options.host, endAdvance: "1h" });
    return cases[i];
  };
  const onEach = (check: (one: Case) => void) => () => {
    for (const i of configs.keys()) check(caseOf(i));
  };
  return [
    {
      name: "has examples",
      run() {
        if (configs.length < 2) throw new Error(`has ${configs.length} examples, at least two are needed`);
        const missing = configs.findIndex((config) => !config.includes(`stage.${spec.name}`));
        if (missing >= 0) throw new Error(`example ${missing + 1} does not use the stage`);
      },
    },
    {
      name: "does not throw",
      run: onEach(({ first }) => expectNoFault(first())),
    },
    {
      name: "accounts for every entry",
      run: onEach(({ inputs, first }) => {
        const { balance } = first();
        if (balance.in !== inputs.length || balance.in !== balance.out + balance.dropped) {
          throw new Error(`of ${inputs.length} entries: ${JSON.stringify(balance)}`);
        }
      }),
    },
    {
      name: "is deterministic under a seed",
      run: onEach(({ nodes, inputs, run, said }) => expectSame(said(), runNodes(nodes, inputs, run))),
    },
    {
      name: "does the same when it is traced",
      run: onEach(({ nodes, inputs, run, said }) =>
        expectSame(said(), runNodes(nodes, inputs, { ...run, trace: true })),
      ),
    },
    {
      name: "leaves an entry alone once it is released",
      run: onEach(({ nodes, inputs, run, said }) => {
        const guarded = runNodes(nodes.map(guardNode), inputs, run);
        expectNoFault(guarded);
        expectSame(said(), guarded);
      }),
    },
  ];
}

/** One of the configurations, with entries for it. */
interface Case {
  readonly nodes: readonly StageNode[];
  readonly inputs: readonly EntryInput[];
  readonly run: RunOptions;
  /** What all checks compare with: the same run, made once. */
  readonly first: () => RunResult;
  /** The same as texts, which take as long as the run. */
  readonly said: () => readonly string[];
}

function makeCase(i: number, config: string, count: number, run: RunOptions & { seed: number }): Case {
  const loaded = loadStages(config);
  if (!loaded.ok) throw new Error(`example ${i + 1} is refused: ${loaded.diagnostics[0]?.message}`);
  const nodes = loaded.stages;
  const inputs = fuzzEntries(count, new SeededRandom(run.seed + i), config);
  let made: RunResult | undefined;
  let told: readonly string[] | undefined;
  const first = () => (made ??= runNodes(nodes, inputs, run));
  return { nodes, inputs, run, first, said: () => (told ??= textsOf(first())) };
}

function expectNoFault(result: RunResult): void {
  const fault = result.faults.find(({ limit }) => !limit);
  if (fault === undefined) return;
  const { error, node } = fault;
  throw new Error(`stage.${node.spec.name} threw: ${error instanceof Error ? error.stack : String(error)}`);
}

const textsOf = ({ out, dropped, metrics, balance }: RunResult): string[] => [
  ...out.map((one) => `out ${canonical(one)}`),
  ...dropped.map((one) => `dropped ${canonical(one)}`),
  ...metrics,
  canonical(balance),
];

function expectSame(first: readonly string[], result: RunResult): void {
  const second = textsOf(result);
  for (let i = 0; i < Math.max(first.length, second.length); i++) {
    if (first[i] !== second[i]) throw new Error(`results differ:\n  ${first[i]}\n  ${second[i]}`);
  }
}

/** JSON that distinguishes what JSON does not: -0, NaN and infinities. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, one) =>
    typeof one === "number" && (!Number.isFinite(one) || Object.is(one, -0))
      ? `number ${Object.is(one, -0) ? "-0" : one}`
      : one,
  );
}

/** The same stage, with what it emits or drops made unusable for it. */
function guardNode(node: StageNode): StageNode {
  const { spec } = node;
  return {
    ...node,
    children: node.children.map(guardNode),
    spec: { ...spec, create: (args, env) => guardStage(spec.create(args, env)) },
  };
}

function guardStage(stage: Stage): Stage {
  const guard = (out: Out): Out => ({
    emit: (entry) => out.emit(handOver(entry)),
    drop: (entry, why) => out.drop(handOver(entry), why),
  });
  const guarded: Stage = { process: (entry, out) => stage.process(entry, guard(out)) };
  if (stage.nextWake) guarded.nextWake = () => stage.nextWake!();
  if (stage.wake) guarded.wake = (now, out) => stage.wake!(now, guard(out));
  if (stage.busy) guarded.busy = () => stage.busy!();
  if (stage.flush) guarded.flush = (out, ends) => stage.flush!(guard(out), ends);
  if (stage.close) guarded.close = () => stage.close!();
  return guarded;
}

const FIELDS = ["labels", "line", "timestamp", "metadata", "extracted", "origin"] as const;

/** A copy that continues; the original throws at any touch. */
function handOver(entry: Entry): Entry {
  const copy = new Entry(
    entry.labels,
    entry.line,
    entry.timestamp,
    entry.metadata,
    entry.extracted.clone(),
    entry.origin,
  );
  for (const field of FIELDS) {
    const refuse = (): never => {
      throw new Error(`\`${field}\` of an entry was used after the entry was released`);
    };
    Object.defineProperty(entry, field, { get: refuse, set: refuse });
  }
  return copy;
}
