/**
 * Which configuration runs, and how another takes its place: one load after the other, each parsed, checked, built
 * beside what runs, and only then taken over. What is wrong with one leaves the other running. At most 16 loads wait.
 * Of several files, `ConfigFiles` in the engine's `document` knows which line is whose.
 */
import {
  type ConfigFiles,
  type Diagnostic,
  hideConfigSecrets,
  type MetricRegistry,
  messageOf,
  type OpenedDocument,
  type WrittenArgument,
  writtenArguments,
} from "@sluice/engine";
import type { ConfigStatus } from "@sluice/protocol";
import type { Heirs } from "../core/runtime/heirs.ts";
import type { ApplyResult, Runtime } from "../core/runtime/runtime.ts";
import { sha256Hex } from "../host/stage-host.ts";
import type { FileRules } from "../platform/file-rules.ts";
import type { Logger } from "../platform/log.ts";
import { type ActiveConfig, type CheckParts, ConfigChecks } from "./config-checks.ts";
import { type CheckedDraft, type Draft, filesOfDraft, logStops, noteOfDraft, notPut, runningOf } from "./draft.ts";
import { readInTime } from "./in-time.ts";
import { LoadRecord, rfc3339 } from "./load-record.ts";
import {
  type Checked,
  causeFields,
  type Explained,
  explain,
  failure,
  type LoadCause,
  type LoadResult,
  type Refusal,
} from "./load-result.ts";
import { openConfigInSlices, type ReadConfig } from "./open-config.ts";
import type { Version, VersionNotes, VersionStore } from "./versions.ts";

/** Loads that may wait for one another; further ones are turned away. */
const MAX_WAITING = 16;

export interface ControlParts extends CheckParts {
  readonly log: Logger;
  /** Reads the configuration anew from where it came; rejects with an error that says why it cannot. */
  readonly reread: (() => Promise<ConfigFiles>) | undefined;
  /** Gets what a configuration needs besides its components; gives why it cannot be had. */
  readonly prepare: (config: OpenedDocument) => Promise<string | undefined>;
  /** Called with each configuration that starts to run. */
  readonly takesOver?: ((config: OpenedDocument) => void) | undefined;
  /** Which files the configuration's own file may use. */
  readonly rules: FileRules;
  /** Reads anew what the server needs besides the configuration; gives why that cannot be had. */
  readonly refresh?: (() => Promise<string | undefined>) | undefined;
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

export type OpenedDraft =
  | ({ readonly ok: true; readonly files: ConfigFiles } & ReadConfig)
  | (Checked & { readonly ok: false });

/** A configuration that is about to run. */
interface OpenedFiles {
  readonly files: ConfigFiles;
  readonly config: OpenedDocument;
  /** Values that it holds. Only these and those of what runs are hidden in its text: what drafts call a secret is not. */
  readonly secrets: readonly string[];
}

export class ConfigControl {
  readonly #parts: ControlParts;
  readonly #runtime: Runtime;
  readonly #checks: ConfigChecks;
  #active: ActiveConfig;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  readonly #record: LoadRecord;
  #version: number | undefined;
  #written: { readonly text: string; readonly byComponent: ReturnType<typeof writtenArguments> } | undefined;

  /** What it begins with runs in `runtime` already. */
  constructor(parts: ControlParts, runtime: Runtime, { config, files, fallback }: Beginning) {
    this.#parts = parts;
    this.#runtime = runtime;
    this.#checks = new ConfigChecks(parts, runtime);
    this.#active = activeOf(config, files, hideConfigSecrets(config, parts.shown.running));
    this.#record = new LoadRecord(parts.scheduler, () => this.#active.sha256, fallback);
    parts.takesOver?.(config);
  }

  get metrics(): MetricRegistry {
    return this.#record.metrics;
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
    const { versions, versionsProblem } = this.#parts;
    return this.#record.status(versions?.find(this.#version ?? 0), versionsProblem ?? versions?.problem);
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
    const config = await openConfigInSlices(await this.#parts.versions!.read(version), this.#parts.scheduler);
    return this.#checks.hidden(config, [...(await this.#checks.secretsOf(config)), ...this.#parts.shown.running]);
  }

  /** Keeps what the server started with. */
  async begin(cause: LoadCause, origin: VersionNotes["origin"], known: Version | undefined): Promise<void> {
    this.#version = known?.number;
    if (known === undefined) await this.#keep(this.#active, cause, { result: "loaded", origin });
  }

  /** A draft that came over the API: as it would be deployed, with the environment variables that it reads; or what is wrong. */
  async openDraft(draft: Draft): Promise<OpenedDraft> {
    const drafted = await filesOfDraft(draft, this.#active, this.#parts.scheduler);
    if (!drafted.ok) return { ...notPut(draft, drafted.reason), ok: false };
    const { files } = drafted;
    const checked = await this.check(files);
    if (!checked.ok) return { ...checked, ok: false };
    return { ok: true, files, ...(await this.#opened(files, "api")) };
  }

  /** What runs, in the same way. */
  openActive(): Promise<ReadConfig> {
    const origin = this.#parts.versions?.find(this.#version ?? 0)?.origin ?? "file";
    return this.#opened(this.#active.files, origin);
  }

  async #opened(files: ConfigFiles, origin: VersionNotes["origin"]): Promise<ReadConfig> {
    const environment = new Set<string>();
    const config = await this.#checks.open(files, origin, (name) => void environment.add(name));
    this.#parts.shown.hideForNow(await this.#checks.secretsOf(config));
    const rules = origin === "api" ? this.#parts.restrict.rules : this.#parts.rules;
    return { config, environment: [...environment], rules };
  }

  /** Changes to a configuration that came over the API. */
  deploy(draft: Draft, cause: LoadCause): Promise<LoadResult> {
    return this.#inTurn(async () => {
      const conflict = this.#conflict(cause);
      if (conflict !== undefined) return conflict;
      const drafted = await filesOfDraft(draft, this.#active, this.#parts.scheduler);
      if (!drafted.ok) return failure("refused", drafted.reason);
      return this.#load(drafted.files, { ...cause, note: cause.note ?? noteOfDraft(draft) }, "api");
    });
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
        return failure("unknown", `version ${number}: ${messageOf(error)}`);
      }
      return this.#load(files, { ...cause, note: cause.note ?? `rolled back to version ${number}` }, version.origin);
    });
  }

  #conflict({ base, baseSha256 }: LoadCause): LoadResult | undefined {
    if (baseSha256 !== undefined && baseSha256 !== this.#active.sha256)
      return failure("conflict", "another configuration runs by now than the one that was looked at");
    if (base === undefined || base === this.#version) return undefined;
    return failure(
      "conflict",
      `version ${base} is not the one that runs, which is ${this.#version ?? "not a version that is kept"}`,
    );
  }

  /** Reads the configuration anew, and loads it. */
  reload(cause: LoadCause): Promise<LoadResult> {
    return this.#inTurn(async () => {
      const { reread, refresh, scheduler } = this.#parts;
      const besides = refresh?.() ?? Promise.resolve(undefined);
      const stale = await readInTime("what the server needs besides the configuration", besides, scheduler);
      const problem = stale.ok ? stale.value : stale.message;
      if (problem !== undefined) return this.#refuse(cause, problem);
      if (reread === undefined)
        return this.#refuse(cause, "the configuration came from standard input, which cannot be read again");
      const files = await readInTime("the configuration", reread(), scheduler);
      if (!files.ok) return this.#refuse(cause, files.message);
      return this.#load(files.value, cause, "file");
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

  /** What would be said of a configuration that came over the API, as far as that is known before anything is built. */
  check(files: ConfigFiles): Promise<Checked> {
    return this.#checks.check(files, { origin: "api", active: this.#active });
  }

  /** The same of a draft, and what stops if it runs. */
  async checkDraft(draft: Draft, heirs: Heirs): Promise<CheckedDraft> {
    const active = this.#active;
    const runs = runningOf(active, this.#version);
    const drafted = await filesOfDraft(draft, active, this.#parts.scheduler);
    if (!drafted.ok) return { ...notPut(draft, drafted.reason), runs };
    const checked = await this.#checks.check(drafted.files, {
      origin: "api",
      active,
      showsWhole: draft.kind === "stages",
      heirs,
    });
    return { ...checked, runs };
  }

  /** The same of a version that was kept. Rejects where it can no longer be read. */
  async checkVersion(version: Version, heirs: Heirs): Promise<CheckedDraft> {
    const files = await this.#parts.versions!.read(version);
    const runs = runningOf(this.#active, this.#version);
    return { ...(await this.#checks.check(files, { origin: version.origin, active: this.#active, heirs })), runs };
  }

  async #load(files: ConfigFiles, cause: LoadCause, origin: VersionNotes["origin"]): Promise<LoadResult> {
    const config = await this.#checks.open(files, origin);
    // What it holds is secret before it runs.
    const secrets = await this.#checks.secretsOf(config);
    const forget = this.#parts.shown.hideAlso(secrets);
    try {
      return await this.#takeOver({ files, config, secrets }, cause, origin);
    } finally {
      forget();
    }
  }

  async #takeOver(
    { files, config, secrets }: OpenedFiles,
    cause: LoadCause,
    origin: VersionNotes["origin"],
  ): Promise<LoadResult> {
    const { shown, log, prepare, restrict, scheduler } = this.#parts;
    const wrong = async (message: string, diagnostics: readonly Diagnostic[] = config.diagnostics) => {
      const refused = this.#refuse(
        cause,
        message,
        await explain(files, config, shown, diagnostics, scheduler, this.#checks.readsOf(origin)),
      );
      await this.#keep({ files, sha256: sha256Hex(files.text) }, cause, {
        result: "refused",
        origin,
        message: refused.message,
      });
      return refused;
    };
    const forbidden = await this.#checks.forbidden(config, origin);
    if (!config.ok) return wrong("the configuration has errors", [...config.diagnostics, ...forbidden]);
    if (forbidden.length > 0) return wrong("the configuration may not run", [...config.diagnostics, ...forbidden]);
    const { heirs = new Map<string, string>() } = cause;
    const { consequences } = await this.#checks.foresee(this.#active, config, heirs);
    const missing = await prepare(config);
    if (missing !== undefined) return wrong(missing);
    // Before it runs, so that nothing is awaited, and nothing can fail, between that and the record of it.
    const active = activeOf(config, files, await this.#checks.hidden(config, [...secrets, ...shown.running]));
    const applied: ApplyResult = await this.#runtime.apply(config, origin === "api" ? restrict : undefined, heirs);
    if (!applied.ok)
      return "diagnostics" in applied
        ? wrong("the configuration cannot run", [...config.diagnostics, ...applied.diagnostics])
        : wrong(applied.message);
    shown.hideActive(secrets);
    const before = this.#active.sha256;
    this.#active = active;
    this.#record.loaded();
    this.#parts.takesOver?.(config);
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
    logStops(log, consequences, causeFields(cause));
    return { ok: true, changed, version: this.#version, consequences };
  }

  async #keep(
    { files, sha256 }: Pick<ActiveConfig, "files" | "sha256">,
    { base: _, baseSha256: __, heirs: ___, ...cause }: LoadCause,
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
    const { shown, log } = this.#parts;
    const first = why.diagnostics.find(({ severity }) => severity === "error");
    const at = first?.line === undefined ? first?.file : `${first.file}:${first.line}:${first.column}`;
    const line = shown.text(first === undefined ? message : `${at}: ${first.message}`);
    this.#record.refused(line);
    log.write("error", "the configuration was refused; the one before runs on", {
      ...causeFields(cause),
      reason: line,
    });
    const text = why.text === "" || first === undefined ? `${why.text}${shown.text(message)}\n` : why.text;
    const { diagnostics, more } = why;
    return { ok: false, kind: "refused", message: line, diagnostics, more, text };
  }
}

const activeOf = (config: OpenedDocument, files: ConfigFiles, text: string): ActiveConfig => ({
  files,
  sha256: sha256Hex(files.text),
  text,
  config,
});
