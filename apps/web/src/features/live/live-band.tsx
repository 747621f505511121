/** Why there is nothing live to see, or why what is seen is old. */
import { LogIn, Unplug } from "lucide-react";
import { useStore } from "zustand";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import { askToSignIn } from "../deploy/index.ts";
import type { LiveSession } from "./live-session.ts";
import { clockOf } from "./words.ts";

export function LiveBand({ live }: { live: LiveSession }) {
  const app = useApp();
  const { phase, message, state } = useStore(live.store);
  const status = useAppState("server", (server) => server.status);
  const locked = status === "locked" || phase === "locked";
  const why =
    status === "absent"
      ? "No server of Sluice served this page: there is nothing live to see. Start one with sluice run, and open the page from there."
      : locked
        ? "The server asks for a token before it tells what runs."
        : phase === "old"
          ? "This server is of a version without a live view."
          : phase === "away" || status === "away"
            ? "The server does not answer; it is asked again every two seconds."
            : phase === "failed"
              ? (message ?? "The server could not be asked.")
              : null;
  if (why === null) return state === null ? <main className="panes" aria-busy="true" /> : null;
  const content = (
    <>
      <Unplug aria-hidden="true" size={14} />
      <span>
        {why} {state !== null && <>What is shown is as of {clockOf(state.at)}.</>}
      </span>
      {locked && (
        <button type="button" className="button" onClick={() => askToSignIn(app)}>
          <LogIn aria-hidden="true" size={14} /> Sign in
        </button>
      )}
    </>
  );
  if (state !== null)
    return (
      <section className="live-band" role="status" aria-label="The live view">
        {content}
      </section>
    );
  return (
    <main className="panes live-empty">
      <section className="empty" role="status" aria-label="The live view">
        {content}
      </section>
    </main>
  );
}
