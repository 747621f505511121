/** How the server is that served the page. */
import { TriangleAlert } from "lucide-react";
import { formatUptime } from "../domain/inspect/format-duration.ts";
import { useAppState } from "./app-context.ts";

export function ServerStatus() {
  const server = useAppState("server", (state) => state);
  if (server.status !== "present") {
    const word = server.status === "unknown" ? "…" : "no server";
    return (
      <span
        className="server"
        role="status"
        aria-label="Server"
        title="The page works without a server: previews run in the browser."
      >
        <span className="dot dot-off" aria-hidden="true" /> {word}
      </span>
    );
  }
  const state = server.state ?? "running";
  const { unhealthy } = server;
  const healthy = (state === "running" || state === "healthy") && unhealthy.length === 0;
  const details = [
    server.config === undefined ? "" : `Runs ${server.config}`,
    server.uptime === undefined ? "" : `up ${formatUptime(server.uptime)}`,
  ].filter(Boolean);
  const problems = unhealthy.map(({ id, message }) => `${id}: ${message}`);
  return (
    <span className="server" role="status" aria-label="Server" title={[details.join(", "), ...problems].join("\n")}>
      <span className={`dot ${healthy ? "dot-good" : "dot-bad"}`} aria-hidden="true" /> server: {state}
      {unhealthy.length > 0 && (
        <span className="tone-error">
          <TriangleAlert aria-hidden="true" size={12} /> {unhealthy.length} unhealthy
          <span className="visually-hidden">: {problems.join("; ")}</span>
        </span>
      )}
      {server.version !== undefined && <span className="faint">{server.version}</span>}
    </span>
  );
}
