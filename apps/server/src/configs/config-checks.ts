/**
 * What is known of a configuration before anything of it is built: whether it could run, what is said of it without secrets,
 * and what would stop if it ran.
 */
import {
  type ConfigFiles,
  type Diagnostic,
  hideConfigSecretsInSteps,
  type OpenedDocument,
  secretValuesInSteps,
} from "@sluice/engine";
import type { Heirs } from "../core/runtime/heirs.ts";
import type { Restrict, Runtime } from "../core/runtime/runtime.ts";
import type { Shown } from "../core/shown.ts";
import { inSlices, type Scheduler } from "../platform/scheduler.ts";
import { type CheckedDraft, type Foreseen, foresee } from "./draft.ts";
import { explain } from "./load-result.ts";
import { openConfigInSlices } from "./open-config.ts";
import type { VersionNotes } from "./versions.ts";

const EMPTY: Diagnostic = {
  severity: "error",
  code: "empty-configuration",
  message: "there are no components: all that runs would end; stop the server where that is meant",
};

/** The configuration that runs. */
export interface ActiveConfig {
  readonly files: ConfigFiles;
  readonly sha256: string;
  /** Without secrets. */
  readonly text: string;
  readonly config: OpenedDocument;
}

export interface CheckParts {
  readonly shown: Shown;
  readonly scheduler: Scheduler;
  /** What is wrong with a configuration that came over the API. */
  readonly restrict: Restrict;
  /** The environment variables that it may read. */
  readonly allowedEnv: ReadonlySet<string>;
}

interface HowToCheck extends Pick<VersionNotes, "origin"> {
  readonly active: ActiveConfig;
  readonly showsWhole?: boolean;
  /** Who is to take over from whom. */
  readonly heirs?: Heirs;
}

const NO_HEIRS: Heirs = new Map();

export class ConfigChecks {
  readonly #parts: CheckParts;
  readonly #runtime: Runtime;

  constructor(parts: CheckParts, runtime: Runtime) {
    this.#parts = parts;
    this.#runtime = runtime;
  }

  open(files: ConfigFiles, origin: VersionNotes["origin"], asked?: (name: string) => void): Promise<OpenedDocument> {
    const allowed = origin === "api" ? this.#parts.allowedEnv : undefined;
    return openConfigInSlices(files, this.#parts.scheduler, allowed, asked);
  }

  /** Which variables have values that messages must not quote: those that only the server was given. */
  readsOf(origin: VersionNotes["origin"]): ((variable: string) => boolean) | undefined {
    if (origin !== "api") return undefined;
    return (name) => this.#parts.allowedEnv.has(name) && process.env[name] !== undefined;
  }

  secretsOf(config: OpenedDocument): Promise<string[]> {
    return inSlices(secretValuesInSteps(config), this.#parts.scheduler);
  }

  /** The text without `secrets`. */
  hidden(config: OpenedDocument, secrets: readonly string[]): Promise<string> {
    return inSlices(hideConfigSecretsInSteps(config, secrets), this.#parts.scheduler);
  }

  /** What keeps a configuration from running although its text is in order: it would end everything, or may not do something. */
  async forbidden(config: OpenedDocument, origin: VersionNotes["origin"]): Promise<readonly Diagnostic[]> {
    const { restrict } = this.#parts;
    return [
      ...this.#emptying(config),
      ...(origin === "api" ? await this.#findIn(config.components, (some) => restrict.find(some)) : []),
    ];
  }

  /** What is wrong with each of many components, in slices. */
  #findIn(
    components: OpenedDocument["components"],
    find: (some: OpenedDocument["components"]) => readonly Diagnostic[],
  ): Promise<Diagnostic[]> {
    return inSlices(findInSteps(components, find), this.#parts.scheduler);
  }

  /** A file that is only half written, or what a command printed that failed, would leave nothing running. */
  #emptying({ ok, components }: OpenedDocument): Diagnostic[] {
    return ok && components.length === 0 && this.#runtime.status().length > 0 ? [EMPTY] : [];
  }

  /** What stops when `after` runs in the place of what runs now. */
  foresee({ config: before }: ActiveConfig, after: OpenedDocument, heirs: Heirs): Promise<Foreseen> {
    const { shown, scheduler } = this.#parts;
    const held = this.#runtime.watched.cutShortBy(after);
    const inside = { held, backlogs: this.#runtime.backlogs(after), heirs };
    return inSlices(
      foresee(before, after, (text) => shown.text(text), inside),
      scheduler,
    );
  }

  async check(
    files: ConfigFiles,
    { origin, active, showsWhole, heirs = NO_HEIRS }: HowToCheck,
  ): Promise<Omit<CheckedDraft, "runs">> {
    const { shown, scheduler } = this.#parts;
    const config = await this.open(files, origin);
    const secrets = await this.secretsOf(config);
    const forget = shown.hideAlso(secrets);
    try {
      const forbidden = await this.forbidden(config, origin);
      const further = config.ok
        ? [
            ...forbidden,
            ...(await this.#findIn(config.components, (components) => this.#runtime.findUnrunnable({ components }))),
          ]
        : forbidden;
      const told = [...config.diagnostics, ...further];
      const explained = await explain(files, config, shown, told, scheduler, this.readsOf(origin));
      const ok = config.ok && further.length === 0;
      const foreseen = ok ? await this.foresee(active, config, heirs) : undefined;
      const whole = showsWhole === true ? await this.hidden(config, [...secrets, ...shown.running]) : undefined;
      return { ok, ...explained, ...foreseen, ...(whole !== undefined && { config: whole }) };
    } finally {
      forget();
    }
  }
}

/** Components that are looked at between two stops. */
const AT_ONCE = 20;

function* findInSteps(
  components: OpenedDocument["components"],
  find: (some: OpenedDocument["components"]) => readonly Diagnostic[],
): Generator<void, Diagnostic[]> {
  const found: Diagnostic[] = [];
  for (let at = 0; at < components.length; at += AT_ONCE) {
    found.push(...find(components.slice(at, at + AT_ONCE)));
    yield;
  }
  return found;
}
