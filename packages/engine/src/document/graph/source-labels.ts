/**
 * The labels that entries have for certain when they reach a pipeline: what all sources that lead to it set alike, through the
 * relabelling on the way. What depends on what is sent, found or done by stages is not certain, and left out: a preview that has
 * these labels is honest about each selector on them.
 */
import { relabelCertain } from "../../components/pipelines/certain-labels.ts";
import type { StageFlow } from "../../pipeline/stage-flow.ts";
import { flowOf } from "../../pipeline/stage-spec.ts";
import type { ComponentNode } from "../component-node.ts";

export interface SourceLabels {
  readonly labels: Readonly<Record<string, string>>;
  /** Ids of the sources that set them, in the order of the text. */
  readonly from: readonly string[];
}

type Labels = ReadonlyMap<string, string>;

interface Given {
  readonly labels: Labels;
  readonly from: ReadonlySet<string>;
}

const NOTHING: Given = { labels: new Map(), from: new Set() };

/** What is known of the entries that reach each component; undefined: nothing. */
export function sourceLabels(components: readonly ComponentNode[]): (id: string) => SourceLabels | undefined {
  const nodes = new Map(components.map((node) => [node.id, node]));
  const feeders = new Map<string, string[]>();
  for (const { id, forwardTo } of components)
    for (const to of new Set(forwardTo)) feeders.set(to, [...(feeders.get(to) ?? []), id]);
  const known = new Map<string, Given>();

  /** What a component gives on. */
  const givenBy = (id: string): Given => {
    const before = known.get(id);
    if (before !== undefined) return before;
    // In a circle nothing is certain.
    known.set(id, NOTHING);
    const given = give(nodes.get(id));
    known.set(id, given);
    return given;
  };
  const reaching = (id: string): Given => common((feeders.get(id) ?? []).map(givenBy));
  const give = (node: ComponentNode | undefined): Given => {
    if (node === undefined) return NOTHING;
    const { id, spec } = node;
    if (spec.graphKind === "source") {
      const sets = ownLabels(node, nodes).map((labels) => ({ labels, from: new Set([id]) }));
      const rules = node.uses.flatMap((one) => rulesOf(nodes.get(one)));
      return relabelled(common(sets), rules);
    }
    if (spec.asStage !== undefined) return untouched(reaching(id), node.stages.map(flowOf));
    if (spec.graphKind === "relabel") return relabelled(reaching(id), rulesOf(node));
    // Stages may do anything to labels.
    return spec.graphKind === "process" && node.stages.length === 0 ? reaching(id) : NOTHING;
  };
  return (id) => {
    const { labels, from } = reaching(id);
    if (labels.size === 0) return undefined;
    return { labels: Object.fromEntries(labels), from: components.flatMap((one) => (from.has(one.id) ? one.id : [])) };
  };
}

/** What a source's arguments set, or those of what finds its targets. */
function ownLabels({ spec, args, uses }: ComponentNode, nodes: ReadonlyMap<string, ComponentNode>): readonly Labels[] {
  const own = spec.entryLabels?.(args) ?? [];
  if (own.length > 0) return own;
  return uses.flatMap((id) => {
    const node = nodes.get(id);
    return node === undefined || node.spec.graphKind === "relabel" ? [] : (node.spec.entryLabels?.(node.args) ?? []);
  });
}

function rulesOf(node: ComponentNode | undefined) {
  const rules = node?.exports?.rules;
  return rules?.kind === "relabel-rules" ? rules.rules : [];
}

/** What is the same in all. */
function common(all: readonly Given[]): Given {
  const [first, ...others] = all;
  if (first === undefined) return NOTHING;
  const same = [...first.labels].filter(([name, value]) => others.every(({ labels }) => labels.get(name) === value));
  return { labels: new Map(same), from: new Set(all.flatMap(({ from }) => [...from])) };
}

/** What stages do not set or remove, by what they say of themselves. */
function untouched({ labels, from }: Given, flows: readonly StageFlow[]): Given {
  if (flows.some(({ setsAny }) => setsAny?.includes("label") === true)) return NOTHING;
  const touched = new Set(
    flows.flatMap(({ sets = [], removes = [] }) =>
      [...sets, ...removes].flatMap(({ kind, name }) => (kind === "label" ? name : [])),
    ),
  );
  return { labels: new Map([...labels].filter(([name]) => !touched.has(name))), from };
}

function relabelled({ labels, from }: Given, rules: ReturnType<typeof rulesOf>): Given {
  return { labels: relabelCertain(rules, labels), from };
}
