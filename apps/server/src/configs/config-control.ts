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
  type WrittenArgument,
  writtenArguments,
} from "@sluice/engine";
import type { ApplyResult, Runtime } from "../core/runtime.ts";
import type { Shown } from "../core/shown.ts";
import { sha256Hex } from "../host/stage-host.ts";
import type { Logger } from "../platform/log.ts";
import type { Scheduler } from "../platform/scheduler.ts";
import type { Version, VersionNotes, VersionStore } from "./versions.ts";

/** Loads that may wait for one another; further ones are turned away. */
const MAX_WAITING = 16;
const NANOS_IN_SECOND = 1e9;

export interface LoadCause extends Pick<VersionNotes, "via" | "from" | "user" | "note"> {
  /** The version that the client takes for the one that runs; without it, any. */
  readonly base?: number | undefined;
}

/** What is wrong with a configuration, and where. */
export type Refusal = Extract<LoadResult, { readonly ok: false }>;

export type LoadResult =
  /** `changed`: it is another than the one that ran before. `version`: its number, where versions are kept. */
  | { readonly ok: true; readonly changed: boolean; readonly version: number | undefined }
  | {
      readonly ok: false;
      /**
       * `refused`: something is wrong with it. `busy`: the server has no time for it now. `conflict`: another version runs
       * than the client knew. `unknown`: there is no such version.
       */
      readonly kind: "refused" | "busy" | "conflict" | "unknown";
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
  /** Number of the version that runs, where versions are kept. */
  readonly version?: number | undefined;
  /** Why the configuration's own file does not run, until that is mended. */
  readonly fallback?: string | undefined;
  /** Why versions are not kept. */
  readonly versions_problem?: string | undefined;
}

export interface ControlParts {
  readonly shown: Shown;
  readonly scheduler: Scheduler;
  readonly log: Logger;
  /** Reads the configuration anew from where it came; rejects with an error that says why it cannot. */
  readonly reread: (() => Promise<ConfigFiles>) | undefined;
  /** Gets what a configuration needs besides its components; gives why it cannot be had. */
  readonly prepare: (config: OpenedDocument) => Promise<string | undefined>;
  /** What is wrong with a configuration that came over the API. */
  readonly restrict: (config: OpenedDocument) => readonly Diagnostic[];
  /** What the server was started with. */
  readonly source: string;
  /** Undefined: they are not kept. */
  readonly versions: VersionStore | undefined;
  /** Why they are not. */
  readonly versionsProblem: string | undefined;
}

/** The configuration that a server starts with. */
export interface Beginning {
  readonly config: OpenedDocument;
  readonly files: ConfigFiles;
  /** Why it is not what the configuration's own file holds. */
  readonly fallback?: string | undefined;
}

/** `asked` is told of each environment variable that it reads. */
export function openConfig(files: ConfigFiles, asked?: (name: string) => void): OpenedDocument {
  const env = (name: string) => {
    asked?.(name);
    return process.env[name];
  };
  return files.open({ library: { env }, bareStages: false });
}

/** A configuration that could be deployed as far as its text tells, and the environment variables that it reads. */
export type Checked =
  | { readonly ok: true; readonly config: OpenedDocument; readonly environment: readonly string[] }
  | ({ readonly ok: false; readonly message: string } & Explained);

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

  #fallback: string | undefined;
  #version: number | undefined;
  #written: { readonly text: string; readonly byComponent: ReturnType<typeof writtenArguments> } | undefined;

  /** What it begins with runs in `runtime` already. */
  constructor(parts: ControlParts, runtime: Runtime, { config, files, fallback }: Beginning) {
    this.#parts = parts;
    this.#runtime = runtime;
    this.#active = this.#activeOf(config, files);
    this.#loadedAt = parts.scheduler.now();
    this.#fallback = fallback;
    this.#lastLoad = { ok: fallback === undefined, at: this.#loadedAt, message: fallback };
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

  /** The arguments of what runs, as written, without secrets; by component. */
  get written(): ReadonlyMap<string, readonly WrittenArgument[]> {
    const { text } = this.#active;
    if (this.#written?.text !== text) this.#written = { text, byComponent: writtenArguments(text) };
    return this.#written.byComponent;
  }

  get active(): ActiveConfig {
    return this.#active;
  }

  get status(): ConfigStatus {
    const { ok, at, message } = this.#lastLoad;
    const problem = this.#parts.versionsProblem ?? this.#parts.versions?.problem;
    return {
      sha256: this.#active.sha256,
      loaded_at: rfc3339(this.#loadedAt),
      last_load: { ok, at: rfc3339(at), ...(message !== undefined && { message }) },
      ...(this.#version !== undefined && { version: this.#version }),
      ...(this.#fallback !== undefined && { fallback: this.#fallback }),
      ...(problem !== undefined && { versions_problem: problem }),
    };
  }

  /** Number of the version that runs. */
  get version(): number | undefined {
    return this.#version;
  }

  get versions(): VersionStore | undefined {
    return this.#parts.versions;
  }

  /** What a version held, without secrets. Rejects where it can no longer be read. */
  async textOf(version: Version): Promise<string> {
    const config = openConfig(await this.#parts.versions!.read(version));
    return hideConfigSecrets(config, [...this.#parts.shown.secrets, ...secretValues(config)]);
  }

  /** Keeps what the server started with. */
  async begin(cause: LoadCause, origin: VersionNotes["origin"], known: Version | undefined): Promise<void> {
    this.#version = known?.number;
    if (known === undefined) await this.#keep(this.#active, cause, { result: "loaded", origin });
  }

  /** What is wrong with one that came over the API, if anything; changes nothing, but that its secrets are hidden from now on. */
  check(files: ConfigFiles): Checked {
    const { shown, restrict } = this.#parts;
    const environment = new Set<string>();
    const config = openConfig(files, (name) => environment.add(name));
    shown.hideAlso(secretValues(config));
    const diagnostics = [...config.diagnostics, ...(config.ok ? restrict(config) : [])];
    const wrong = diagnostics.find(({ severity }) => severity === "error");
    if (wrong === undefined) return { ok: true, config, environment: [...environment] };
    return { ok: false, message: shown.text(wrong.message), ...explain(files, config, shown, diagnostics) };
  }

  /** Changes to a configuration that came over the API. */
  deploy(files: ConfigFiles, cause: LoadCause): Promise<LoadResult> {
    return this.#inTurn(async () => this.#conflict(cause) ?? this.#load(files, cause, "api"));
  }

  /** Changes to a version that was kept. */
  rollback(number: number, cause: LoadCause): Promise<LoadResult> {
    return this.#inTurn(async () => {
      const { versions } = this.#parts;
      const version = versions?.find(number);
      if (version === undefined) return failure("unknown", `there is no version ${number}`);
      const conflict = this.#conflict(cause);
      if (conflict !== undefined) return conflict;
      let files: ConfigFiles;
      try {
        files = await versions!.read(version);
      } catch (error) {
        return failure("unknown", `version ${number}: ${(error as Error).message}`);
      }
      return this.#load(files, { ...cause, note: cause.note ?? `rolled back to version ${number}` }, version.origin);
    });
  }

  #conflict({ base }: LoadCause): LoadResult | undefined {
    if (base === undefined || base === this.#version) return undefined;
    return failure(
      "conflict",
      `version ${base} is not the one that runs, which is ${this.#version ?? "not a version that is kept"}`,
    );
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
      return this.#load(files, cause, "file");
    });
  }

  async #inTurn(action: () => Promise<LoadResult>): Promise<LoadResult> {
    if (this.#waiting >= MAX_WAITING) {
      return failure("busy", "too many configurations wait to be loaded; try again later");
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

  async #load(files: ConfigFiles, cause: LoadCause, origin: VersionNotes["origin"]): Promise<LoadResult> {
    const { shown, scheduler, log, prepare, restrict } = this.#parts;
    const config = openConfig(files);
    // What it holds is secret before it runs, and what ran before has secrets that are still on their way.
    const forget = shown.hideAlso(secretValues(config));
    const wrong = async (message: string, diagnostics: readonly Diagnostic[] = config.diagnostics) => {
      const refused = this.#refuse(cause, message, explain(files, config, shown, diagnostics));
      await this.#keep({ files, sha256: sha256Hex(files.text) }, cause, {
        result: "refused",
        origin,
        message: refused.message,
      });
      forget();
      return refused;
    };
    if (!config.ok) return wrong("the configuration has errors");
    const forbidden = origin === "api" ? restrict(config) : [];
    if (forbidden.length > 0) return wrong("the configuration may not run", [...config.diagnostics, ...forbidden]);
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
    this.#fallback = undefined;
    const changed = before !== this.#active.sha256;
    // The same text is another version where it comes from elsewhere: what it may read depends on that.
    const same = !changed && this.#parts.versions?.find(this.#version ?? 0)?.origin === origin;
    const base = this.#version;
    if (!same) await this.#keep(this.#active, cause, { result: "loaded", origin });
    log.write("info", changed ? "the configuration was loaded" : "the configuration was loaded; nothing has changed", {
      ...causeFields(cause),
      ...(this.#version !== undefined && { version: this.#version }),
      ...(base !== undefined && { version_before: base }),
      sha256: this.#active.sha256,
    });
    return { ok: true, changed, version: this.#version };
  }

  async #keep(
    { files, sha256 }: Pick<ActiveConfig, "files" | "sha256">,
    { base: _, ...cause }: LoadCause,
    how: Pick<VersionNotes, "result" | "origin" | "message">,
  ): Promise<void> {
    const { versions, scheduler, source } = this.#parts;
    const base = this.#version;
    const at = rfc3339(scheduler.now());
    const version = await versions?.add(
      { at, ...cause, ...(base !== undefined && { base }), ...how, sha256, source },
      files,
    );
    if (how.result === "loaded") this.#version = version?.number;
  }

  #refuse(cause: LoadCause, message: string, why: Explained = { text: "", diagnostics: [] }): Refusal {
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

const failure = (kind: Refusal["kind"], message: string): Refusal => ({
  ok: false,
  kind,
  message,
  diagnostics: [],
  text: `${message}\n`,
});

/** Who had it loaded, and what for, as the log says it. */
const causeFields = ({ via, from, user, note }: LoadCause) => ({
  via,
  ...(from !== undefined && { from }),
  ...(user !== undefined && { user }),
  ...(note !== undefined && { note }),
});

const rfc3339 = (at: bigint): string => new Date(Number(at / 1_000_000n)).toISOString();

const gauge = (name: string, help: string, value: number, labels: readonly (readonly [string, string])[] = []) => ({
  name,
  help,
  type: "gauge" as const,
  samples: [{ suffix: "", labels, value }],
});
