/**
 * All by which clients watch what runs: the live view, taps, captures, shadow runs. docs/live.md describes the API, and
 * docs/server.md what an operator does.
 */

import { CaptureRoutes } from "./api/capture.ts";
import { JournalRoutes } from "./api/journals.ts";
import { LiveRoutes } from "./api/live.ts";
import { ShadowRoutes } from "./api/shadow.ts";
import { TapRoutes } from "./api/tap.ts";
import type { ConfigControl } from "./configs/config-control.ts";
import type { Runtime } from "./core/runtime/runtime.ts";
import type { Shown } from "./core/shown.ts";
import { sha256Hex } from "./host/stage-host.ts";
import { Captures } from "./live/captures.ts";
import { LiveMonitor } from "./live/monitor.ts";
import { MAX_TAPS, Taps } from "./live/taps.ts";
import { askableLoki } from "./loki/askable.ts";
import { FileGate } from "./platform/file-gate.ts";
import type { Logger } from "./platform/log.ts";
import type { Scheduler } from "./platform/scheduler.ts";
import { basicAuthorization } from "./upstream/credentials.ts";
import { requestHeaders } from "./upstream/request-headers.ts";

interface WatchedServer {
  readonly runtime: Runtime;
  readonly control: ConfigControl;
  readonly scheduler: Scheduler;
  readonly shown: Shown;
  /** Of a Loki that may be asked besides those that entries are sent to. */
  readonly queryLoki: string | undefined;
  readonly log: Logger;
  /** Beside which relative paths are looked up. */
  readonly configFile: string;
  readonly seed: number;
}

export class Watching {
  readonly #monitor: LiveMonitor;
  readonly #taps: Taps;
  readonly #live: LiveRoutes;
  readonly #shadow: ShadowRoutes;
  readonly routes: readonly (LiveRoutes | TapRoutes | CaptureRoutes | JournalRoutes | ShadowRoutes)[];

  constructor({ runtime, control, scheduler, shown, queryLoki, log, configFile, seed }: WatchedServer) {
    this.#taps = new Taps({ scheduler, follower: (id) => runtime.watched.followerOf(id) });
    this.#monitor = new LiveMonitor({
      parts: () => runtime.watched.parts(),
      scheduler,
      written: () => control.written,
      about: () => ({
        ...(control.version !== undefined && { version: control.version }),
        sha256: control.active.sha256,
        taps: { active: this.#taps.active, most: MAX_TAPS },
        ...(this.#shadow.last !== undefined && { shadow: this.#shadow.last }),
      }),
    });
    this.#live = new LiveRoutes({ monitor: this.#monitor, scheduler, hide: (value) => shown.data(value) });
    this.#shadow = new ShadowRoutes({
      scheduler,
      log,
      control,
      configFile,
      seed,
      sha256: sha256Hex,
      observe: (observer) => runtime.watched.observeSources(observer),
      held: (ids) => runtime.watched.held(ids),
      running: () => control.active.sha256,
    });
    const captures = new Captures({
      scheduler,
      hideFrom: (text, more) => shown.foreign(text, more),
      observe: (id, observer) => runtime.watched.observe(id, observer),
    });
    const capture = new CaptureRoutes({
      captures,
      scheduler,
      components: () => runtime.watched.taking,
      journals: () => runtime.watched.journals(),
      lokis: () => [...namedLokis(runtime), ...(queryLoki === undefined ? [] : [lokiAt(queryLoki, scheduler)])],
    });
    const journals = new JournalRoutes(() => runtime.watched.journals(), scheduler);
    this.routes = [this.#live, new TapRoutes(this.#taps, scheduler), capture, journals, this.#shadow];
  }

  start(): void {
    this.#monitor.start();
  }

  /** Ends all streams, and takes no new ones. */
  stop(): void {
    this.#monitor.stop();
    this.#live.stop();
    this.#taps.stop();
    this.#shadow.stop();
  }
}

/** By their component's id, and by a number where that sends to several. */
function namedLokis(runtime: Runtime) {
  const seen = new Map<string, number>();
  return runtime.watched.lokis().map(({ component, loki }) => {
    const nth = (seen.get(component) ?? 0) + 1;
    seen.set(component, nth);
    return { name: nth === 1 ? component : `${component} (${nth})`, component, loki };
  });
}

/** `address` may end as that of the push API, and have a user and a password. */
function lokiAt(address: string, scheduler: Scheduler) {
  const { url, authorization } = basicAuthorization(new URL(address));
  const headers = requestHeaders({ bearerToken: "", basicAuth: undefined, password: "", ofAddress: authorization }, []);
  const base = url.replace(/(?:\/loki\/api\/v1\/push)?\/*$/, "");
  const way = { tls: undefined, proxy: undefined, files: new FileGate("") };
  return { name: "query-loki", loki: askableLoki({ url: base, headers: () => headers, ...way, scheduler }) };
}
