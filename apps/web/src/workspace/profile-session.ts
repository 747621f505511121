/**
 * The profiles that are open in the page, and which of them is drawn. It comes with the first visit of that area, and
 * outlives a visit of another.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { ChosenFile } from "../domain/chosen-file.ts";
import type { ProfileAbout } from "../domain/profiles/about.ts";
import { PROFILE_LIMITS } from "../domain/profiles/limits.ts";
import type { Label, SampleType } from "../domain/profiles/profile.ts";
import type { BuiltTree, ProfileKinds, Result } from "../workers/profile-protocol.ts";
import { type KindOf, Requester, type StartKinds } from "../workers/requests.ts";

export type { BuiltTree } from "../workers/profile-protocol.ts";

export interface OpenFile {
  readonly id: string;
  readonly name: string;
  /** Undefined while it is read, and where it cannot be. */
  readonly about: ProfileAbout | undefined;
  readonly problem: string | undefined;
}

export interface ProfilesState {
  /** What was opened last is last. */
  readonly files: readonly OpenFile[];
  /** Drawn; several are merged. */
  readonly shown: readonly string[];
  readonly before: string | null;
  readonly type: SampleType | null;
  readonly label: Label | null;
  /** Only stacks through a function of such a name. */
  readonly through: string;
  readonly building: boolean;
  readonly built: BuiltTree | null;
  readonly problem: string | null;
}

const NOTHING = { built: null, problem: null, building: false } as const;

export class ProfileSession {
  readonly store: StoreApi<ProfilesState> = createStore(() => ({
    files: [],
    shown: [],
    before: null,
    type: null,
    label: null,
    through: "",
    ...NOTHING,
  }));
  readonly #requester: Requester<ProfileKinds>;
  #lastId = 0;
  #builds = 0;

  constructor(start: StartKinds<ProfileKinds>) {
    this.#requester = new Requester(start);
  }

  /** Opens files one after the other; the first that can be drawn is shown. Returns what could not be taken, in words. */
  async open(files: readonly ChosenFile[]): Promise<string | undefined> {
    const room = PROFILE_LIMITS.open - this.#state.files.length;
    const taken = files.slice(0, Math.max(0, room));
    const added = taken.map((file) => ({ file, id: `profile-${++this.#lastId}` }));
    const rows = added.map(({ file, id }) => ({ id, name: file.name, about: undefined, problem: undefined }));
    this.#set({ files: [...this.#state.files, ...rows] });
    let first = true;
    for (const { file, id } of added) {
      const result = await this.#ask("open", { id, file });
      const about = result.ok ? result.value : undefined;
      this.#change(id, { about, problem: result.ok ? undefined : result.message });
      if (about?.facts === undefined || !this.#isOpen(id)) continue;
      if (first) this.show(id);
      first = false;
    }
    if (taken.length === files.length) return undefined;
    return `${PROFILE_LIMITS.open} profiles are open, which is all that fit: close some before opening more.`;
  }

  close(id: string): void {
    const { files, shown, before } = this.#state;
    this.#requester.ask("close", id, () => {});
    const left = shown.filter((one) => one !== id);
    const next = files.filter((file) => file.id !== id);
    this.#set({ files: next, before: before === id ? null : before, shown: left });
    if (left.length > 0) {
      if (left.length !== shown.length || before === id) this.#build();
      return;
    }
    const other = next.findLast(({ about }) => about?.facts !== undefined);
    if (other !== undefined) this.show(other.id);
    else this.#set({ ...NOTHING, type: null, label: null, through: "", before: null });
  }

  /** Draws this one alone. */
  show(id: string): void {
    const before = this.#state.before === id ? null : this.#state.before;
    this.#set({ shown: [id], before, label: null, through: "" });
    this.#build();
  }

  /** Adds a profile to those that are merged, or takes it out; the last one stays. */
  merge(id: string): void {
    const { shown, before } = this.#state;
    const next = shown.includes(id) ? shown.filter((one) => one !== id) : [...shown, id];
    if (next.length === 0) return;
    this.#set({ shown: next, before: before === id ? null : before });
    this.#build();
  }

  /** Compares what is shown with an earlier profile; null: with none. */
  compareWith(before: string | null): void {
    const shown = this.#state.shown.filter((one) => one !== before);
    if (shown.length === 0) return;
    this.#set({ before, shown });
    this.#build();
  }

  setType(type: SampleType): void {
    this.#set({ type });
    this.#build();
  }

  setLabel(label: Label | null): void {
    this.#set({ label });
    this.#build();
  }

  setThrough(through: string): void {
    this.#set({ through });
    this.#build();
  }

  /** Ends the worker with all that it holds. */
  end(): void {
    this.#requester.end();
  }

  get #state(): ProfilesState {
    return this.store.getState();
  }

  #isOpen(id: string): boolean {
    return this.#state.files.some((file) => file.id === id);
  }

  #set(state: Partial<ProfilesState>): void {
    this.store.setState(state);
  }

  #change(id: string, change: Partial<OpenFile>): void {
    this.#set({ files: this.#state.files.map((file) => (file.id === id ? { ...file, ...change } : file)) });
  }

  /** The last tree stays until the new one is there; of several that are asked for only the last is shown. */
  async #build(): Promise<void> {
    const nth = ++this.#builds;
    const { shown, before, type, label, through } = this.#state;
    this.#set({ building: true });
    const result = await this.#ask("build", { ids: shown, before, type, label, through });
    if (nth !== this.#builds || this.#state.shown.length === 0) return;
    if (result.ok) this.#set({ building: false, built: result.value, problem: null });
    else this.#set({ building: false, built: null, problem: result.message });
  }

  #ask<N extends KindOf<Pick<ProfileKinds, "open" | "build">>>(
    kind: N,
    ask: ProfileKinds[N]["ask"],
  ): Promise<ProfileKinds[N]["answer"]> {
    return new Promise((resolve) =>
      this.#requester.ask(kind, ask, (answered) => {
        if (answered.ok) resolve(answered.answer);
        else resolve({ ok: false, message: `The profile could not be opened: ${answered.message}` } as Result<never>);
      }),
    );
  }
}
