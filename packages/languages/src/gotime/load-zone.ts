/** Zones by their names, as Go's `time.LoadLocation` finds them. */
import { zones } from "#parts/gotime/zones";
import { UTC, type Zone } from "./zone.ts";

/**
 * The zone of an IANA name (case matters, as it does to Go); empty, `UTC` and `Local` are UTC. `undefined` when there
 * is none: `zoneErrorMessage` has Go's text for it.
 */
export const loadZone = (name: string): Zone | undefined =>
  name === "" || name === "UTC" || name === "Local" ? UTC : zones().loadIanaZone(name);

/** The IANA names that Go 1.26 knows, sorted; the platform may lack some. */
export const zoneNames = (): string[] => zones().zoneNames();

/** The error text of Go's `time.LoadLocation` for a name that `loadZone` does not know. */
export function zoneErrorMessage(name: string): string {
  return name.includes("..") || /^[/\\]/.test(name) ? "time: invalid location name" : `unknown time zone ${name}`;
}
