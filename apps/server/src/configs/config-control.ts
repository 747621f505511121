/**
 * Which configuration runs, and how another comes in its place: one load after the other, each parsed, checked, built
 * beside what runs, and only then taken over. What is wrong with one leaves the other running.
 */
import {
  type ConfigFiles,
  type Diagnostic,
  formatDiagnostics,
  hideConfigSecrets,
  MetricRegistry,
  maskConfigSecrets,
  type OpenedDocument,
  type PlacedDiagnostic,
  secretValues,
} from "@sluice/engine";
import type { ApplyResult, Runtime } from "../core/runtime.ts";
import type { Shown } from "../core/shown.ts";
import { sha256Hex } from "../host/stage-host.ts";
import type { Logger } from "../platform/log.ts";
import type { Scheduler } from "../platform/scheduler.ts";

/** Loads that may wait for one another; further ones are turned away. */
const MAX_WAITING = 16;
const NANOS_IN_SECOND = 1e9;

/** What had a configuration loaded. */
export interface LoadCause {
  readonly via: "start" | "signal" | "reload";
  /** Address of the client that asked. */
  readonly from?: string | undefined;
}

export type LoadResult =
  /** `changed`: it is another than the one that ran before. */
  | { readonly ok: true; readonly changed: boolean }
  | {
      readonly ok: false;
      /** `refused`: something is wrong with it. `busy`: the server has no time for it now. */
      readonly kind: "refused" | "busy";
      /** One line. */
      readonly message: string;
      readonly diagnostics: readonly PlacedFileDiagnostic[];
      /** All of it, for people: `file:line:col: severity: message`, source lines and carets, without secrets. */
      readonly text: string;
    };

export type PlacedFileDiagnostic = PlacedDiagnostic & { readonly file: string };

/** The configuration that runs. */
export interface ActiveConfig {
  readonly files: ConfigFiles;
  readonly sha256: string;
  /** Without secrets. */
  readonly text: string;
}

export interface ConfigStatus {
  readonly sha256: string;
  /** When the one that runs was loaded. RFC 3339. */
  readonly loaded_at: string;
  readonly last_load: { readonly ok: boolean; readonly at: string; readonly message?: string | undefined };
}

export interface ControlParts {
  readonly shown: Shown;
  readonly scheduler: Scheduler;
  readonly log: Logger;
  /** Reads the configuration anew from where it came; rejects with an error that says why it cannot. */
  readonly reread: (() => Promise<ConfigFiles>) | undefined;
  /** Gets what a configuration needs besides its components; gives why it cannot be had. */
  readonly prepare: (config: OpenedDocument) => Promise<string | undefined>;
}

export function openConfig(files: ConfigFiles): OpenedDocument {
  return files.open({ library: { env: (name: string) => process.env[name] }, bareStages: false });
}

export class ConfigControl {
  readonly #parts: ControlParts;
  readonly #runtime: Runtime;
  #active: ActiveConfig;
  #loadedAt: bigint;
  #lastLoad: { readonly ok: boolean; readonly at: bigint; readonly message?: string | undefined };
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  readonly metrics = new MetricRegistry();
  readonly #failures;

  /** `config` runs in `runtime` already. */
  constructor(parts: ControlParts, runtime: Runtime, config: OpenedDocument, files: ConfigFiles) {
    this.#parts = parts;
    this.#runtime = runtime;
    this.#active = this.#activeOf(config, files);
    this.#loadedAt = parts.scheduler.now();
    this.#lastLoad = { ok: true, at: this.#loadedAt };
    this.#failures = this.metrics
      .counter("sluice_config_load_failures_total", "Configurations that were refused")
      .with();
    this.metrics.register({
      collect: () => [
        gauge("sluice_config_hash", "SHA-256 of the configuration that runs", 1, [["sha256", this.#active.sha256]]),
        gauge(
          "sluice_config_last_load_successful",
          "Whether the last configuration that was loaded runs (1), or was refused (0)",
          this.#lastLoad.ok ? 1 : 0,
        ),
        gauge(
          "sluice_config_last_load_success_timestamp_seconds",
          "When a configuration was last loaded, in seconds since 1970",
          Number(this.#loadedAt) / NANOS_IN_SECOND,
        ),
      ],
    });
  }

  get active(): ActiveConfig {
    return this.#active;
  }

  get status(): ConfigStatus {
    const { ok, at, message } = this.#lastLoad;
    return {
      sha256: this.#active.sha256,
      loaded_at: rfc3339(this.#loadedAt),
      last_load: { ok, at: rfc3339(at), ...(message !== undefined && { message }) },
    };
  }

  /** Reads the configuration anew, and loads it. */
  reload(cause: LoadCause): Promise<LoadResult> {
    return this.#inTurn(async () => {
      const { reread } = this.#parts;
      if (reread === undefined)
        return this.#refuse(cause, "the configuration came from standard input, which cannot be read again");
      let files: ConfigFiles;
      try {
        files = await reread();
      } catch (error) {
        return this.#refuse(cause, (error as Error).message);
      }
      return this.#load(files, cause);
    });
  }

  async #inTurn(action: () => Promise<LoadResult>): Promise<LoadResult> {
    if (this.#waiting >= MAX_WAITING) {
      const message = "too many configurations wait to be loaded; try again later";
      return { ok: false, kind: "busy", message, diagnostics: [], text: `${message}\n` };
    }
    this.#waiting++;
    const done = this.#last.then(action);
    this.#last = done.catch(() => {});
    try {
      return await done;
    } finally {
      this.#waiting--;
    }
  }

  async #load(files: ConfigFiles, cause: LoadCause): Promise<LoadResult> {
    const { shown, scheduler, log, prepare } = this.#parts;
    const config = openConfig(files);
    // What it holds is secret before it runs, and what ran before has secrets that are still on their way.
    const forget = shown.hideAlso(secretValues(config));
    const wrong = (message: string, diagnostics: readonly Diagnostic[] = config.diagnostics) => {
      const refused = this.#refuse(cause, message, explain(files, config, shown, diagnostics));
      forget();
      return refused;
    };
    if (!config.ok) return wrong("the configuration has errors");
    const missing = await prepare(config);
    if (missing !== undefined) return wrong(missing);
    const applied: ApplyResult = await this.#runtime.apply(config);
    if (!applied.ok)
      return "diagnostics" in applied
        ? wrong("the configuration cannot run", [...config.diagnostics, ...applied.diagnostics])
        : wrong(applied.message);
    const before = this.#active.sha256;
    this.#active = this.#activeOf(config, files);
    this.#loadedAt = scheduler.now();
    this.#lastLoad = { ok: true, at: this.#loadedAt };
    const changed = before !== this.#active.sha256;
    log.write("info", changed ? "the configuration was loaded" : "the configuration was loaded; nothing has changed", {
      ...causeFields(cause),
      sha256: this.#active.sha256,
    });
    return { ok: true, changed };
  }

  #refuse(cause: LoadCause, message: string, why: Explained = { text: "", diagnostics: [] }): LoadResult {
    const { shown, log, scheduler } = this.#parts;
    const first = why.diagnostics.find(({ severity }) => severity === "error");
    const at = first?.line === undefined ? first?.file : `${first.file}:${first.line}:${first.column}`;
    const line = shown.text(first === undefined ? message : `${at}: ${first.message}`);
    this.#lastLoad = { ok: false, at: scheduler.now(), message: line };
    this.#failures.inc();
    log.write("error", "the configuration was refused; the one before runs on", {
      ...causeFields(cause),
      reason: line,
    });
    const text = why.text === "" || first === undefined ? `${why.text}${shown.text(message)}\n` : why.text;
    return { ok: false, kind: "refused", message: line, diagnostics: why.diagnostics, text };
  }

  #activeOf(config: OpenedDocument, files: ConfigFiles): ActiveConfig {
    return { files, sha256: sha256Hex(files.text), text: hideConfigSecrets(config, this.#parts.shown.secrets) };
  }
}

interface Explained {
  readonly text: string;
  readonly diagnostics: readonly PlacedFileDiagnostic[];
}

/** What is wrong with a configuration, without its secrets. */
export function explain(
  files: ConfigFiles,
  { file }: Pick<OpenedDocument, "file">,
  shown: Shown,
  diagnostics: readonly Diagnostic[],
): Explained {
  const hidden = shown.diagnostics(diagnostics);
  const masked = files.withText(maskConfigSecrets(file, shown.secrets));
  return { text: formatDiagnostics(masked, hidden), diagnostics: files.place(hidden) };
}

const causeFields = ({ via, from }: LoadCause) => ({ via, ...(from !== undefined && { from }) });

const rfc3339 = (at: bigint): string => new Date(Number(at / 1_000_000n)).toISOString();

const gauge = (name: string, help: string, value: number, labels: readonly (readonly [string, string])[] = []) => ({
  name,
  help,
  type: "gauge" as const,
  samples: [{ suffix: "", labels, value }],
});
