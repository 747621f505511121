/**
 * What stops when a configuration replaces another, by component and by its effects outside: ports that close, files that are
 * no longer read, addresses that receive nothing more, sinks without input. `outside.ts` knows what each component touches
 * outside, `closings.ts` compares ports, and and this file everything else, including the flow between components. A
 * component that does the same work under another name does not stop. The server compares the two opened configurations
 * (`configs/draft.ts`); dialogs, the command line, the log and the API show these sentences, and none works them out again.
 */

import { atOnce } from "../../base/at-once.ts";
import type { ComponentSpec } from "../../components/component-spec.ts";
import { argsBy } from "../../schema/args-by.ts";
import { isValueExport } from "../../schema/exported.ts";
import { metricNames, metrics } from "../../stages/metrics/metrics.ts";
import type { ComponentNode } from "../component-node.ts";
import type { OpenedDocument } from "../open-document.ts";
import { closings } from "./closings.ts";
import { type Consequence, type Consequences, listed } from "./consequence.ts";
import { lostSecrets } from "./lost-secrets.ts";
import { outsideOf } from "./outside.ts";
import { Touched } from "./touched.ts";

type Opened = Pick<OpenedDocument, "text" | "components">;

const NONE: ReadonlyMap<string, number> = new Map();

/**
 * What stops when `after` replaces `before`. Both are without errors. `held`: incomplete entries in components that end or
 * are rebuilt, by id. `backlogs`: entries in journals that end and that no other component takes over, by id.
 */
export const findConsequences = (before: Opened, after: Opened, held = NONE, backlogs = NONE): Consequences =>
  atOnce(findConsequencesInSteps(before, after, held, backlogs));

/** The same in steps. */
export function* findConsequencesInSteps(
  before: Opened,
  after: Opened,
  held = NONE,
  backlogs = NONE,
): Generator<void, Consequences> {
  const [old, next] = [new Flow(before), new Flow(after)];
  yield;
  const found = [
    ...wholly(old, next),
    ...(yield* closings(old.components, next.components)),
    ...(yield* endings(old.components, next.components)),
    ...metricEndings(old.components, next.components),
    ...old.components.flatMap(({ id }) => withoutInput(id, old, next)),
    ...withoutOutput(old, next),
    ...lostSecrets(before, after),
    ...[...backlogs].map(journalEnds),
  ];
  yield;
  const named = new Set(found.map(({ component }) => component));
  const others = old.components.filter(({ id }) => !next.has(id) && !named.has(id)).map(componentEnds);
  const all = [...found, ...others, ...stageEndings(old.components, next.components), ...[...held].map(heldSent)];
  return {
    consequences: [...all.filter(({ loses }) => loses), ...all.filter(({ loses }) => !loses)],
    lacks: next.lacks,
  };
}

/** Whether the user has to confirm it. */
export const losesSomething = ({ consequences }: Pick<Consequences, "consequences">): boolean =>
  consequences.some(({ loses }) => loses);

function wholly(old: Flow, next: Flow): Consequence[] {
  const lacking = next.lacks.filter((one) => !old.lacks.includes(one));
  return lacking.map((one) =>
    one === "source"
      ? { kind: "no-source", loses: true, text: "There is no source any more: no entries come in." }
      : { kind: "no-sink", loses: true, text: "There is no sink any more: entries are sent and written nowhere." },
  );
}

function* endings(
  old: readonly ComponentNode[],
  next: readonly ComponentNode[],
): Generator<void, readonly Consequence[]> {
  const before = outsideOf(old);
  const [were, are] = [new Touched(old, before), new Touched(next, outsideOf(next))];
  const found: Consequence[] = [];
  for (const { id, spec } of old) {
    const touching = spec.outside;
    if (touching === undefined) continue;
    const gone: string[] = [];
    const partly: string[] = [];
    const begunAnew = new Map<string, string[]>();
    for (const one of before.get(id) ?? []) {
      yield;
      const { by, some } = are.holding(spec, one, id);
      if (by.size === 0) (some ? partly : gone).push(one.name);
      if (touching.remembers !== true || by.size === 0 || by.has(id)) continue;
      const newcomer = [...by].find((other) => !were.holding(spec, one, other).by.has(other));
      if (newcomer !== undefined) addTo(begunAnew, newcomer, one.name);
    }
    const kind = spec.graphKind === "writer" ? "sink-ends" : "source-ends";
    const ending = (names: readonly string[], say: (things: string, many: boolean) => string): Consequence[] => {
      const things = [...new Set(names)];
      if (things.length === 0) return [];
      return [{ kind, component: id, loses: true, text: capital(say(listed(things), things.length > 1)) }];
    };
    found.push(
      ...ending(gone, touching.gone),
      ...ending(partly, touching.partly ?? touching.gone),
      ...[...begunAnew].map(([other, again]): Consequence => {
        const text = `${other} reads ${listed([...new Set(again)])} instead and starts over, since each component keeps by its own name how far it has read. Entries may come twice, or be left out.`;
        return { kind: "source-restarts", component: id, loses: true, text };
      }),
    );
  }
  return found;
}

function metricEndings(old: readonly ComponentNode[], next: readonly ComponentNode[]): Consequence[] {
  const left = new Set(next.flatMap(metricsOf));
  return old.flatMap((one) => {
    const gone = [...new Set(metricsOf(one))].filter((name) => !left.has(name));
    if (gone.length === 0) return [];
    const [subject, them] = gone.length === 1 ? ["The metric", "it"] : ["The metrics", "them"];
    const verb = gone.length === 1 ? "ends" : "end";
    const text = `${subject} ${listed(gone)} ${verb}: dashboards and alerts on ${them} get nothing more.`;
    return [{ kind: "metrics-end", component: one.id, loses: true, text }];
  });
}

function metricsOf({ stages, dialect }: Pick<ComponentNode, "stages" | "dialect">): string[] {
  return stages.flatMap((stage) => {
    const args = argsBy(metrics, stage);
    return [
      ...(args === undefined ? [] : metricNames(args, dialect)),
      ...metricsOf({ stages: stage.children, dialect }),
    ];
  });
}

function withoutInput(id: string, old: Flow, next: Flow): Consequence[] {
  if (!next.has(id) || !old.isFed(id) || next.isFed(id)) return [];
  return [
    { kind: "no-input", component: id, loses: true, text: "Nothing reaches it any more: no source leads to it." },
  ];
}

function withoutOutput(old: Flow, next: Flow): Consequence[] {
  const isLost = (id: string) => !next.leadsOut(id) && (!old.has(id) || old.leadsOut(id));
  const lostAt = next.sources.filter(isLost);
  const told = next.reachFrom(lostAt);
  const between = next.components.filter(
    ({ id }) => next.isFed(id) && !told.has(id) && !next.leadsOut(id) && old.leadsOut(id),
  );
  const kind = "no-output" as const;
  return [
    ...lostAt.map((component) => ({
      kind,
      component,
      loses: true,
      text: "What it takes in reaches no sink: it is accepted and thrown away.",
    })),
    ...between.map(({ id }) => ({
      kind,
      component: id,
      loses: true,
      text: "What leaves it reaches no sink any more: it is thrown away.",
    })),
  ];
}

function componentEnds({ id, spec, args, stages }: ComponentNode): Consequence {
  const text =
    stages.length > 0
      ? `It ends, and its ${stages.length === 1 ? "stage" : `${stages.length} stages`} with it.`
      : (spec.outside?.of(args) ?? []).length === 0
        ? "It ends."
        : "It ends; another component does its work.";
  return { kind: "component-ends", component: id, loses: false, text };
}

function journalEnds([component, entries]: readonly [string, number]): Consequence {
  const [what, are] = entries === 1 ? ["One entry", "is"] : [`${entries} entries`, "are"];
  const text = `${what} in it ${are} not delivered yet: what cannot be within ten seconds stays on disk, until a component of this name runs again or another one takes over from it.`;
  return { kind: "journal-ends", component, loses: true, text };
}

function heldSent([component, entries]: readonly [string, number]): Consequence {
  const [what, are] = entries === 1 ? ["One incomplete entry", "is"] : [`${entries} incomplete entries`, "are"];
  const text = `${what} that it holds ${are} sent without the rest that may still come.`;
  return { kind: "held-sent", component, loses: false, text };
}

/** Stages of remaining components that a draft, made elsewhere, may have left out unnoticed. */
function stageEndings(old: readonly ComponentNode[], next: readonly ComponentNode[]): Consequence[] {
  const later = new Map(next.map(({ id, stages }) => [id, stageNames(stages)]));
  return old.flatMap(({ id, stages }) => {
    const left = later.get(id)?.slice();
    if (left === undefined) return [];
    const gone = stageNames(stages).filter((name) => {
      const at = left.indexOf(name);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
    if (gone.length === 0) return [];
    const text =
      gone.length === 1
        ? `Its stage ${gone[0]} ends.`
        : `${gone.length} of its stages end: ${listed([...new Set(gone)])}.`;
    return [{ kind: "stages-end", component: id, loses: false, text }];
  });
}

const stageNames = (stages: ComponentNode["stages"]): string[] =>
  stages.flatMap(({ spec, children }) => [spec.name, ...stageNames(children)]);

/** A path that begins a sentence keeps its own letters. */
const capital = (text: string): string =>
  text.replace(/^(?:the|standard) /, (word) => word[0]!.toUpperCase() + word.slice(1));

/** The flow between components of a configuration. */
class Flow {
  readonly components: readonly ComponentNode[];
  readonly sources: readonly string[];
  readonly lacks: readonly ("source" | "sink")[];
  readonly #ids: ReadonlySet<string>;
  readonly #from = new Map<string, string[]>();
  readonly #fed: ReadonlySet<string>;
  readonly #leadOut: ReadonlySet<string>;

  constructor(document: Opened) {
    this.components = document.components;
    this.#ids = new Set(document.components.map(({ id }) => id));
    const back = new Map<string, string[]>();
    for (const { id, forwardTo, args } of document.components) {
      // profiles.source.demo has its receiver's name in quotes.
      const named = typeof args.receiver === "string" && this.#ids.has(args.receiver) ? [args.receiver] : [];
      for (const to of [...forwardTo, ...named]) {
        addTo(this.#from, id, to);
        addTo(back, to, id);
      }
    }
    this.sources = document.components.flatMap(({ id, spec }) => (isSource(spec) ? id : []));
    const sinks = document.components.flatMap((one) => (isSink(one) ? one.id : []));
    this.lacks = [
      ...(this.sources.length === 0 ? (["source"] as const) : []),
      ...(sinks.length === 0 ? (["sink"] as const) : []),
    ];
    this.#fed = reach(this.sources, this.#from);
    this.#leadOut = reach(sinks, back);
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Entries reach it. */
  isFed(id: string): boolean {
    return this.#fed.has(id);
  }

  /** Its output reaches a sink, or it is one. */
  leadsOut(id: string): boolean {
    return this.#leadOut.has(id);
  }

  reachFrom(ids: readonly string[]): ReadonlySet<string> {
    return reach(ids, this.#from);
  }
}

function addTo(lists: Map<string, string[]>, key: string, one: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [one]);
  else list.push(one);
}

/** `from` and everything that they lead to. */
function reach(from: readonly string[], edges: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [...from];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    waiting.push(...(edges.get(id) ?? []));
  }
  return reached;
}

/** A component that finds targets or reads a value has no input. */
const isSource = ({ graphKind, exports }: ComponentSpec): boolean =>
  graphKind === "receiver" || (graphKind === "source" && !Object.values(exports).some(isValueExport));

/** A component that makes metrics may forward entries nowhere. */
const isSink = (one: ComponentNode): boolean => one.spec.graphKind === "writer" || metricsOf(one).length > 0;
