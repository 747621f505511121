/** Commands of the preview's clock. */

import type { App } from "../../core/page/app.ts";
import type { Command } from "../../core/page/command.ts";
import { openDialog } from "../../core/page/dialogs.ts";
import { resetClock, setHoldEnd, stepClock } from "./clock.ts";

declare module "../../core/page/dialog-kinds.ts" {
  interface DialogKinds {
    clock: Edits;
  }
}

const holds = ({ stores }: App): boolean => stores.document.getState().holdEnd;

export const CLOCK_COMMANDS = [
  {
    id: "clock.set",
    title: "Clock: set the start and the seed…",
    words: "time",
    edits: true,
    run: (app) => openDialog(app, { kind: "clock", edits: true }),
  },
  {
    id: "clock.hold",
    title: "Clock: keep incomplete entries open",
    when: (app) => !holds(app),
    edits: true,
    run: (app) => setHoldEnd(app, true),
  },
  {
    id: "clock.deadline",
    title: "Clock: step to the next deadline",
    keys: ["D"],
    when: holds,
    edits: true,
    run: (app) => stepClock(app, { kind: "deadline" }),
  },
  {
    id: "clock.second",
    title: "Clock: let one second pass",
    when: holds,
    edits: true,
    run: (app) => stepClock(app, { kind: "advance", by: "1s" }),
  },
  {
    id: "clock.end",
    title: "Clock: run to the end",
    when: holds,
    edits: true,
    run: (app) => stepClock(app, { kind: "end" }),
  },
  { id: "clock.reset", title: "Clock: reset", when: holds, edits: true, run: resetClock },
  {
    id: "clock.release",
    title: "Clock: end the input after the last entry",
    when: holds,
    edits: true,
    run: (app) => setHoldEnd(app, false),
  },
] as const satisfies readonly Command[];
