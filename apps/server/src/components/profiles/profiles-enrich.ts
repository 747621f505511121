/** `profiles.enrich`: profiles in, profiles with labels of their targets out, while the client waits. */
import { type ComponentArgs, profilesEnrich, TargetLabels } from "@sluice/engine";
import { type ProfileLabels, sortLabels } from "@sluice/engine/profiles";
import type { RunningComponent } from "../../core/component.ts";
import { defineRunning } from "../../core/component-record.ts";
import { ProfilesMapper } from "../../core/entries/profiles-mapper.ts";
import type { ProfilesOutlet } from "../../core/entries/profiles-receiver.ts";
import { HEALTHY } from "../../core/health.ts";

type Args = ComponentArgs<typeof profilesEnrich>;

export class ProfilesEnrich implements RunningComponent {
  readonly health = HEALTHY;
  readonly profiles: ProfilesMapper;
  #targets: TargetLabels;
  #label: string;

  constructor(args: Args, outlet: ProfilesOutlet) {
    this.#targets = new TargetLabels(args, [args.target_match_label]);
    this.#label = matchLabel(args);
    this.profiles = new ProfilesMapper(outlet, (labels) => this.#enrich(labels));
  }

  update(args: Args): void {
    this.#targets = new TargetLabels(args, [args.target_match_label]);
    this.#label = matchLabel(args);
  }

  async start(): Promise<void> {}

  #enrich(labels: ProfileLabels): ProfileLabels {
    const value = labels.find(([name]) => name === this.#label)?.[1] ?? "";
    const added = this.#targets.of([value]);
    return added === undefined ? labels : sortLabels(new Map([...labels, ...added]));
  }

  /** Whoever waits for a profile learns its outcome from the next component. */
  async drain(): Promise<number> {
    return 0;
  }

  details(): Readonly<Record<string, unknown>> {
    return { targets: this.#targets.size };
  }
}

const matchLabel = ({ profiles_match_label: own, target_match_label: same }: Args): string => (own === "" ? same : own);

export const profilesEnrichRecord = defineRunning({
  spec: profilesEnrich,
  build: ({ args, profiles }) => new ProfilesEnrich(args, profiles),
  update: (running, args) => () => running.update(args),
});
