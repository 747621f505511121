/** Which configuration runs since when, and how the load after it ended: as status and as metrics. */

import { MetricRegistry } from "@sluice/engine";
import type { ConfigStatus, ConfigVersion } from "@sluice/protocol";
import type { Scheduler } from "../platform/scheduler.ts";

const NANOS_IN_SECOND = 1e9;

export class LoadRecord {
  readonly metrics = new MetricRegistry();
  readonly #scheduler: Scheduler;
  readonly #failures;
  readonly #sha256: () => string;
  #loadedAt: bigint;
  #last: { readonly ok: boolean; readonly at: bigint; readonly message?: string | undefined };
  #fallback: string | undefined;

  /** `sha256`: of what runs. `fallback`: why that is not what the configuration's own file holds. */
  constructor(scheduler: Scheduler, sha256: () => string, fallback: string | undefined) {
    this.#scheduler = scheduler;
    this.#sha256 = sha256;
    this.#loadedAt = scheduler.now();
    this.#fallback = fallback;
    this.#last = { ok: fallback === undefined, at: this.#loadedAt, message: fallback };
    this.#failures = this.metrics
      .counter("sluice_config_load_failures_total", "Configurations that were refused")
      .with();
    this.metrics.register({
      collect: () => [
        gauge("sluice_config_hash", "SHA-256 of the configuration that runs", 1, [["sha256", sha256()]]),
        gauge(
          "sluice_config_last_load_successful",
          "Whether the last configuration that was loaded runs (1), or was refused (0)",
          this.#last.ok ? 1 : 0,
        ),
        gauge(
          "sluice_config_last_load_success_timestamp_seconds",
          "When a configuration was last loaded, in seconds since 1970",
          Number(this.#loadedAt) / NANOS_IN_SECOND,
        ),
      ],
    });
  }

  loaded(): void {
    this.#loadedAt = this.#scheduler.now();
    this.#last = { ok: true, at: this.#loadedAt };
    this.#fallback = undefined;
  }

  refused(message: string): void {
    this.#last = { ok: false, at: this.#scheduler.now(), message };
    this.#failures.inc();
  }

  /** Of what runs. `version`: it, where it is kept. `problem`: why versions are not kept. */
  status(version: ConfigVersion | undefined, problem: string | undefined): ConfigStatus {
    const { ok, at, message } = this.#last;
    return {
      sha256: this.#sha256(),
      loaded_at: rfc3339(this.#loadedAt),
      last_load: { ok, at: rfc3339(at), ...(message !== undefined && { message }) },
      ...(version !== undefined && { version: version.number, loaded: loadedBy(version) }),
      ...(this.#fallback !== undefined && { fallback: this.#fallback }),
      ...(problem !== undefined && { versions_problem: problem }),
    };
  }
}

const loadedBy = ({ at, via, user, from, note }: ConfigVersion): ConfigStatus["loaded"] => ({
  at,
  via,
  ...(user !== undefined && { user }),
  ...(from !== undefined && { from }),
  ...(note !== undefined && { note }),
});

export const rfc3339 = (at: bigint): string => new Date(Number(at / 1_000_000n)).toISOString();

const gauge = (name: string, help: string, value: number, labels: readonly (readonly [string, string])[] = []) => ({
  name,
  help,
  type: "gauge" as const,
  samples: [{ suffix: "", labels, value }],
});
