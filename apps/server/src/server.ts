/** The server as a whole: a configuration running, with its HTTP face, from start to an orderly stop. */
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { type Diagnostic, type LoadedConfig, loadConfig, type MetricFamily, mergeFamilies } from "@sluice/engine";
import { DataLock } from "./host/data-lock.ts";
import { createAdmin, type ServerStatus } from "./http/admin.ts";
import { closeServer, listen } from "./http/listen.ts";
import type { Logger } from "./log.ts";
import { keepsState, Runtime } from "./runtime.ts";
import { createSystemScheduler, type Scheduler } from "./scheduler.ts";

export interface ServerOptions {
  readonly configFile: string;
  readonly configText: string;
  /** Address of the page, the status and the metrics; port 0 takes a free one. */
  readonly host: string;
  readonly port: number;
  /** Folder of the built page. */
  readonly page: string;
  readonly version: string;
  readonly log: Logger;
  /** Where `logs.echo` prints. */
  readonly print: (text: string) => void;
  readonly seed?: number | undefined;
  readonly scheduler?: Scheduler | undefined;
  /** Folder of what must outlive the process: read positions. One server at a time. Default: `.sluice` in the working directory. */
  readonly dataDir?: string | undefined;
  /** How long a stop may take. Milliseconds. */
  readonly drainTimeout?: number | undefined;
}

export type StartResult =
  | { readonly ok: true; readonly server: SluiceServer; readonly diagnostics: readonly Diagnostic[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly message?: string | undefined };

const DEFAULT_DRAIN_MS = 15_000;
const DEFAULT_DATA_DIR = ".sluice";
/** Part of a stop's time that requests under way may take to arrive. */
const INTAKE_PART = 1 / 3;

export class SluiceServer {
  readonly #runtime: Runtime;
  readonly #options: ServerOptions;
  readonly #lock: DataLock | undefined;
  readonly #startedAt = performance.now();
  #http: { server: Parameters<typeof closeServer>[0]; address: AddressInfo } | undefined;
  #state: ServerStatus["state"] = "running";
  #stopping: Promise<number> | undefined;

  private constructor(runtime: Runtime, options: ServerOptions, lock: DataLock | undefined) {
    this.#runtime = runtime;
    this.#options = options;
    this.#lock = lock;
  }

  /** Starts everything, or nothing: an invalid configuration or a page port in use fails the start as a whole. */
  static async start(options: ServerOptions): Promise<StartResult> {
    const config = loadConfig(options.configText, { library: { env: (name) => process.env[name] } });
    if (!config.ok) return { ok: false, diagnostics: config.diagnostics };
    const scheduler = options.scheduler ?? createSystemScheduler();
    const dataDir = resolve(options.dataDir ?? DEFAULT_DATA_DIR);
    if (!keepsState(config)) return SluiceServer.#startLocked(config, { options, scheduler, dataDir });
    const locked = await DataLock.take(dataDir, scheduler, options.log);
    if (!locked.ok) return { ok: false, diagnostics: config.diagnostics, message: locked.message };
    const { lock } = locked;
    let started = false;
    try {
      const result = await SluiceServer.#startLocked(config, { options, scheduler, dataDir, lock });
      started = result.ok;
      return result;
    } finally {
      if (!started) await lock.release();
    }
  }

  /** `lock`: of the data directory, where anything is kept there; the server gives it back when it stops. */
  static async #startLocked(
    config: LoadedConfig,
    {
      options,
      scheduler,
      dataDir,
      lock,
    }: { options: ServerOptions; scheduler: Scheduler; dataDir: string; lock?: DataLock },
  ): Promise<StartResult> {
    const created = await Runtime.create(config, {
      configFile: options.configFile,
      scheduler,
      log: options.log,
      print: options.print,
      dataDir,
      seed: options.seed ?? Number(scheduler.now() % 4_294_967_291n),
    });
    if (!created.ok) {
      if (!("diagnostics" in created)) return { ok: false, diagnostics: config.diagnostics, message: created.message };
      return { ok: false, diagnostics: [...config.diagnostics, ...created.diagnostics] };
    }
    const server = new SluiceServer(created.runtime, options, lock);
    const admin = createAdmin(
      {
        status: () => server.status(),
        metrics: () => server.metrics(),
        now: () => scheduler.now(),
        config: () => ({ file: options.configFile, text: options.configText }),
      },
      options.page,
    );
    const listening = await listen(admin, options.host, options.port);
    if (!listening.ok) return { ok: false, diagnostics: config.diagnostics, message: listening.message };
    server.#http = { server: listening.server, address: listening.address };
    await created.runtime.start();
    return { ok: true, server, diagnostics: config.diagnostics };
  }

  /** Where the page is: `http://127.0.0.1:3180/`. */
  get url(): string {
    const { address, family, port } = this.#http!.address;
    const host = address === "::" || address === "0.0.0.0" ? "localhost" : family === "IPv6" ? `[${address}]` : address;
    return `http://${host}:${port}/`;
  }

  status(): ServerStatus {
    return {
      version: this.#options.version,
      state: this.#state,
      uptime_seconds: Math.floor((performance.now() - this.#startedAt) / 1000),
      config: this.#options.configFile,
      components: this.#runtime.status(),
    };
  }

  metrics(): MetricFamily[] {
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
    return mergeFamilies([
      ...this.#runtime.metrics(),
      gauge("sluice_build_info", "The running version", 1, [["version", this.#options.version]]),
      gauge("process_resident_memory_bytes", "Resident memory size in bytes.", memory.rss),
      gauge(
        "sluice_component_unhealthy",
        "Components that are unhealthy",
        this.#runtime.status().filter(({ health }) => health.state === "unhealthy").length,
      ),
    ]);
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
    const deadline = after(time);
    try {
      const lost = await this.#runtime.stop(intake, deadline);
      if (this.#http !== undefined) await closeServer(this.#http.server, deadline);
      return lost;
    } finally {
      for (const timer of timers) clearTimeout(timer);
      await this.#lock?.release();
    }
  }
}
