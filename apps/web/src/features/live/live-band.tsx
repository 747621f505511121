/** Why there is no live data, or why it is old. */
import { LogIn, Unplug } from "lucide-react";
import { useStore } from "zustand";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import { buttonClass } from "../../ui/button-class.ts";
import * as paneCss from "../../ui/pane.module.css";
import { askToSignIn } from "../deploy/index.ts";
import * as css from "./live.module.css";
import type { LiveSession } from "./live-session.ts";
import { secondOf } from "./words.ts";

export function LiveBand({ live }: { live: LiveSession }) {
  const app = useApp();
  const { phase, message, state } = useStore(live.store);
  const status = useAppState("server", (server) => server.status);
  const locked = status === "locked" || phase === "locked";
  const why =
    status === "absent"
      ? "This page was not served by a Sluice server, so there is nothing live to show. Start one with sluice run, and open its page."
      : locked
        ? "The server requires a token to show what runs."
        : phase === "old"
          ? "This server is too old for the live view."
          : phase === "away" || status === "away"
            ? "The server does not answer. Retrying every two seconds."
            : phase === "failed"
              ? (message ?? "The request to the server failed.")
              : null;
  if (why === null) return state === null ? <main className={paneCss.panes} aria-busy="true" /> : null;
  const content = (
    <>
      <Unplug aria-hidden="true" size={14} />
      <span>
        {why} {state !== null && <>The data is from {secondOf(state.at)}.</>}
      </span>
      {locked && (
        <button type="button" className={buttonClass()} onClick={() => askToSignIn(app)}>
          <LogIn aria-hidden="true" size={14} /> Sign in
        </button>
      )}
    </>
  );
  if (state !== null)
    return (
      <section className={css.band} role="status" aria-label="The live view">
        {content}
      </section>
    );
  return (
    <main className={`${paneCss.panes} ${css.empty}`}>
      <section className={paneCss.empty} role="status" aria-label="The live view">
        {content}
      </section>
    </main>
  );
}
