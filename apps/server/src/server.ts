/** The server as a whole: a configuration running, with its HTTP face, from start to an orderly stop. */
import { join, resolve } from "node:path";
import {
  type ConfigFiles,
  type Diagnostic,
  type MetricFamily,
  MetricRegistry,
  mergeInSteps,
  type OpenedDocument,
  SeededRandom,
  secretValues,
} from "@sluice/engine";
import { describeZoneData } from "@sluice/languages/gotime";
import { createAdmin, type ServerStatus } from "./api/admin.ts";
import { PreviewDesk } from "./api/preview.ts";
import { ProfilesDesk } from "./api/profiles.ts";
import { isLoopback } from "./api/protection.ts";
import { RUNNING } from "./components/index.ts";
import { ConfigControl, type LoadCause, type LoadResult, openConfig } from "./configs/config-control.ts";
import { Faults } from "./core/faults.ts";
import { keepsState, Runtime } from "./core/runtime.ts";
import { Shown } from "./core/shown.ts";
import { DataDirectory } from "./host/data-directory.ts";
import { type Listener, listen } from "./http/listen.ts";
import { AddressBook } from "./platform/address-book.ts";
import type { Logger } from "./platform/log.ts";
import { createSystemScheduler, type Scheduler } from "./platform/scheduler.ts";
import { PreviewPool } from "./preview/preview-pool.ts";
import { RequestRecord } from "./recording/request-record.ts";

export interface ServerOptions {
  readonly configFile: string;
  /** What it held. */
  readonly config: ConfigFiles;
  /** The folder in which it stands, where `configFile` is the folder itself; all its files are the configuration. */
  readonly configFolder?: string | undefined;
  /** Reads it anew; rejects with an error that says why it cannot be read. Without it there is no reload. */
  readonly reread?: (() => Promise<ConfigFiles>) | undefined;
  /** Address of the page, the status and the metrics; port 0 takes a free one. */
  readonly host: string;
  readonly port: number;
  /** Folder of the built page. */
  readonly page: string;
  readonly version: string;
  readonly log: Logger;
  /** Where `logs.echo` prints. Gives a promise where the reader is behind: it resolves when there is room again. */
  readonly print: (text: string) => Promise<void> | undefined;
  readonly seed?: number | undefined;
  readonly scheduler?: Scheduler | undefined;
  /** Folder of what must outlive the process: read positions. One server at a time. Default: `.sluice` in the working directory. */
  readonly dataDir?: string | undefined;
  /** Whether requests of receivers of profiles are recorded where the page does not listen on the loopback, too. */
  readonly inspectProfiles?: boolean | undefined;
  /** How long a stop may take. Milliseconds. */
  readonly drainTimeout?: number | undefined;
}

export type StartResult =
  | { readonly ok: true; readonly server: SluiceServer; readonly diagnostics: readonly Diagnostic[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly message?: string | undefined };

const DEFAULT_DRAIN_MS = 15_000;
/** Of the page, at a time: each may hold a socket and a file. Further ones are closed. */
const MAX_CONNECTIONS = 200;
const DEFAULT_DATA_DIR = ".sluice";
/** Part of a stop's time that requests under way may take to arrive. */
const INTAKE_PART = 1 / 3;
/** The part that is left for answers of the page and the API that are being read, where draining takes all it may. */
const ANSWERS_PART = 1 / 10;

/** A configuration that was found to be right, with what its server is made of. */
interface Prepared {
  readonly config: OpenedDocument;
  readonly shown: Shown;
  readonly warnings: readonly Diagnostic[];
  readonly options: ServerOptions;
  readonly scheduler: Scheduler;
  readonly data: DataDirectory;
}

interface ServerParts {
  readonly runtime: Runtime;
  readonly previews: PreviewPool;
  readonly scheduler: Scheduler;
  readonly shown: Shown;
  readonly data: DataDirectory;
  readonly control: ConfigControl;
  readonly options: ServerOptions;
}

export class SluiceServer {
  readonly #runtime: Runtime;
  readonly #scheduler: Scheduler;
  readonly #shown: Shown;
  readonly #options: ServerOptions;
  readonly #previews: PreviewPool;
  readonly #data: DataDirectory;
  readonly #control: ConfigControl;
  readonly #startedAt = performance.now();
  readonly #metrics = new MetricRegistry();
  /** What fails outside of all components. */
  readonly faults: Faults;
  #listener: Listener | undefined;
  #state: ServerStatus["state"] = "running";
  #stopping: Promise<number> | undefined;

  private constructor({ runtime, previews, scheduler, shown, data, control, options }: ServerParts) {
    this.#runtime = runtime;
    this.#previews = previews;
    this.#shown = shown;
    this.#options = options;
    this.#scheduler = scheduler;
    this.#data = data;
    this.#control = control;
    this.faults = new Faults({ scheduler, metrics: this.#metrics, log: options.log });
  }

  /** Starts everything, or nothing: an invalid configuration or a page port in use fails the start as a whole. */
  static async start(asked: ServerOptions): Promise<StartResult> {
    const config = openConfig(asked.config);
    const shown = new Shown(secretValues(config));
    const warnings = shown.diagnostics(config.diagnostics);
    if (!config.ok) return { ok: false, diagnostics: warnings };
    const options: ServerOptions = { ...asked, log: shown.log(asked.log) };
    const scheduler = options.scheduler ?? createSystemScheduler();
    const data = new DataDirectory(resolve(options.dataDir ?? DEFAULT_DATA_DIR), scheduler, options.log);
    const prepared = { config, shown, warnings, options, scheduler, data };
    let started = false;
    try {
      const message = await takeDataFor(config, data);
      if (message !== undefined) return { ok: false, diagnostics: warnings, message };
      const result = await SluiceServer.#startPrepared(prepared);
      started = result.ok;
      return result;
    } finally {
      if (!started) await data.release();
    }
  }

  static async #startPrepared({ config, shown, warnings, options, scheduler, data }: Prepared): Promise<StartResult> {
    const addresses = new AddressBook();
    const seed = options.seed ?? Number(scheduler.now() % 4_294_967_291n);
    const requests = new RequestRecord(new SeededRandom(seed));
    const { configFile, configFolder } = options;
    const created = await Runtime.create(config, {
      records: RUNNING,
      configFile: configFolder === undefined ? configFile : join(configFolder, "config.alloy"),
      scheduler,
      log: options.log,
      print: options.print,
      dataDir: data.folder,
      dataLost: () => data.lost,
      addresses,
      requests,
      hideFrom: (text, more) => shown.foreign(text, more),
      seed,
    });
    if (!created.ok) {
      if (!("diagnostics" in created))
        return { ok: false, diagnostics: warnings, message: shown.text(created.message) };
      return { ok: false, diagnostics: [...warnings, ...shown.diagnostics(created.diagnostics)] };
    }
    const { runtime } = created;
    const parts = { shown, scheduler, log: options.log, reread: options.reread };
    const prepare = (next: OpenedDocument) => takeDataFor(next, data);
    const control = new ConfigControl({ ...parts, prepare }, runtime, config, options.config);
    const previews = new PreviewPool({ scheduler, log: options.log });
    const server = new SluiceServer({ runtime, previews, scheduler, shown, data, control, options });
    const failed = (error: unknown) => server.faults.record("answering a request", error);
    const admin = createAdmin(
      {
        status: () => server.status(),
        metrics: () => server.metrics(),
        scheduler,
        previews: new PreviewDesk(previews, scheduler),
        profiles: new ProfilesDesk({
          record: requests,
          scheduler,
          hide: (text) => shown.text(text),
          intakes: () => runtime.intakes(),
          target: (id) => runtime.profilesTarget(id),
        }),
        config: () => ({ file: configFile, text: control.active.text }),
        reload: (from) => control.reload({ via: "reload", from }),
        failed,
      },
      options.page,
      options.host,
    );
    const listening = await listen({
      host: options.host,
      port: options.port,
      handler: admin,
      limits: { maxConnections: MAX_CONNECTIONS, maxWaiting: 0 },
      entry: { book: addresses, owner: "the page of this server" },
      failed,
    });
    if (!listening.ok) return { ok: false, diagnostics: warnings, message: listening.message };
    server.#listener = listening.listener;
    requests.recording = options.inspectProfiles === true || isLoopback(listening.listener.address.address);
    await runtime.start();
    return { ok: true, server, diagnostics: warnings };
  }

  /** Reads the configuration anew and changes to it. What is wrong with it leaves the one that runs. */
  reload(cause: LoadCause): Promise<LoadResult> {
    return this.#control.reload(cause);
  }

  /** Where the page is: `http://127.0.0.1:3180/`. */
  get url(): string {
    return this.#listener!.url;
  }

  status(): ServerStatus {
    return {
      version: this.#options.version,
      state: this.#state,
      uptime_seconds: Math.floor((performance.now() - this.#startedAt) / 1000),
      time_zone_data: process.versions.tz ?? describeZoneData(),
      config: this.#options.configFile,
      configuration: this.#control.status,
      components: this.#runtime.status().map(({ health, details, ...one }) => ({
        ...one,
        health: { ...health, message: this.#shown.text(health.message) },
        details: this.#shown.data(details),
      })),
    };
  }

  *metrics(): Generator<void, MetricFamily[]> {
    const memory = process.memoryUsage();
    const gauge = (
      name: string,
      help: string,
      value: number,
      labels: readonly (readonly [string, string])[] = [],
    ): MetricFamily => ({
      name,
      help,
      type: "gauge",
      samples: [{ suffix: "", labels, value }],
    });
    // Of the moment at which the components are asked.
    const own = [
      ...this.#previews.metrics(),
      ...this.#metrics.collect(this.#scheduler.now()),
      ...this.#control.metrics.collect(this.#scheduler.now()),
      gauge("sluice_build_info", "The running version", 1, [["version", this.#options.version]]),
      gauge("process_resident_memory_bytes", "Resident memory size in bytes.", memory.rss),
      gauge(
        "sluice_component_unhealthy",
        "Components that are unhealthy",
        this.#runtime.status().filter(({ health }) => health.state === "unhealthy").length,
      ),
    ];
    return yield* mergeInSteps([...(yield* this.#runtime.metrics()), ...own]);
  }

  /** Closes the intake, lets what is inside out, and closes the page. Gives the number of entries that were lost. Idempotent. */
  stop(): Promise<number> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<number> {
    this.#state = "stopping";
    const timers: NodeJS.Timeout[] = [];
    const after = (ms: number) => new Promise<void>((done) => timers.push(setTimeout(done, ms)));
    const time = this.#options.drainTimeout ?? DEFAULT_DRAIN_MS;
    const intake = after(time * INTAKE_PART);
    const drained = after(time * (1 - ANSWERS_PART));
    const deadline = after(time);
    try {
      await this.#previews.stop();
      const lost = await this.#runtime.stop(intake, drained);
      await this.#listener?.close(deadline);
      return lost;
    } finally {
      for (const timer of timers) clearTimeout(timer);
      await this.#data.release();
    }
  }
}

/** Takes the data directory where a component of the configuration keeps something there. Gives why it cannot be had. */
async function takeDataFor(config: OpenedDocument, data: DataDirectory): Promise<string | undefined> {
  return keepsState(config, RUNNING) ? data.take() : undefined;
}
