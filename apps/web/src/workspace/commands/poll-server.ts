import * as v from "valibot";
import { Via } from "../../domain/configs/read-versions.ts";
import { readBy } from "../../domain/read-by.ts";
import type { App } from "../app.ts";
import { poll } from "../poll.ts";
import { LOCKED } from "../server-access.ts";
import { type LoadedConfiguration, type ServerState, serverWithout } from "../stores.ts";

const EVERY = 5000;
/** Where there was none: one may be started later at the same address; or one that wants a token, which somebody gives. */
const EVERY_WITHOUT = 60_000;

/** Fetches `/api/status`; `LOCKED`: it wants a token; undefined: no such server. */
export type FetchStatus = () => Promise<unknown>;

/** Asks the page's server how it is, again and again while `visible`. */
export function pollServer(app: App, fetchStatus: FetchStatus, visible: () => boolean): void {
  const { server } = app.stores;
  const ask = async () => {
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
  };
  const pause = () => (["absent", "locked"].includes(server.getState().status) ? EVERY_WITHOUT : EVERY);
  poll(app.scheduler, { ask, pause, visible });
}

/** The token is asked for once, when it is first needed; what the server last said stays. */
export function lock({ stores, access }: Pick<App, "stores" | "access">): void {
  if (stores.server.getState().status === "locked") return;
  stores.server.setState({ status: "locked" });
  if (stores.view.getState().dialog === "none") access.setAsking(true);
}

/** What a status document says; unknown fields and wrong types are left out. */
export function readStatus(status: unknown): ServerState {
  if (status === LOCKED) return serverWithout("locked");
  if (typeof status !== "object" || status === null || Array.isArray(status)) return serverWithout("absent");
  const fields = status as Readonly<Record<string, unknown>>;
  const { version, state, config, uptime_seconds: uptime, time_zone_data: timeZoneData, components, access } = fields;
  const { version: running, fallback, loaded, loaded_at: at } = (fields.configuration ?? {}) as Fields;
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
  return {
    status: "present",
    version: text(version),
    state: text(state),
    config: text(config),
    uptime: typeof uptime === "number" && Number.isFinite(uptime) ? uptime : undefined,
    timeZoneData: text(timeZoneData),
    access: access === "full" || access === "read" ? access : undefined,
    running: typeof running === "number" && Number.isSafeInteger(running) ? running : undefined,
    loaded: readLoaded(loaded) ?? readLoaded({ at }),
    fallback: text(fallback),
    unhealthy: Array.isArray(components) ? (components as unknown[]).flatMap(readUnhealthy) : [],
  };
}

type Fields = Readonly<Record<string, unknown>>;

const readLoaded = readBy<LoadedConfiguration>(
  v.object({
    at: v.string(),
    via: v.optional(Via),
    user: v.optional(v.string()),
    from: v.optional(v.string()),
    note: v.optional(v.string()),
  }),
);

function readUnhealthy(component: unknown): ServerState["unhealthy"] {
  if (typeof component !== "object" || component === null) return [];
  const { id, health } = component as Readonly<Record<string, unknown>>;
  if (typeof id !== "string" || typeof health !== "object" || health === null) return [];
  const { state, message } = health as Readonly<Record<string, unknown>>;
  if (typeof state !== "string" || state === "healthy") return [];
  return [{ id, message: typeof message === "string" && message !== "" ? message : state }];
}
