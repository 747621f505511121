/**
 * A document on its way to the server: what runs there, how the document differs, what happened to the version that it
 * was made from, and what the server said. It deploys with the version that it compared with as `base`, or, where none
 * are kept, with the sum of its text. So what another person deployed meanwhile is a conflict, and is shown before
 * anything more. Problems that the server finds are problems of that text (`analysis.refused`). The server says first
 * what would stop (`POST /api/validate`).
 */

import { compareLines, type DiffLine } from "@sluice/engine";
import type { ConfigVersion, ConfigVersionList, Foreseen, PlacedMessage } from "@sluice/protocol";
import { createStore, type StoreApi } from "zustand/vanilla";
import { normalizeText } from "../../core/model/document.ts";
import type { ChangeAnswer, ChangeCause, ConfigDraft, ConfigsApi } from "./configs-api.ts";
import { type ChosenWay, type DraftWay, isChosen, stagesWay, WHOLE } from "./draft-way.ts";
import { hideKnownSecrets } from "./hide-known-secrets.ts";

/** The version that a document was made from. The sum distinguishes it from another server's. */
export interface DocumentBase {
  readonly number: number;
  readonly sha256: string;
}

export interface DeployHost {
  readonly api: Pick<ConfigsApi, "list" | "text" | "running" | "check" | "deploy">;
  /** The text to be deployed. */
  readonly name: string;
  readonly text: string;
  /** Its pipelines with stages, the selected one first. */
  readonly pipelines: readonly string[];
  /** It consists of stages only, which cannot run by themselves. */
  readonly stagesOnly: boolean;
  readonly base: DocumentBase | undefined;
  setBase(base: DocumentBase): void;
}

/** Versions after the one that the document was made from, or that was shown last. */
export interface Meanwhile {
  readonly since: number;
  /** Newest first; only those that run or ran. */
  readonly versions: readonly ConfigVersion[];
  /** What they changed together; null if the older one is no longer kept. */
  readonly diff: readonly DiffLine[] | null;
}

export interface DeployState {
  readonly phase: "loading" | "failed" | "ready" | "deploying";
  /** Why it failed, or the server's last message. */
  readonly message: string | null;
  readonly current: ConfigVersion | null;
  /** Why the server keeps no versions. */
  readonly unkept: string | null;
  /** How the document is deployed; null until the choices are known. */
  readonly way: DraftWay | null;
  /** The server's check of that; null while it is pending, and until a component is chosen for the stages. */
  readonly foreseen: Foreseen | null;
  /** By a component that ends, the new one that takes over what it keeps on disk. */
  readonly heirs: Readonly<Record<string, string>>;
  /** Running components that can hold stages. */
  readonly running: readonly string[];
  /** From what runs to what would run, ignoring secrets that the server hides. */
  readonly diff: readonly DiffLine[];
  readonly meanwhile: Meanwhile | null;
  readonly refusal: Refusal | null;
}

/** The server's errors. */
export interface Refusal {
  readonly diagnostics: readonly PlacedMessage[];
  /** How many more there are. */
  readonly more: number;
}

export type Deployed = Extract<ChangeAnswer, { readonly kind: "runs" }> & { readonly before: ConfigVersion | null };

/** A configuration as it is shown. */
type Shown =
  | { readonly ok: true; readonly text: string; readonly sha256: string }
  | { readonly ok: false; readonly message: string };

const CHANGED = "Somebody else deployed meanwhile. The difference below is from what runs now: review it, then deploy.";

const NO_PLACE =
  "These are only stages, and no running component can hold them. Add a source and a sink to make a whole configuration.";

export class DeploySession {
  readonly store: StoreApi<DeployState> = createStore(() => ({
    phase: "loading",
    message: null,
    current: null,
    unkept: null,
    way: null,
    foreseen: null,
    heirs: {},
    running: [],
    diff: [],
    meanwhile: null,
    refusal: null,
  }));
  readonly #host: DeployHost;
  #seen: DocumentBase | undefined;
  /** What was shown as running. */
  #runs: { readonly text: string; readonly sha256: string } | undefined;
  #asked = 0;

  constructor(host: DeployHost) {
    this.#host = host;
    this.#seen = host.base;
  }

  /** Loads what runs. Shows separately what was deployed since the document's version, or since the last load. */
  async load(message: string | null = null): Promise<void> {
    const { api } = this.#host;
    this.store.setState({ phase: "loading" });
    const list = await api.list();
    if (!list.ok) return this.store.setState({ phase: "failed", message: list.message });
    const current = currentOf(list.value);
    const runs = await this.#textOf(current);
    if (!runs.ok) return this.store.setState({ phase: "failed", message: runs.message });
    this.#runs = { text: normalizeText(runs.text), sha256: runs.sha256 };
    const meanwhile = await this.#meanwhile(list.value, current, runs.text);
    if (current !== null) this.#seen = current;
    this.store.setState({
      current,
      unkept: current === null ? (list.value.problem ?? "the server gives no reason") : null,
      meanwhile: meanwhile ?? this.store.getState().meanwhile,
      refusal: null,
    });
    const { way } = this.store.getState();
    if (way !== null) return this.choose(way, message);
    // Stages alone would do nothing, so they are offered to the component that they belong to.
    const nth = ++this.#asked;
    const whole = await api.check(this.#draft(WHOLE));
    if (nth !== this.#asked) return;
    if (!whole.ok) return this.store.setState({ phase: "failed", message: whole.message });
    const { lacks, runs: now } = whole.value;
    const usual = stagesWay(this.#host.pipelines, now.pipelines);
    const isPart = this.#host.stagesOnly || lacks.length > 0;
    this.store.setState({ running: now.pipelines });
    if (isPart && usual !== undefined) return this.choose(usual, message);
    if (this.#host.stagesOnly) return this.store.setState({ phase: "failed", message: NO_PLACE });
    this.#show(WHOLE, whole.value, message);
  }

  /** Chooses how it is deployed, and asks the server what that changes. */
  async choose(way: DraftWay, message: string | null = null): Promise<void> {
    this.store.setState({ heirs: {} });
    await this.#ask(way, message);
  }

  async #ask(way: DraftWay, message: string | null = null): Promise<void> {
    const nth = ++this.#asked;
    this.store.setState({ way, foreseen: null, refusal: null, message: null });
    if (!isChosen(way)) return this.store.setState({ phase: "ready", diff: [], message });
    const foreseen = await this.#host.api.check(this.#draft(way));
    if (nth !== this.#asked) return;
    if (!foreseen.ok) return this.store.setState({ phase: "failed", message: foreseen.message });
    this.#show(way, foreseen.value, message);
  }

  #show(way: ChosenWay, foreseen: Foreseen, message: string | null): void {
    const before = this.#runs!.text;
    const after = way.kind === "whole" ? hideKnownSecrets(normalizeText(this.#host.text), before) : foreseen.config;
    const { ok, diagnostics, more = 0 } = foreseen;
    this.store.setState({
      phase: "ready",
      message: ok ? message : (diagnostics[0]?.message ?? "The server gives no reason."),
      way,
      foreseen,
      running: foreseen.runs.pipelines,
      diff: compareLines(before, after === undefined ? before : normalizeText(after)),
      refusal: ok ? null : { diagnostics, more },
    });
  }

  /** Lets `heir` take over what a component keeps that ends, or nobody, and asks the server what that changes. */
  async inherit(component: string, heir: string | null): Promise<void> {
    const { way, heirs } = this.store.getState();
    const others = Object.entries(heirs).filter(([from, to]) => from !== component && to !== heir);
    this.store.setState({ heirs: Object.fromEntries(heir === null ? others : [...others, [component, heir]]) });
    if (way !== null) await this.#ask(way);
  }

  #draft(way: ChosenWay): ConfigDraft {
    const { name, text } = this.#host;
    return { name, text, way, heirs: this.store.getState().heirs };
  }

  /** Deploys over the version that was shown. Undefined: it was not deployed, and the state says why. */
  async deploy(cause: Omit<ChangeCause, "base">): Promise<Deployed | undefined> {
    const { api } = this.#host;
    const { current, phase, way, foreseen } = this.store.getState();
    if (phase !== "ready" || way === null || !isChosen(way) || foreseen?.ok !== true) return undefined;
    this.store.setState({ phase: "deploying", refusal: null, message: null });
    const over = current === null ? { baseSha256: this.#runs?.sha256 } : { base: current.number };
    const answer = await api.deploy(this.#draft(way), { ...cause, ...over });
    switch (answer.kind) {
      case "runs": {
        await this.#keepBase(answer.version);
        return { ...answer, before: current };
      }
      case "conflict":
        // Versions say what was deployed meanwhile, and by whom; without them only the difference is new.
        await this.load(current === null ? CHANGED : null);
        return undefined;
      case "refused":
        this.store.setState({ phase: "ready", message: answer.message, refusal: answer });
        return undefined;
      case "failed":
        this.store.setState({ phase: "ready", message: answer.message });
        return undefined;
    }
  }

  async #textOf(version: ConfigVersion | null): Promise<Shown> {
    if (version === null) {
      const running = await this.#host.api.running();
      return running.ok ? { ok: true, ...running.value } : running;
    }
    const text = await this.#host.api.text(version.number);
    return text.ok ? { ok: true, text: text.value, sha256: version.sha256 } : text;
  }

  async #meanwhile(list: ConfigVersionList, current: ConfigVersion | null, runs: string): Promise<Meanwhile | null> {
    const seen = this.#seen;
    if (seen === undefined || current === null || seen.number >= current.number) return null;
    const base = list.versions.find(({ number }) => number === seen.number);
    // A version of another server, or of another data directory.
    if (base !== undefined && base.sha256 !== seen.sha256) return null;
    const versions = list.versions.filter(({ number, result }) => number > seen.number && result === "loaded");
    const before = base === undefined ? undefined : await this.#host.api.text(seen.number);
    const diff = before?.ok === true ? compareLines(normalizeText(before.value), normalizeText(runs)) : null;
    return { since: seen.number, versions, diff };
  }

  async #keepBase(version: number | undefined): Promise<void> {
    if (version === undefined) return;
    const list = await this.#host.api.list();
    const now = list.ok ? list.value.versions.find(({ number }) => number === version) : undefined;
    if (now !== undefined) this.#host.setBase({ number: now.number, sha256: now.sha256 });
  }
}

export const currentOf = ({ current, versions }: ConfigVersionList): ConfigVersion | null =>
  versions.find(({ number }) => number === current) ?? null;
