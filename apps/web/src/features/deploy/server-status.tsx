/** The state of the page's server. */
import { TriangleAlert } from "lucide-react";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import type { LoadedConfiguration } from "../../core/page/stores.ts";
import { formatUptime } from "../../core/text/format-duration.ts";
import { howOf, sinceOf, whenOf } from "../../core/text/version-words.ts";
import { Tip } from "../../ui/tip.tsx";
import * as css from "./server-status.module.css";

export function ServerStatus() {
  const server = useAppState("server", (state) => state);
  if (server.status !== "present") {
    const word = { unknown: "…", absent: "no server", away: "server away", locked: "signed out" }[server.status];
    const about = {
      unknown: "",
      absent: "",
      away: "The server does not answer; the page asks again every five seconds. ",
      locked: "The server asks for a token. ",
    }[server.status];
    return (
      <Tip text={`${about}The page works without it: previews run in the browser.`}>
        <span className={css.server} role="status" aria-label="Server">
          <span className={css.dot} data-health="off" aria-hidden="true" /> {word}
        </span>
      </Tip>
    );
  }
  const state = server.state ?? "running";
  const { unhealthy } = server;
  const healthy = (state === "running" || state === "healthy") && unhealthy.length === 0;
  const { loaded, running } = server;
  const details = [
    server.config === undefined ? "" : `Runs ${server.config}`,
    running === undefined ? "" : `version ${running}`,
    loaded?.via === undefined ? "" : howOf({ ...loaded, via: loaded.via }),
    loaded === undefined ? "" : whenOf(loaded),
  ].filter(Boolean);
  const product = [
    server.version === undefined ? "" : `Sluice ${server.version}`,
    server.uptime === undefined ? "" : `up ${formatUptime(server.uptime)}`,
    server.access === "read" ? "signed in read-only" : "",
  ].filter(Boolean);
  const about = [details.join(", "), loaded?.note === undefined ? "" : `“${loaded.note}”`, product.join(", ")];
  const problems = [
    ...(server.fallback === undefined ? [] : [server.fallback]),
    ...unhealthy.map(({ id, message }) => `${id}: ${message}`),
  ];
  return (
    <Tip text={[...about, ...problems].filter(Boolean).join("\n") || "The server that served this page"}>
      <span className={css.server} role="status" aria-label="Server">
        <span className={css.dot} data-health={healthy ? "good" : "bad"} aria-hidden="true" />
        <span className={css.words}>
          {state} {running !== undefined && <span className="name">v{running}</span>}
          {loaded !== undefined && <RunsSince loaded={loaded} />}
        </span>
        {unhealthy.length > 0 && (
          <span className="tone-error">
            <TriangleAlert aria-hidden="true" size={12} /> {unhealthy.length} unhealthy
            <span className="visually-hidden">: {problems.join("; ")}</span>
          </span>
        )}
      </span>
    </Tip>
  );
}

/** When the configuration was loaded, and by whom. */
function RunsSince({ loaded }: { loaded: LoadedConfiguration }) {
  const app = useApp();
  const who = loaded.user ?? (loaded.via === "deploy" || loaded.via === "rollback" ? loaded.from : undefined);
  return (
    <span className={css.runsSince}>
      {" "}
      since {sinceOf(loaded, app.platform.currentTime())}
      {who !== undefined && ` by ${who}`}
    </span>
  );
}
