/** All by which clients watch what runs: the live view, taps, captures, shadow runs. */
import { LiveDesk } from "./api/live.ts";
import { TapDesk } from "./api/tap.ts";
import type { ConfigControl } from "./configs/config-control.ts";
import type { Runtime } from "./core/runtime.ts";
import type { Shown } from "./core/shown.ts";
import { LiveMonitor } from "./live/monitor.ts";
import { MAX_TAPS, Taps } from "./live/taps.ts";
import type { Scheduler } from "./platform/scheduler.ts";

interface WatchedServer {
  readonly runtime: Runtime;
  readonly control: ConfigControl;
  readonly scheduler: Scheduler;
  readonly shown: Shown;
}

export class Watching {
  readonly #monitor: LiveMonitor;
  readonly #taps: Taps;
  readonly live: LiveDesk;
  readonly tap: TapDesk;

  constructor({ runtime, control, scheduler, shown }: WatchedServer) {
    this.#taps = new Taps({ scheduler, follower: (id) => runtime.followerOf(id) });
    this.#monitor = new LiveMonitor({
      parts: () => runtime.parts(),
      scheduler,
      written: () => control.written,
      about: () => ({
        ...(control.version !== undefined && { version: control.version }),
        sha256: control.active.sha256,
        taps: { active: this.#taps.active, most: MAX_TAPS },
      }),
    });
    this.live = new LiveDesk({ monitor: this.#monitor, scheduler, hide: (value) => shown.data(value) });
    this.tap = new TapDesk(this.#taps, scheduler);
  }

  start(): void {
    this.#monitor.start();
  }

  /** Ends all streams, and takes no new ones. */
  stop(): void {
    this.#monitor.stop();
    this.live.stop();
    this.#taps.stop();
  }
}
