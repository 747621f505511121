/** The server as a whole: a configuration running, with its HTTP face, from start to an orderly stop. */
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
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
import { ConfigsDesk } from "./api/configs.ts";
import { PreviewDesk } from "./api/preview.ts";
import { ProfilesDesk } from "./api/profiles.ts";
import { isLoopback } from "./api/protection.ts";
import type { AccessTokens } from "./api/tokens.ts";
import { RUNNING } from "./components/index.ts";
import { findForbiddenPaths } from "./configs/allowed-paths.ts";
import {
  type Beginning,
  ConfigControl,
  type LoadCause,
  type LoadResult,
  openConfig,
} from "./configs/config-control.ts";
import { type Version, VersionStore } from "./configs/versions.ts";
import { Faults } from "./core/faults.ts";
import { keepsState, Runtime } from "./core/runtime.ts";
import { Shown } from "./core/shown.ts";
import { DataDirectory } from "./host/data-directory.ts";
import { configFolder, sha256Hex } from "./host/stage-host.ts";
import { type Listener, listen } from "./http/listen.ts";
import { AddressBook } from "./platform/address-book.ts";
import { keepFreedMemory } from "./platform/allocator.ts";
import type { Logger } from "./platform/log.ts";
import { createSystemScheduler, type Scheduler } from "./platform/scheduler.ts";
import { PreviewPool } from "./preview/preview-pool.ts";
import { RequestRecord } from "./recording/request-record.ts";
import { Watching } from "./watching.ts";

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
  /** Folder of what must outlive the process: read positions, versions of the configuration. One server at a time. Default: `.sluice` in the working directory. */
  readonly dataDir?: string | undefined;
  /** Whether requests of receivers of profiles are recorded where the page does not listen on the loopback, too. */
  readonly inspectProfiles?: boolean | undefined;
  /** Refuses to start where the configuration cannot run, although one that did is kept. */
  readonly strict?: boolean | undefined;
  /** Folders, besides the data directory, that a configuration which came over the API may read files of. */
  readonly allowPaths?: readonly string[] | undefined;
  /** What clients of the API have to show. Without it the page has to be on the loopback. */
  readonly tokens?: AccessTokens | undefined;
  /** Whether `/metrics` asks for a token, too. */
  readonly protectMetrics?: boolean | undefined;
  /** Whether the token for reading suffices for entries, too. */
  readonly allowTap?: boolean | undefined;
  /** Address of a Loki that may be asked for samples, besides those that entries are sent to. */
  readonly queryLoki?: string | undefined;
  /** Further names under which clients of this machine may ask. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** How long a stop may take. Milliseconds. */
  readonly drainTimeout?: number | undefined;
}

export type StartResult =
  | { readonly ok: true; readonly server: SluiceServer; readonly diagnostics: readonly Diagnostic[] }
  | {
      readonly ok: false;
      readonly diagnostics: readonly Diagnostic[];
      readonly message?: string | undefined;
      /** Set where another configuration could start. */
      readonly atFault?: "configuration" | undefined;
    };

const DEFAULT_DRAIN_MS = 15_000;
/** Of the page, at a time: each may hold a socket and a file. Further ones are closed. */
const MAX_CONNECTIONS = 200;
const DEFAULT_DATA_DIR = ".sluice";
/** Part of a stop's time that requests under way may take to arrive. */
const INTAKE_PART = 1 / 3;
/** The part that is left for answers of the page and the API that are being read, where draining takes all it may. */
const ANSWERS_PART = 1 / 10;

/** A configuration that may be what the server starts with. */
interface Candidate extends Beginning {
  readonly origin: Version["origin"];
  /** Where it is kept as one. */
  readonly version?: Version | undefined;
}

/** What a server is made of, whatever configuration it starts with. */
interface Prepared {
  readonly shown: Shown;
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
  readonly watching: Watching;
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
  readonly #watching: Watching;
  readonly #startedAt = performance.now();
  readonly #metrics = new MetricRegistry();
  /** What fails outside of all components. */
  readonly faults: Faults;
  #listener: Listener | undefined;
  #state: ServerStatus["state"] = "running";
  #stopping: Promise<number> | undefined;

  private constructor({ runtime, previews, scheduler, shown, data, control, watching, options }: ServerParts) {
    this.#runtime = runtime;
    this.#previews = previews;
    this.#shown = shown;
    this.#options = options;
    this.#scheduler = scheduler;
    this.#data = data;
    this.#control = control;
    this.#watching = watching;
    this.faults = new Faults({ scheduler, metrics: this.#metrics, log: options.log });
  }

  /**
   * Starts everything, or nothing: a page port in use fails the start as a whole, and so does an invalid configuration,
   * unless one that ran before is kept in the data directory: then the server runs that one, says so, and is not ready.
   */
  static async start(asked: ServerOptions): Promise<StartResult> {
    keepFreedMemory();
    if (asked.tokens === undefined && !(await isLocalHost(asked.host)))
      return { ok: false, diagnostics: [], message: OPEN_TO_ALL };
    const config = openConfig(asked.config);
    const shown = new Shown(secretValues(config));
    const options: ServerOptions = { ...asked, log: shown.log(asked.log) };
    const scheduler = options.scheduler ?? createSystemScheduler();
    const data = new DataDirectory(resolve(options.dataDir ?? DEFAULT_DATA_DIR), scheduler, options.log);
    const prepared = { shown, options, scheduler, data };
    let started = false;
    try {
      const noData = await data.take();
      const versions = noData === undefined ? await VersionStore.open(data.folder, options.log) : undefined;
      const own: Candidate = { config, files: options.config, origin: "file" };
      const kept = await keptInstead(versions, own, options);
      if (kept?.origin === "api" && versions?.lastOfFile(sourceOf(options))?.sha256 === sha256Hex(own.files.text)) {
        const result = await SluiceServer.#startWith(kept, prepared, versions, noData);
        started = result.ok;
        if (result.ok) {
          options.log.write("info", "the deployed configuration runs; its file has not changed since", {
            version: kept.version?.number,
          });
          // They are not about the file, whose text whoever started the server has.
          return { ...result, diagnostics: [] };
        }
        options.log.write("error", "the deployed configuration cannot run; the file is loaded instead", {
          version: kept.version?.number,
        });
      }
      const result = await SluiceServer.#startWith(own, prepared, versions, noData);
      started = result.ok;
      if (result.ok || kept === undefined || options.strict === true || result.atFault !== "configuration")
        return result;
      const why = result.diagnostics.find(({ severity }) => severity === "error")?.message ?? result.message;
      const fallback = `${options.configFile} cannot run (${why}); version ${kept.version!.number}, which ran last, does`;
      const instead = await SluiceServer.#startWith({ ...kept, fallback }, prepared, versions, noData);
      started = instead.ok;
      if (!instead.ok) return result;
      options.log.write("error", "the configuration cannot run; the one that ran last does", {
        version: kept.version!.number,
        reason: why,
      });
      return { ...instead, diagnostics: result.diagnostics };
    } finally {
      if (!started) await data.release();
    }
  }

  /** `versions`: undefined where `noData` says why the data directory cannot be had. */
  static async #startWith(
    candidate: Candidate,
    { shown, options, scheduler, data }: Prepared,
    versions: VersionStore | undefined,
    noData: string | undefined,
  ): Promise<StartResult> {
    const { config, files, origin, version, fallback } = candidate;
    shown.hideAlso(secretValues(config));
    const warnings = shown.diagnostics(config.diagnostics);
    const atFault = "configuration";
    if (!config.ok) return { ok: false, atFault, diagnostics: warnings };
    if (noData !== undefined && keepsState(config, RUNNING))
      return { ok: false, diagnostics: warnings, message: noData };
    const restrict = (next: OpenedDocument) =>
      findForbiddenPaths(next.components, folderOf(options), [data.folder, ...(options.allowPaths ?? [])]);
    const forbidden = origin === "api" ? restrict(config) : [];
    if (forbidden.length > 0) return { ok: false, atFault, diagnostics: [...warnings, ...forbidden] };
    const addresses = new AddressBook();
    const seed = options.seed ?? Number(scheduler.now() % 4_294_967_291n);
    const requests = new RequestRecord(new SeededRandom(seed));
    const { configFile } = options;
    const created = await Runtime.create(config, {
      records: RUNNING,
      configFile: join(folderOf(options), "config.alloy"),
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
        return { ok: false, atFault, diagnostics: warnings, message: shown.text(created.message) };
      return { ok: false, atFault, diagnostics: [...warnings, ...shown.diagnostics(created.diagnostics)] };
    }
    const { runtime } = created;
    const prepare = async (next: OpenedDocument) => (keepsState(next, RUNNING) ? data.take() : undefined);
    const { log, reread } = options;
    const parts = {
      shown,
      scheduler,
      log,
      reread,
      prepare,
      restrict,
      versions,
      versionsProblem: noData,
      source: sourceOf(options),
    };
    const control = new ConfigControl(parts, runtime, { config, files, fallback });
    const previews = new PreviewPool({ scheduler, log: options.log });
    const watching = new Watching({
      runtime,
      control,
      scheduler,
      shown,
      queryLoki: options.queryLoki,
      log: options.log,
      configFile: join(folderOf(options), "config.alloy"),
      seed,
    });
    const server = new SluiceServer({ runtime, previews, scheduler, shown, data, control, watching, options });
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
        configs: new ConfigsDesk(control, scheduler),
        watching,
        failed,
      },
      options.page,
      {
        host: options.host,
        allowedHosts: options.allowedHosts,
        tokens: options.tokens && {
          tokens: options.tokens,
          protectMetrics: options.protectMetrics === true,
          readsEntries: options.allowTap,
        },
      },
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
    if (noData !== undefined)
      options.log.write("warn", "versions of the configuration are not kept", { reason: noData });
    await control.begin({ via: "start" }, origin, version);
    await runtime.start();
    watching.start();
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
      this.#watching.stop();
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

/** The folder beside which relative paths are looked up. */
function folderOf({ configFile, configFolder: folder }: ServerOptions): string {
  return folder ?? configFolder(configFile);
}

const OPEN_TO_ALL =
  "--listen is not on the loopback, where whoever reaches it could change what runs: give --token-file, or listen on 127.0.0.1";

/** Whether a name leads to this machine alone. One that leads nowhere is told when it is opened. */
async function isLocalHost(host: string): Promise<boolean> {
  if (host === "" || isIP(host) !== 0) return isLoopback(host);
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.every(({ address }) => isLoopback(address));
}

/** What tells the versions of one configuration from those of another in the same data directory. */
function sourceOf({ configFile }: ServerOptions): string {
  return configFile === "-" ? configFile : resolve(configFile);
}

/** The version that ran last, where it is another than the configuration's own file. */
async function keptInstead(
  versions: VersionStore | undefined,
  own: Candidate,
  options: ServerOptions,
): Promise<Candidate | undefined> {
  const version = versions?.active(sourceOf(options));
  if (version === undefined || (version.sha256 === sha256Hex(own.files.text) && version.origin === "file"))
    return undefined;
  try {
    const files = await versions!.read(version);
    return { config: openConfig(files), files, origin: version.origin, version };
  } catch (error) {
    options.log.write("error", "the version that ran last cannot be read", { version: version.number, error });
    return undefined;
  }
}
