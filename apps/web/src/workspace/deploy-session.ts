/**
 * A document on its way to the server: what runs there, how the document differs, what became of the version that it was
 * made from, and what the server said. Nothing is deployed over a version that was not shown.
 */
import { compareLines, type DiffLine } from "@sluice/engine";
import { createStore, type StoreApi } from "zustand/vanilla";
import { hideKnownSecrets } from "../domain/configs/hide-known-secrets.ts";
import type { PlacedMessage, Version, VersionList } from "../domain/configs/read-versions.ts";
import { normalizeText } from "../domain/document.ts";
import type { Result } from "../workers/profile-protocol.ts";
import type { ChangeAnswer, ChangeCause, ConfigsApi } from "./configs-api.ts";

/** The version that a document was made from. The sum tells it from that of another server. */
export interface DocumentBase {
  readonly number: number;
  readonly sha256: string;
}

export interface DeployHost {
  readonly api: Pick<ConfigsApi, "list" | "text" | "running" | "deploy">;
  /** The document, as it is deployed. */
  readonly name: string;
  readonly text: string;
  readonly base: DocumentBase | undefined;
  setBase(base: DocumentBase): void;
}

/** Versions that came after the one that the document was made from, or that was looked at. */
export interface Meanwhile {
  readonly since: number;
  /** The newest first; those that run or ran. */
  readonly versions: readonly Version[];
  /** What they changed together; null where the older one is not kept. */
  readonly diff: readonly DiffLine[] | null;
}

export interface DeployState {
  readonly phase: "loading" | "failed" | "ready" | "deploying";
  /** Why it failed, or what the server said last. */
  readonly message: string | null;
  readonly current: Version | null;
  /** Why the server keeps no versions. */
  readonly unkept: string | null;
  /** From what runs to the document, but for secrets that the server hides. */
  readonly diff: readonly DiffLine[];
  readonly meanwhile: Meanwhile | null;
  readonly refusal: readonly PlacedMessage[] | null;
}

export type Deployed = Extract<ChangeAnswer, { readonly kind: "runs" }> & { readonly before: Version | null };

export class DeploySession {
  readonly store: StoreApi<DeployState> = createStore(() => ({
    phase: "loading",
    message: null,
    current: null,
    unkept: null,
    diff: [],
    meanwhile: null,
    refusal: null,
  }));
  readonly #host: DeployHost;
  #seen: DocumentBase | undefined;

  constructor(host: DeployHost) {
    this.#host = host;
    this.#seen = host.base;
  }

  /** Looks at what runs. What came since the document's version, or since the last look, is shown by itself. */
  async load(message: string | null = null): Promise<void> {
    const { api, text } = this.#host;
    this.store.setState({ phase: "loading" });
    const list = await api.list();
    if (!list.ok) return this.store.setState({ phase: "failed", message: list.message });
    const current = currentOf(list.value);
    const runs = await this.#textOf(current);
    if (!runs.ok) return this.store.setState({ phase: "failed", message: runs.message });
    const meanwhile = await this.#meanwhile(list.value, current, runs.value);
    if (current !== null) this.#seen = current;
    const shown = normalizeText(runs.value);
    this.store.setState({
      phase: "ready",
      message,
      current,
      unkept: current === null ? (list.value.problem ?? "the server says no reason") : null,
      diff: compareLines(shown, hideKnownSecrets(normalizeText(text), shown)),
      meanwhile: meanwhile ?? this.store.getState().meanwhile,
      refusal: null,
    });
  }

  /** Deploys over the version that was shown. Undefined: it does not run, and the state says why. */
  async deploy(cause: Omit<ChangeCause, "base">): Promise<Deployed | undefined> {
    const { api, name, text } = this.#host;
    const { current, phase } = this.store.getState();
    if (phase !== "ready") return undefined;
    this.store.setState({ phase: "deploying", refusal: null, message: null });
    const answer = await api.deploy(name, text, { ...cause, ...(current !== null && { base: current.number }) });
    switch (answer.kind) {
      case "runs": {
        await this.#keepBase(answer.version);
        return { ...answer, before: current };
      }
      case "conflict":
        await this.load();
        return undefined;
      case "refused":
        this.store.setState({ phase: "ready", message: answer.message, refusal: answer.diagnostics });
        return undefined;
      case "failed":
        this.store.setState({ phase: "ready", message: answer.message });
        return undefined;
    }
  }

  async #textOf(version: Version | null): Promise<Result<string>> {
    if (version !== null) return this.#host.api.text(version.number);
    const running = await this.#host.api.running();
    return running.ok ? { ok: true, value: running.value.text } : running;
  }

  async #meanwhile(list: VersionList, current: Version | null, runs: string): Promise<Meanwhile | null> {
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

export const currentOf = ({ current, versions }: VersionList): Version | null =>
  versions.find(({ number }) => number === current) ?? null;
