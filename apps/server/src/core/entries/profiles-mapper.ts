/** A component that changes the labels of profiles, and hands each on at once, while its client waits. */
import type { Nanos } from "@sluice/engine";
import type { ProfileLabels } from "@sluice/engine/profiles";
import type { StopSignal } from "../../platform/stop-signal.ts";
import { type DebugInfoTarget, firstDebugInfo } from "./debug-info.ts";
import {
  AT_ONCE,
  DeliveryError,
  type Handed,
  type IngestedProfile,
  type ProfileSeries,
  type ProfilesOutlet,
  type ProfilesReceiver,
  uniteFailures,
} from "./profiles-receiver.ts";

export class ProfilesMapper implements ProfilesReceiver {
  readonly #outlet: ProfilesOutlet;
  readonly #map: (labels: ProfileLabels) => ProfileLabels | undefined;

  /** `map` gives the labels with which a profile goes on; undefined: it does not. */
  constructor(outlet: ProfilesOutlet, map: (labels: ProfileLabels) => ProfileLabels | undefined) {
    this.#outlet = outlet;
    this.#map = map;
  }

  get endpoints(): readonly string[] {
    return this.#outlet.receivers.flatMap(({ endpoints = [] }) => endpoints);
  }

  /** It has no labels, and goes on as it came. */
  get debugInfo(): DebugInfoTarget | undefined {
    return firstDebugInfo(this.#outlet.receivers);
  }

  async ingest(profile: IngestedProfile, signal: StopSignal, deadline?: Nanos): Promise<Handed> {
    const labels = this.#map(profile.labels);
    if (labels === undefined) return AT_ONCE;
    const changed = { ...profile, labels };
    return this.#hand((receiver) => receiver.ingest(changed, signal, deadline));
  }

  async append(series: ProfileSeries, signal: StopSignal, deadline?: Nanos): Promise<Handed> {
    const labels = this.#map(series.labels);
    if (labels === undefined) return AT_ONCE;
    const changed = { ...series, labels };
    return this.#hand((receiver) => receiver.append(changed, signal, deadline));
  }

  async #hand(hand: (receiver: ProfilesReceiver) => Promise<Handed>): Promise<Handed> {
    const { receivers } = this.#outlet;
    if (receivers.length === 1) return hand(receivers[0]!);
    const failures: Error[] = [];
    const all = await Promise.all(
      receivers.map((receiver) =>
        hand(receiver).catch((error: Error): Handed => {
          failures.push(error);
          return error instanceof DeliveryError ? error : AT_ONCE;
        }),
      ),
    );
    const retries = all.reduce((sum, one) => sum + one.retries, 0);
    const endpoints = all.flatMap((one) => one.endpoints ?? []);
    if (failures.length > 0) throw uniteFailures(failures, retries, endpoints);
    return endpoints.length === 0 ? { retries } : { retries, endpoints };
  }
}
