/** Words about versions of a configuration: when and how they were made. */
import type { ConfigVersion, LoadedVia } from "@sluice/protocol";

const VIA: Readonly<Record<LoadedVia, string>> = {
  start: "server started",
  signal: "reloaded by a signal",
  reload: "reloaded",
  deploy: "deployed",
  rollback: "rolled back",
};

/** `deployed by ann from 10.0.0.7`. */
export const howOf = ({ via, user, from }: Pick<ConfigVersion, "via" | "user" | "from">): string =>
  [VIA[via], user && `by ${user}`, from && `from ${from}`].filter(Boolean).join(" ");

/** `07:12` of today, `2026-01-15` of another day, in the clock of whoever looks. `now`: milliseconds since 1970. */
export function sinceOf({ at }: Pick<ConfigVersion, "at">, now: number): string {
  const [day, time] = whenOf({ at }).split(" ");
  const [today] = whenOf({ at: new Date(now).toISOString() }).split(" ");
  return day === today && time !== undefined ? time : day!;
}

/** `2026-01-15 07:12`, in the clock of whoever looks. */
export function whenOf({ at }: Pick<ConfigVersion, "at">): string {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return at;
  return momentOf(time.getTime()).slice(0, -3);
}

/** `2026-01-15 07:12:31`, in the clock of whoever looks. `at`: milliseconds since 1970. */
export function momentOf(at: number): string {
  const time = new Date(at);
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
}

/** Its note, or why it does not run. */
export const noteOf = ({ note, result, message }: ConfigVersion): string =>
  result === "refused" ? `Refused: ${message ?? "no reason is kept"}` : (note ?? "");
