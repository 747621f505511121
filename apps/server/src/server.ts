/** The server as a whole: a configuration running, with its HTTP face, from start to an orderly stop. */
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Diagnostic, type MetricFamily, MetricRegistry, mergeInSteps, secretValues } from "@sluice/engine";
import { describeZoneData } from "@sluice/languages/gotime";
import type { Component, ServerStatus } from "@sluice/protocol";
import type { Express } from "express";
import { type AdminSource, createAdmin } from "./api/admin.ts";
import { ConfigRoutes } from "./api/configs.ts";
import { PageListener } from "./api/page-listener.ts";
import { PreviewRoute } from "./api/preview.ts";
import { ProfilesRoutes } from "./api/profiles.ts";
import { assemble, type Prepared, type ServerParts } from "./assembly.ts";
import type { ConfigControl } from "./configs/config-control.ts";
import type { LoadCause, LoadResult } from "./configs/load-result.ts";
import { openConfig } from "./configs/open-config.ts";
import { VersionStore } from "./configs/versions.ts";
import { Faults } from "./core/faults.ts";
import type { Runtime } from "./core/runtime/runtime.ts";
import { Shown } from "./core/shown.ts";
import { DataDirectory } from "./host/data-directory.ts";
import { sha256Hex } from "./host/stage-host.ts";
import { isLoopback } from "./http/host-name.ts";
import { keepFreedMemory } from "./platform/allocator.ts";
import { FILES_FOLDER } from "./platform/file-rules.ts";
import { createSystemScheduler, type Scheduler } from "./platform/scheduler.ts";
import type { PreviewPool } from "./preview/preview-pool.ts";
import type { RequestRecord } from "./recording/request-record.ts";
import { isLocalHost, OPEN_TO_ALL, type ServerOptions, sourceOf } from "./server-options.ts";
import { type Candidate, damagedOf, type FailedStart, keptAlready, keptInstead, startFirst } from "./starting.ts";
import type { Watching } from "./watching.ts";

export type { ServerOptions } from "./server-options.ts";

export type StartResult =
  | { readonly ok: true; readonly server: SluiceServer; readonly diagnostics: readonly Diagnostic[] }
  | FailedStart;

const DEFAULT_DRAIN_MS = 15_000;
const DEFAULT_DATA_DIR = ".sluice";
/** Part of a stop's time that requests under way may take to arrive. */
const INTAKE_PART = 1 / 3;
/** The part that is left for answers of the page and the API that are being read, where draining takes all it may. */
const ANSWERS_PART = 1 / 10;

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
  /** Undefined until the start has come so far. */
  #page: PageListener | undefined;
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
    let started = false;
    try {
      const noData = await data.take();
      const versions = noData === undefined ? await VersionStore.open(data.folder, options.log) : undefined;
      const file = { config, files: options.config, origin: "file" as const };
      const damaged = damagedOf(versions, options);
      const version = keptAlready(versions, file, options);
      // A file that has changed since is what was asked for last.
      const isUnchanged = version !== undefined || versions?.all.length === 0;
      const own: Candidate = { ...file, version, fallback: isUnchanged ? damaged : undefined };
      const last = await keptInstead(versions, own, options);
      const kept = last && { ...last, fallback: damaged };
      const choice = {
        own,
        kept,
        isUnchanged: versions?.lastOfFile(sourceOf(options))?.sha256 === sha256Hex(own.files.text),
      };
      const prepared = { shown, options, scheduler, data, versions, noData };
      const result = await startFirst(choice, options, (one) => SluiceServer.#startWith(one, prepared));
      started = result.ok;
      return result;
    } finally {
      if (!started) await data.release();
    }
  }

  static async #startWith(candidate: Candidate, prepared: Prepared): Promise<StartResult> {
    let server: SluiceServer | undefined;
    const assembled = await assemble(candidate, prepared, async () =>
      server === undefined ? undefined : server.#page?.refresh(),
    );
    if (!assembled.ok) return assembled;
    const { parts, warnings } = assembled;
    server = new SluiceServer(parts);
    const opened = await server.#openPage(parts);
    if (!opened.ok) return { ok: false, diagnostics: warnings, message: opened.message };
    const { options, data, noData, control, runtime, watching, requests } = parts;
    const { page } = opened;
    server.#page = page;
    requests.recording = options.inspectProfiles === true || isLoopback(page.address.address);
    // Of configurations from outside; where it cannot be made, its use says so.
    if (noData === undefined) await mkdir(join(data.folder, FILES_FOLDER), { mode: 0o700 }).catch(() => {});
    else options.log.write("warn", "versions of the configuration are not kept", { reason: noData });
    await control.begin({ via: "start" }, candidate.origin, candidate.version);
    await runtime.start();
    watching.start();
    return { ok: true, server, diagnostics: warnings };
  }

  #openPage({ options, scheduler, addresses, requests }: ServerParts): ReturnType<typeof PageListener.open> {
    return PageListener.open({
      host: options.host,
      port: options.port,
      tls: options.tls,
      handler: this.#createAdmin(requests),
      book: addresses,
      scheduler,
      faults: this.faults,
    });
  }

  #createAdmin(requests: RequestRecord): Express {
    const options = this.#options;
    const control = this.#control;
    const runtime = this.#runtime;
    const scheduler = this.#scheduler;
    const profiles = new ProfilesRoutes({
      record: requests,
      scheduler,
      hide: (text) => this.#shown.text(text),
      intakes: () => runtime.intakes(),
      target: (id) => runtime.profilesTarget(id),
    });
    const source: AdminSource = {
      status: () => this.status(),
      metrics: () => this.metrics(),
      scheduler,
      config: () => ({ file: options.configFile, text: control.active.text, sha256: control.active.sha256 }),
      component: (id) => this.component(id),
      log: options.log,
      parts: [
        new ConfigRoutes(control, scheduler),
        new PreviewRoute(this.#previews, scheduler),
        ...this.#watching.routes,
        profiles,
      ],
      failed: (error) => this.faults.record("answering a request", error),
    };
    return createAdmin(source, options.page, {
      host: options.host,
      allowedHosts: options.allowedHosts,
      tokens: options.tokens && {
        tokens: options.tokens,
        protectMetrics: options.protectMetrics === true,
        readsEntries: options.allowTap,
      },
    });
  }

  /** Reads the configuration anew and changes to it. What is wrong with it leaves the one that runs. */
  reload(cause: LoadCause): Promise<LoadResult> {
    return this.#control.reload(cause);
  }

  /** Where the page is: `http://127.0.0.1:3180/`. */
  get url(): string {
    return this.#page!.url;
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

  component(id: string): Component | undefined {
    const status = this.status().components.find((one) => one.id === id);
    const found = this.#runtime.argumentsOf(id);
    return status && found && { ...status, ...this.#shown.data(found) };
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
      await this.#page?.close(deadline);
      return lost;
    } finally {
      for (const timer of timers) clearTimeout(timer);
      await this.#data.release();
    }
  }
}
