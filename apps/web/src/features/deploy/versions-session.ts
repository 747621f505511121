/** The versions of the server's configuration: the list, the selected one compared with another, and rolling back. */

import { compareLines, type DiffLine } from "@sluice/engine";
import type { ConfigVersionList, Foreseen } from "@sluice/protocol";
import { createStore, type StoreApi } from "zustand/vanilla";
import { normalizeText } from "../../core/model/document.ts";
import type { ChangeAnswer, ConfigsApi } from "./configs-api.ts";

export interface VersionsState {
  readonly phase: "loading" | "failed" | "ready";
  readonly message: string | null;
  readonly list: ConfigVersionList | null;
  /** The selected version. */
  readonly chosen: number | null;
  /** The version that it is compared with; null: none. */
  readonly against: number | null;
  /** From `against` to `chosen`; null until loaded. */
  readonly diff: readonly DiffLine[] | null;
  /** The version to roll back to, once it is confirmed. */
  readonly asked: number | null;
  /** The server's check of that rollback; null until it answers. */
  readonly foreseen: Foreseen | null;
  readonly rollingBack: boolean;
}

export class VersionsSession {
  readonly store: StoreApi<VersionsState>;
  readonly #api: Pick<ConfigsApi, "list" | "text" | "checkVersion" | "rollback">;
  readonly #texts = new Map<number, string>();
  #compared = 0;

  constructor(api: Pick<ConfigsApi, "list" | "text" | "checkVersion" | "rollback">, asked: number | null) {
    this.#api = api;
    this.store = createStore(() => ({
      phase: "loading",
      message: null,
      list: null,
      chosen: null,
      against: null,
      diff: null,
      asked,
      foreseen: null,
      rollingBack: false,
    }));
  }

  async load(): Promise<void> {
    const list = await this.#api.list();
    if (!list.ok) return this.store.setState({ phase: "failed", message: list.message });
    const { asked, chosen } = this.store.getState();
    this.store.setState({ phase: "ready", message: null, list: list.value });
    const first = asked ?? chosen ?? list.value.current ?? list.value.versions[0]?.number;
    if (first === undefined) return;
    // A rollback shows the difference from what runs.
    const { current } = list.value;
    const compare = asked !== null && current !== undefined ? this.compare(asked, current) : this.choose(first);
    await Promise.all([compare, ...(asked === null ? [] : [this.#foresee(asked)])]);
  }

  async #foresee(asked: number): Promise<void> {
    this.store.setState({ foreseen: null });
    const foreseen = await this.#api.checkVersion(asked);
    if (this.store.getState().asked !== asked) return;
    if (!foreseen.ok) return this.store.setState({ message: foreseen.message });
    const [first] = foreseen.value.diagnostics;
    const why = foreseen.value.ok ? {} : { message: first?.message ?? "The server gives no reason." };
    this.store.setState({ foreseen: foreseen.value, ...why });
  }

  /** Selects a version, and shows what it changed. */
  async choose(number: number): Promise<void> {
    const version = this.store.getState().list?.versions.find((one) => one.number === number);
    await this.compare(number, version?.base ?? null);
  }

  async compare(chosen: number, against: number | null): Promise<void> {
    const nth = ++this.#compared;
    this.store.setState({ chosen, against, diff: null, message: null });
    const [after, before] = await Promise.all([this.#text(chosen), against === null ? "" : this.#text(against)]);
    if (nth !== this.#compared) return;
    if (after === undefined || before === undefined)
      return this.store.setState({ message: "The server no longer keeps one of them." });
    this.store.setState({ diff: compareLines(before, after) });
  }

  /** Offers to roll back; null: cancels that. */
  ask(asked: number | null): void {
    this.store.setState({ asked, message: null });
    const { list, chosen } = this.store.getState();
    if (asked !== null) void this.#foresee(asked);
    if (asked !== null && list?.current !== undefined) void this.compare(asked, list.current);
    else if (chosen !== null) void this.choose(chosen);
  }

  /** Rolls back to the requested version, over the version that was shown as running. */
  async rollback(user: string): Promise<ChangeAnswer | undefined> {
    const { asked, list, rollingBack, foreseen } = this.store.getState();
    if (asked === null || rollingBack || foreseen?.ok !== true) return undefined;
    this.store.setState({ rollingBack: true, message: null });
    const base = list?.current;
    const answer = await this.#api.rollback(asked, {
      ...(user !== "" && { user }),
      ...(base !== undefined && { base }),
    });
    this.store.setState({ rollingBack: false });
    if (answer.kind === "runs") this.store.setState({ asked: null, chosen: null });
    await this.load();
    if (answer.kind !== "runs") this.store.setState({ message: answer.message });
    return answer;
  }

  async #text(number: number): Promise<string | undefined> {
    const known = this.#texts.get(number);
    if (known !== undefined) return known;
    const read = await this.#api.text(number);
    if (!read.ok) return undefined;
    const text = normalizeText(read.value);
    this.#texts.set(number, text);
    return text;
  }
}
