import { ConfigStatus, ServerStatus } from "@sluice/protocol/health";
import { readFields } from "@sluice/protocol/schema";
import { poll } from "../server/poll.ts";
import { LOCKED } from "../server/server-access.ts";
import type { NoticePart, PagePart } from "./app.ts";
import { type ServerState, serverWithout } from "./stores.ts";

type ServerPart = NoticePart & Pick<PagePart, "access">;

const EVERY = 5000;
/** Without a server, or without its token: one may be started later at the same address, or the user may sign in. */
const EVERY_WITHOUT = 60_000;

/** Fetches `/api/status`; `LOCKED`: it wants a token; undefined: no such server. */
export type FetchStatus = () => Promise<unknown>;

/** Polls the status of the page's server while `visible`. */
export function pollServer(app: ServerPart, fetchStatus: FetchStatus, visible: () => boolean): void {
  const { server } = app.stores;
  const ask = () => takeStatus(app, fetchStatus);
  const pause = () => (["absent", "locked"].includes(server.getState().status) ? EVERY_WITHOUT : EVERY);
  poll(app.scheduler, { ask, pause, visible });
}

/** Asks the server's status out of turn: another configuration runs now. */
export const askStatus = (app: ServerPart): Promise<void> => takeStatus(app, () => app.access.status());

async function takeStatus(app: ServerPart, fetchStatus: FetchStatus): Promise<void> {
  const { server } = app.stores;
  let status: unknown;
  try {
    status = await fetchStatus();
  } catch {
    status = undefined;
  }
  const known = server.getState().status;
  const read = readStatus(status);
  // What it last said stays: it is named when it comes back.
  if (read.status === "absent" && (known === "present" || known === "away")) server.setState({ status: "away" });
  else if (read.status === "locked") lock(app);
  else server.setState(read);
}

/** The token is asked for once, when it is first needed; what the server last said stays. */
export function lock({ stores, access }: Pick<ServerPart, "stores" | "access">): void {
  if (stores.server.getState().status === "locked") return;
  stores.server.setState({ status: "locked" });
  if (stores.view.getState().dialog === null) access.setAsking(true);
}

/** The state in a status document; unknown fields and wrong types are left out. */
export function readStatus(status: unknown): ServerState {
  if (status === LOCKED) return serverWithout("locked");
  if (typeof status !== "object" || status === null || Array.isArray(status)) return serverWithout("absent");
  const { version, state, config, uptime_seconds, time_zone_data, components, access } = readFields(
    ServerStatus,
    status,
  );
  const running = readFields(ConfigStatus, "configuration" in status ? status.configuration : undefined);
  const loaded = running.loaded ?? (running.loaded_at === undefined ? undefined : { at: running.loaded_at });
  const text = (value: string | undefined) => (value === "" ? undefined : value);
  return {
    status: "present",
    version: text(version),
    state,
    config: text(config),
    uptime: uptime_seconds,
    timeZoneData: text(time_zone_data),
    access,
    running: running.version,
    loaded,
    fallback: text(running.fallback),
    unhealthy: (components ?? []).flatMap(({ id, health: { state: health, message } }) =>
      health === "healthy" ? [] : [{ id, message: message === "" ? health : message }],
    ),
  };
}
