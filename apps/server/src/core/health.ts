/**
 * How a component is now, with the reason where it is not well. `HealthRecord` knows since when, and outlives the
 * component. The trouble may be another server's (`elsewhere`): `/-/ready` mentions that and does not count it.
 */
import { formatRfc3339, type Nanos, SECOND } from "@sluice/engine";

export interface Health {
  readonly state: "healthy" | "unhealthy";
  readonly message: string;
  /** What is not well is another server. This one takes what it is sent as long as it has room. */
  readonly elsewhere?: boolean;
}

export const HEALTHY: Health = { state: "healthy", message: "" };

/** As it is shown. */
export interface DatedHealth extends Pick<Health, "state" | "message"> {
  /** Since when it is in that state. RFC 3339, whole seconds. */
  readonly since: string;
  readonly elsewhere?: true;
}

/** Knows since when a component is in its state, whatever runs in its place; as exactly as it is asked. */
export class HealthRecord {
  #state: Health["state"] | undefined;
  #since = "";

  date({ state, message, elsewhere }: Health, now: Nanos): DatedHealth {
    if (state !== this.#state) {
      this.#state = state;
      this.#since = formatRfc3339((now / SECOND) * SECOND);
    }
    return { state, message, since: this.#since, ...(elsewhere === true && { elsewhere }) };
  }
}

/** What is wrong with parts of a component, each by its name. */
export function joinHealth(parts: readonly { readonly name: string; readonly health: Health }[]): Health {
  const told = parts.filter(({ health }) => health.message !== "");
  if (told.length === 0) return HEALTHY;
  const bad = told.filter(({ health }) => health.state === "unhealthy");
  const shown = bad.length > 0 ? bad : told;
  const message = shown
    .map(({ name, health }) => (parts.length === 1 ? health.message : `${name}: ${health.message}`))
    .join("; ");
  if (bad.length === 0) return { state: "healthy", message };
  return { state: "unhealthy", message, ...(bad.every(({ health }) => health.elsewhere) && { elsewhere: true }) };
}
