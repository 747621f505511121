/** `profiles.relabel`: profiles in, profiles with other labels out, while the client waits. Results are remembered. */
import { applyRules, type ComponentArgs, profilesRelabel, type RelabelRules, toRules } from "@sluice/engine";
import { type ProfileLabels, sortLabels } from "@sluice/engine/profiles";
import type { ComponentContext, RunningComponent } from "../../core/component.ts";
import { defineRunning } from "../../core/component-record.ts";
import { ProfilesMapper } from "../../core/entries/profiles-mapper.ts";
import type { ProfilesOutlet } from "../../core/entries/profiles-receiver.ts";
import { HEALTHY } from "../../core/health.ts";
import { RelabelCache } from "../../core/relabel-cache.ts";

type Args = ComponentArgs<typeof profilesRelabel>;

/** Besides the text: the objects around a label. */
const LABEL_UNITS = 50;

export class ProfilesRelabel implements RunningComponent {
  readonly health = HEALTHY;
  readonly profiles: ProfilesMapper;
  readonly #context: ComponentContext;
  readonly #metrics;
  readonly #cache: RelabelCache<string, ProfileLabels | undefined>;
  #rules: RelabelRules;

  constructor(args: Args, outlet: ProfilesOutlet, context: ComponentContext) {
    this.#context = context;
    this.#rules = toRules(args.rule);
    const prefix = `${context.prefix}relabel_`;
    this.#cache = new RelabelCache(args.max_cache_size, context.metrics, prefix);
    const counter = (name: string, help: string) => context.metrics.counter(prefix + name, help).with();
    this.#metrics = {
      processed: counter("profiles_processed", "Total number of profiles processed"),
      written: counter("profiles_written", "Total number of profiles forwarded"),
      dropped: counter("profiles_dropped", "Total number of profiles dropped by relabeling rules"),
    };
    this.profiles = new ProfilesMapper(outlet, (labels) => this.#map(labels));
  }

  update(args: Args): void {
    this.#rules = toRules(args.rule);
    this.#cache.reset(args.max_cache_size);
  }

  async start(): Promise<void> {}

  #map(labels: ProfileLabels): ProfileLabels | undefined {
    this.#metrics.processed.inc();
    const result = labels.length === 0 ? labels : this.#remembered(labels);
    if (result === undefined) this.#metrics.dropped.inc();
    else this.#metrics.written.inc();
    return result;
  }

  #remembered(labels: ProfileLabels): ProfileLabels | undefined {
    const key = JSON.stringify(labels);
    return this.#cache.of(
      key,
      () => this.#relabel(labels),
      (result) => key.length + unitsOf(result ?? []),
    );
  }

  /** What exceeds the bounds of expressions goes on unchanged, as entries do. */
  #relabel(labels: ProfileLabels): ProfileLabels | undefined {
    const changed = new Map(labels);
    let result: ProfileLabels | undefined = labels;
    this.#context.faults.guard("relabelling", () => {
      const isDropped = applyRules(this.#rules, changed) !== undefined || changed.size === 0;
      result = isDropped ? undefined : sortLabels(changed);
    });
    return result;
  }

  /** Whoever waits for a profile learns its outcome from the next component. */
  async drain(): Promise<number> {
    return 0;
  }

  details(): Readonly<Record<string, unknown>> {
    return { rules: this.#rules.length, cached: this.#cache.size };
  }
}

function unitsOf(labels: ProfileLabels): number {
  let units = LABEL_UNITS;
  for (const [name, value] of labels) units += LABEL_UNITS + name.length + value.length;
  return units;
}

export const profilesRelabelRecord = defineRunning({
  spec: profilesRelabel,
  build: ({ args, profiles, context }) => new ProfilesRelabel(args, profiles, context),
  update: (running, args) => () => running.update(args),
});
