import type { App } from "../app.ts";
import type { ServerState } from "../state/stores.ts";

const EVERY = 5000;

/** Fetches `/api/status`; undefined: no such server. */
export type FetchStatus = () => Promise<unknown>;

/** Asks the page's server how it is, again and again while `visible`. */
export function pollServer(app: App, fetchStatus: FetchStatus, visible: () => boolean): void {
  const ask = async () => {
    if (visible()) {
      let status: unknown;
      try {
        status = await fetchStatus();
      } catch {
        status = undefined;
      }
      app.stores.server.setState(readStatus(status));
    }
    app.scheduler.after(EVERY, () => void ask());
  };
  void ask();
}

/** What a status document says; unknown fields and wrong types are left out. */
export function readStatus(status: unknown): ServerState {
  if (typeof status !== "object" || status === null || Array.isArray(status)) {
    return { status: "absent", version: undefined, state: undefined, config: undefined, uptime: undefined };
  }
  const { version, state, config, uptime } = status as Readonly<Record<string, unknown>>;
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
  return {
    status: "present",
    version: text(version),
    state: text(state),
    config: text(config),
    uptime: typeof uptime === "number" && Number.isFinite(uptime) ? uptime : undefined,
  };
}
