/** What runs as those see it who watch it: what each component does, copies of what goes through, and Lokis to ask. */
import type { LoadedConfig } from "@sluice/engine";
import type { HeldBlock } from "../../watch/begun-before.ts";
import type { PipelineFollower } from "../../watch/follower.ts";
import type { AskableLoki, JournalView } from "../component.ts";
import type { BatchObserver } from "../entries/flow.ts";
import type { LogEntry } from "../entries/receiver.ts";
import { exportsOf } from "./planner.ts";
import { countsOf, type Handles, isSource, type Running, type RunningPart, statusOf } from "./running.ts";
import { asksTheSame } from "./same-component.ts";

/** Blocks that are handed over at a time. */
const MAX_HELD = 10_000;

interface Now {
  /** From the sinks up. */
  readonly running: readonly Running[];
  readonly handles: ReadonlyMap<string, Handles>;
}

export class WatchedComponents {
  readonly #now: () => Now;

  /** `now` gives what runs at that moment. */
  constructor(now: () => Now) {
    this.#now = now;
  }

  /** Follows entries through the component with this id; undefined: it has no stages, or is not there. */
  followerOf(id: string): PipelineFollower | undefined {
    return this.#now().running.find(({ node }) => node.id === id)?.component.follower;
  }

  /** Has `observer` see what is taken by the component with this id; undefined: none there takes entries. */
  observe(id: string, observer: BatchObserver): (() => void) | undefined {
    const { running, handles } = this.#now();
    const takes = running.some(({ node, component }) => node.id === id && component.receiver !== undefined);
    return takes ? handles.get(id)!.logs.observe(observer) : undefined;
  }

  /** Has `observer` see what each source delivers, and the ids of the components that it goes to, until it is ended. */
  observeSources(observer: (batch: readonly LogEntry[], ids: readonly string[]) => void): () => void {
    const sources = this.#now().running.filter(({ component }) => isSource(component));
    const ends = sources.map(({ node, outlet }) => outlet.observe((batch) => observer(batch, node.forwardTo)));
    return () => {
      for (const end of ends) end();
    };
  }

  /** Blocks that the stages of these components hold open, up to a bound. */
  held(ids: readonly string[]): HeldBlock[] {
    const found: HeldBlock[] = [];
    for (const { node, component } of this.#now().running) {
      if (!ids.includes(node.id)) continue;
      for (const { path, labels, until } of component.openBlocks?.() ?? []) {
        if (found.length === MAX_HELD) return found;
        found.push({ id: node.id, path, labels: labels.toRecord(), until });
      }
    }
    return found;
  }

  /** Blocks that stages hold open and that have to leave, as they are, where `config` runs: how many there are, by component. */
  cutShortBy(config: LoadedConfig): ReadonlyMap<string, number> {
    const next = new Map(config.components.map((one) => [one.id, one]));
    const { running } = this.#now();
    const byId = new Map(running.map((one) => [one.node.id, one]));
    const valuesOf = (id: string) => {
      const one = byId.get(id);
      return one && exportsOf(one);
    };
    const found = new Map<string, number>();
    for (const { node, component } of running) {
      const blocks = [...(component.openBlocks?.() ?? [])].length;
      if (blocks === 0) continue;
      const written = next.get(node.id);
      const evaluated = written && written.uses.length > 0 ? config.evaluate(written.id, valuesOf) : undefined;
      const then = evaluated?.ok === true ? evaluated.node : written;
      if (then === undefined || !asksTheSame(node, then)) found.set(node.id, blocks);
    }
    return found;
  }

  /** Ids of the components that take entries, from the sources down. */
  get taking(): string[] {
    return this.#down().flatMap(({ node, component }) => (component.receiver === undefined ? [] : [node.id]));
  }

  /** The Lokis that entries are sent to, with the component that does. */
  lokis(): { readonly component: string; readonly loki: AskableLoki }[] {
    return this.#down().flatMap(({ node, component }) =>
      (component.lokis ?? []).map((loki) => ({ component: node.id, loki })),
    );
  }

  /** The journals that run, with the component that each is of. */
  journals(): { readonly component: string; readonly journal: JournalView }[] {
    return this.#down().flatMap(({ node, component: { journal } }) =>
      journal === undefined ? [] : [{ component: node.id, journal }],
    );
  }

  /** What the live view tells, from the sources down. */
  parts(): RunningPart[] {
    const { handles } = this.#now();
    return this.#down().map((one) => {
      const { node, component } = one;
      const own = handles.get(node.id)!;
      const { flow, flowTo, recent, logs } = own;
      const full = component.receiver !== undefined && logs.full;
      const times = component.stageTimes?.();
      const [status, counts] = [statusOf(one, own), countsOf(one)];
      return { node, status, counts, flow, flowTo, problems: recent.lines, full, times };
    });
  }

  #down(): Running[] {
    return this.#now().running.toReversed();
  }
}
