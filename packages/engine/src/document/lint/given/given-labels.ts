/**
 * The labels with which entries reach a component, for certain: what all sources that lead to it set in so many words, through
 * relabelling and stages on the way. Where anything else may send entries, nothing is certain.
 */
import type { Diagnostic } from "../../../base/diagnostic.ts";
import { relabelPart, withAnyValue } from "../../../components/pipelines/certain-labels.ts";
import { DECIDES } from "../../../components/pipelines/relabel-rule.ts";
import { labelDrop } from "../../../stages/label-drop.ts";
import type { BlockStatement, SourceFile } from "../../../syntax/ast.ts";
import type { ComponentNode, DecodedRules } from "../../component-node.ts";
import { kindOfComponent, sendersOf } from "../senders.ts";
import { isOf, type LintedPipeline, type LintedStage, viewPipeline } from "../view.ts";
import { unsureIn } from "./unsure.ts";
import {
  argumentOf,
  componentNamed,
  labelsOfFiles,
  labelsOfSource,
  type WrittenLabels,
  withoutInternal,
  writtenTargets,
} from "./written-labels.ts";
import { type WrittenRule, writtenRules } from "./written-rules.ts";

type Sets = readonly WrittenLabels[] | undefined;

/** Further ones are not followed. */
const MAX_SETS = 50;
const MAX_HOPS = 20;

export class GivenLabels {
  readonly #file: SourceFile;
  readonly #nodes: ReadonlyMap<number, ComponentNode>;
  readonly #known: readonly Diagnostic[];
  readonly #rules: ReadonlyMap<number, readonly WrittenRule[]>;
  readonly #given = new Map<BlockStatement, Sets>();

  /** `known`: the diagnostics of the file, which mark errors and unknown values. */
  constructor(
    components: readonly ComponentNode[],
    rules: readonly DecodedRules[],
    file: SourceFile,
    known: readonly Diagnostic[],
  ) {
    this.#file = file;
    this.#nodes = new Map(components.map((node) => [node.span.start, node]));
    this.#known = known;
    const isUnsure = unsureIn(known);
    this.#rules = new Map(rules.map((one) => [one.statement.span.start, writtenRules(one, isUnsure)]));
  }

  /** Of entries that reach `component`. */
  reaching(component: BlockStatement | undefined, hops = 0): Sets {
    const senders = component && sendersOf(this.#file, component);
    if (senders === undefined || senders.length === 0 || hops > MAX_HOPS) return undefined;
    return joined(new Set(senders), (sender) => this.#givenBy(sender, hops + 1));
  }

  /** Of the targets that `component`, a `discovery.relabel`, changes. */
  targetsOf(component: BlockStatement): Sets {
    return bounded(writtenTargets(this.#file, component, "targets"));
  }

  /** The rules of a component, in their order. */
  rulesOf({ span }: BlockStatement): readonly WrittenRule[] | undefined {
    return this.#rules.get(span.start);
  }

  #givenBy(component: BlockStatement, hops: number): Sets {
    if (this.#given.has(component)) return this.#given.get(component);
    // In a circle nothing is certain.
    this.#given.set(component, undefined);
    const given = bounded(this.#give(component, hops));
    this.#given.set(component, given);
    return given;
  }

  #give(component: BlockStatement, hops: number): Sets {
    const node = this.#nodes.get(component.span.start);
    if (node === undefined) return undefined;
    const kind = kindOfComponent(component);
    if (kind === "source.file") return this.#giveFiles(component);
    if (node.spec.graphKind === "source") return this.#ruled(component, labelsOfSource(component));
    const before = this.reaching(component, hops);
    if (before === undefined) return undefined;
    if (kind === "relabel") return afterRules(this.rulesOf(component), before)?.map(withoutInternal);
    if (node.spec.graphKind !== "process" && node.spec.asStage === undefined) return undefined;
    const pipeline = viewPipeline(node.stages, this.#file, this.#known);
    return pipeline.stages.reduce((sets, stage) => sets.map((one) => afterStage(stage, one)), before);
  }

  #giveFiles(source: BlockStatement): Sets {
    const written = writtenTargets(this.#file, source, "targets");
    if (written !== undefined) return labelsOfFiles(written);
    const relabels = componentNamed(this.#file, argumentOf(source, "targets"));
    if (relabels?.name !== "discovery.relabel") return undefined;
    const targets = this.targetsOf(relabels);
    const changed = targets && afterRules(this.rulesOf(relabels), targets);
    return changed && labelsOfFiles(changed);
  }

  /** After the rules that a source is given. Those of an API leave plain lines as they are. */
  #ruled(source: BlockStatement, sets: Sets): Sets {
    const argument = argumentOf(source, "relabel_rules");
    if (sets === undefined || argument === undefined) return sets;
    const component = componentNamed(this.#file, argument);
    const rules = component && this.rulesOf(component);
    return (
      rules && joined(sets, (one) => (one.only === undefined ? afterRules(rules, [one]) : [one]))?.map(withoutInternal)
    );
  }
}

function joined<T>(all: Iterable<T>, setsOf: (one: T) => Sets): Sets {
  const found: WrittenLabels[] = [];
  for (const one of all) {
    const sets = setsOf(one);
    if (sets === undefined) return undefined;
    found.push(...sets);
  }
  return bounded(found);
}

const bounded = (sets: Sets): Sets => (sets !== undefined && sets.length > MAX_SETS ? undefined : sets);

const afterRules = (rules: readonly WrittenRule[] | undefined, sets: readonly WrittenLabels[]): Sets =>
  rules?.reduce((before, rule) => before.map((one) => afterRule(rule, one)), sets);

/** Without a look at what it drops, which does not come. */
export function afterRule({ rule, literal, target }: WrittenRule, labels: WrittenLabels): WrittenLabels {
  const known = literal ?? (rule !== undefined && DECIDES.has(rule.action) ? rule : undefined);
  const isAny = target === "" || rule?.action === "labelmap";
  return {
    ...labels,
    ...(known === undefined ? withAnyValue(labels, isAny ? "$" : target) : relabelPart(known, labels)),
  };
}

function afterStage(stage: LintedStage, labels: WrittenLabels): WrittenLabels {
  const { flow, parent } = stage;
  if (flow.setsAny?.includes("label")) return { ...labels, ...withAnyValue(labels, "$") };
  let values = new Map(labels.values);
  const { keepsLabels: kept } = flow;
  if (kept !== undefined)
    values = new Map(
      [...values].map(([name, value]) => [name, kept.includes(name) ? value : parent === undefined ? "" : undefined]),
    );
  const isRemoved = parent === undefined && isOf(stage, labelDrop);
  for (const { kind, name } of flow.removes ?? []) if (kind === "label") values.set(name, isRemoved ? "" : undefined);
  for (const { kind, name } of flow.sets ?? []) if (kind === "label") values.set(name, undefined);
  return { ...labels, values };
}

/** Each stage with the labels that entries have when they reach it. */
export function* labelsAtStages({
  stages,
  reaching,
}: LintedPipeline): Iterable<{ readonly stage: LintedStage; readonly sets: readonly WrittenLabels[] }> {
  let sets = reaching;
  if (sets === undefined) return;
  for (const stage of stages) {
    yield { stage, sets };
    sets = sets.map((one) => afterStage(stage, one));
  }
}
