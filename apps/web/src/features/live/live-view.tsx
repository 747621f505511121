/** The live area: the server's components, a tap of a pipeline, and a shadow run of the draft. */
import { useEffect } from "react";
import { useStore } from "zustand";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import * as paneCss from "../../ui/pane.module.css";
import { ComponentsPane } from "./components-pane.tsx";
import * as css from "./live.module.css";
import { LiveBand } from "./live-band.tsx";
import type { LiveArea } from "./live-parts.ts";
import { LiveSession } from "./live-session.ts";
import { ShadowSession } from "./shadow/shadow-session.ts";
import { ShadowStrip } from "./shadow/shadow-strip.tsx";
import { TapPane } from "./tap-pane.tsx";
import { TapSession } from "./tap-session.ts";

export default function LiveView() {
  const app = useApp();
  const live = useAppState("area", (state) => state.live);
  useEffect(() => {
    const { area } = app.stores;
    if (area.getState().live !== undefined) return;
    const { access, scheduler } = app;
    area.setState({
      live: {
        live: new LiveSession(access.open, scheduler),
        tap: new TapSession({ open: access.open, ask: access.ask, scheduler }),
        shadow: new ShadowSession(access.ask),
      },
    });
  }, [app]);
  return live === undefined ? <main className={paneCss.panes} aria-busy="true" /> : <Live area={live} />;
}

function Live({ area }: { area: LiveArea }) {
  const app = useApp();
  const { live, tap, shadow } = area;
  const status = useAppState("server", (state) => state.status);
  const token = useAppState("access", (state) => state.token);
  const there = status !== "absent" && status !== "locked";
  // Another token starts a new connection.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as said
  useEffect(() => (there ? live.follow() : undefined), [live, there, token]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as said
  useEffect(
    () =>
      there
        ? shadow.follow(app.scheduler, app.platform.isVisible, () => live.store.getState().state?.shadow !== undefined)
        : undefined,
    [app, live, shadow, there, token],
  );
  // The tap continues for a while, so that a visit of the designer misses nothing.
  useEffect(() => {
    tap.resume();
    return () => tap.leave();
  }, [tap]);
  const known = useStore(live.store, ({ state }) => state !== null);
  return (
    <>
      <LiveBand live={live} />
      {known && (
        <>
          <main className={`${paneCss.panes} ${css.live}`}>
            <ComponentsPane area={area} />
            <TapPane area={area} />
          </main>
          <ShadowStrip live={live} shadow={shadow} />
        </>
      )}
    </>
  );
}
