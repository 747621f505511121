/** Commands of the live area: taps and captures. */

import type { App } from "../../core/page/app.ts";
import type { Command } from "../../core/page/command.ts";
import { openDialog } from "../../core/page/dialogs.ts";

declare module "../../core/page/dialog-kinds.ts" {
  interface DialogKinds {
    /** Takes samples from the server; `journal`: the component of the one that is offered first. */
    capture: Edits & { readonly journal?: string | undefined };
  }
}

const isServed = ({ stores }: App): boolean => stores.server.getState().status === "present";
const tapOf = ({ stores }: App) => stores.area.getState().live?.tap;
const isTapping = (app: App): boolean =>
  app.stores.area.getState().area === "live" && tapOf(app)?.store.getState().phase === "live";

export const openCapture = (app: App, journal?: string): void =>
  openDialog(app, { kind: "capture", edits: true, journal });

/** Pauses or resumes the tap. */
export function pauseTap(app: App): void {
  const tap = tapOf(app);
  tap?.setPaused(!tap.store.getState().paused);
}

export const LIVE_COMMANDS = [
  {
    id: "live.capture",
    title: "Samples: capture from the server…",
    words: "live traffic loki query",
    everywhere: true,
    edits: true,
    when: isServed,
    run: (app) => openCapture(app),
  },
  {
    id: "live.pause",
    title: (app) => (tapOf(app)?.store.getState().paused === true ? "Live: resume the tap" : "Live: pause the tap"),
    words: "stop resume",
    keys: ["P"],
    everywhere: true,
    when: isTapping,
    run: pauseTap,
  },
] as const satisfies readonly Command[];
