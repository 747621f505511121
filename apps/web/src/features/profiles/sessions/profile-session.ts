/**
 * The profiles that are open in the page, and which of them is drawn. It is loaded with the first visit of that area,
 * needs no server, and outlives a visit of another. What is shown and what it is compared with are lists of opened
 * profiles, files and recorded requests alike. A source is fetched and opened when it is shown.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { ChosenFile } from "../../../core/model/chosen-file.ts";
import type { Result } from "../../../core/text/result.ts";
import { type KindOf, Requester, type StartKinds } from "../../../core/workers/requests.ts";
import type { ProfileAbout } from "../reading/about.ts";
import { PROFILE_LIMITS } from "../reading/limits.ts";
import { hasType, type Label, type SampleType } from "../reading/profile.ts";
import type { BuiltTree, ProfileKinds } from "./profile-protocol.ts";

export type { BuiltTree } from "./profile-protocol.ts";

/** An open profile: from a file, or recorded by a receiver. */
export interface OpenProfile {
  readonly id: string;
  readonly name: string;
  readonly source: "file" | "request";
  /** Undefined while it is read, and if that fails. */
  readonly about: ProfileAbout | undefined;
  readonly problem: string | undefined;
}

/** What is drawn as one: a profile, or several combined ones. */
export interface Chosen {
  readonly title: string;
  readonly ids: readonly string[];
}

/** A profile that is opened when it is shown. */
export interface ProfileSource {
  readonly id: string;
  readonly name: string;
  fetch(): Promise<Result<Blob>>;
}

export interface ProfilesState {
  /** In the order of opening. */
  readonly opened: readonly OpenProfile[];
  readonly shown: Chosen | null;
  /** What the shown one is compared with; if it is the shown one itself, the comparison waits for another. */
  readonly before: Chosen | null;
  /** Whether `before` stays when another request is opened, since the user held it. */
  readonly held: boolean;
  /** The source of the shown profile, even if it could not be shown. */
  readonly subject: OpenProfile["source"];
  readonly type: SampleType | null;
  readonly label: Label | null;
  /** Only stacks through a function with this text in its name. */
  readonly through: string;
  /** Profiles are fetched and read before they are drawn. */
  readonly opening: boolean;
  readonly building: boolean;
  readonly built: BuiltTree | null;
  readonly problem: string | null;
  /** Which of the chosen ones could not be drawn with the rest. */
  readonly note: string | null;
}

const NOTHING = { built: null, problem: null, note: null, building: false } as const;
/** Profiles fetched at a time. */
const LANES = 4;

export const sameChoice = (a: Chosen | null, b: Chosen | null): boolean =>
  a === b || (a !== null && b !== null && a.ids.length === b.ids.length && a.ids.every((id) => b.ids.includes(id)));

export const filesOf = ({ opened }: Pick<ProfilesState, "opened">): readonly OpenProfile[] =>
  opened.filter(({ source }) => source === "file");

export class ProfileSession {
  readonly store: StoreApi<ProfilesState> = createStore(() => ({
    opened: [],
    shown: null,
    before: null,
    held: false,
    subject: "file",
    type: null,
    label: null,
    through: "",
    opening: false,
    ...NOTHING,
  }));
  readonly #requester: Requester<ProfileKinds>;
  #lastId = 0;
  #builds = 0;
  #shows = 0;

  constructor(start: StartKinds<ProfileKinds>) {
    this.#requester = new Requester(start);
  }

  /** Opens files in turn and shows the first that can be drawn. Returns a message if the result is not obvious. */
  async open(files: readonly ChosenFile[]): Promise<OpenedFiles | undefined> {
    const room = PROFILE_LIMITS.open - filesOf(this.#state).length;
    const taken = files.slice(0, Math.max(0, room));
    const added = taken.map((file) => ({ file, id: `profile-${++this.#lastId}` }));
    this.#add(added.map(({ file, id }) => ({ id, name: file.name, source: "file" })));
    if (added.length > 0) this.#leaveRequests();
    const drawable: string[] = [];
    for (const { file, id } of added) {
      await this.#read(id, file);
      const about = this.#find(id)?.about;
      if (about?.facts === undefined) continue;
      if (drawable.push(file.name) === 1) this.show(id);
    }
    if (taken.length < files.length)
      return {
        tone: "error",
        message: `At most ${PROFILE_LIMITS.open} profiles can be open: close some before opening more.`,
      };
    return files.length < 2 ? undefined : { tone: "info", message: describeOpened(files.length, drawable) };
  }

  close(id: string): void {
    const { shown, before, opened } = this.#state;
    this.#requester.ask("close", id, () => {});
    const isBefore = before?.ids.includes(id) === true;
    this.#set({ opened: opened.filter((one) => one.id !== id), before: isBefore ? null : before });
    if (shown === null) return;
    const left = shown.ids.filter((one) => one !== id);
    if (left.length === shown.ids.length) {
      if (isBefore) void this.#build();
      return;
    }
    if (left.length > 0) {
      this.#set({ shown: this.#choose(left) });
      void this.#build();
      return;
    }
    const other = filesOf(this.#state).findLast(({ about }) => about?.facts !== undefined);
    if (other !== undefined) this.show(other.id);
    else this.#set({ ...NOTHING, shown: null, type: null, label: null, through: "", before: null });
  }

  /** Draws this file alone. */
  show(id: string): void {
    const chosen = this.#choose([id]);
    const before = sameChoice(this.#state.before, chosen) ? null : this.#state.before;
    this.#shows++;
    this.#set({ shown: chosen, before, subject: "file", label: null, through: "", opening: false, note: null });
    this.#forget();
    void this.#build();
  }

  /**
   * Draws these together, as far as possible; those that are not open are fetched first. The first decides which others
   * match. A later request wins.
   */
  async showSources(title: string, sources: readonly ProfileSource[]): Promise<void> {
    this.#set({ subject: "request", label: null, through: "" });
    const opened = await this.#openSources(sources);
    if (opened === undefined) return;
    const { fitting, missed } = opened;
    const ids = (fitting.length > 0 ? fitting : missed.slice(0, 1)).map(({ id }) => id);
    const isPart = fitting.length > 0 && missed.length > 0;
    this.#set({ shown: { title, ids }, note: isPart ? describeMissed(missed, sources.length) : null });
    this.#forget();
    if (fitting.length > 0) void this.#build();
    else this.#showNoTree();
  }

  /** Compares the shown one with these. */
  async compareWithSources(title: string, sources: readonly ProfileSource[]): Promise<void> {
    const opened = await this.#openSources(sources);
    if (opened === undefined) return;
    const { fitting, missed } = opened;
    const note = missed.length === 0 ? null : describeMissed(missed, sources.length);
    if (fitting.length > 0) this.#set({ before: { title, ids: fitting.map(({ id }) => id) }, held: false });
    this.#set({ note });
    this.#forget();
    void this.#build();
  }

  /** Shows a request without anything to draw. */
  showNothing(title: string): void {
    this.#shows++;
    this.#set({ subject: "request", opening: false, shown: { title, ids: [] }, note: null });
    this.#forget();
    this.#showNoTree();
  }

  /** Adds a file to the combined ones, or removes it; the last one stays. */
  merge(id: string): void {
    const { shown, before } = this.#state;
    const ids = shown?.ids ?? [];
    const next = ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];
    if (next.length === 0) return;
    const chosen = this.#choose(next);
    this.#set({ shown: chosen, before: before?.ids.includes(id) === true ? null : before });
    void this.#build();
  }

  /** Compares the shown one with an earlier file. */
  compareWith(id: string): void {
    const { shown } = this.#state;
    const left = shown?.ids.filter((one) => one !== id) ?? [];
    if (left.length === 0) return;
    this.#set({
      before: this.#choose([id]),
      held: true,
      shown: left.length === shown?.ids.length ? shown : this.#choose(left),
    });
    this.#forget();
    void this.#build();
  }

  stopComparing(): void {
    this.#set({ before: null });
    this.#forget();
    void this.#build();
  }

  /** Holds the shown one: whatever is shown next is compared with it. */
  holdAsBefore(): void {
    const { shown, built } = this.#state;
    if (shown === null || built === null) return;
    this.#set({ before: shown, held: true });
    this.#forget();
    void this.#build();
  }

  /** Another request is opened: ends a comparison that was only for the previous one. */
  leaveComparison(): void {
    if (!this.#state.held) this.#set({ before: null });
  }

  setType(type: SampleType): void {
    this.#set({ type });
    void this.#build();
  }

  setLabel(label: Label | null): void {
    this.#set({ label });
    void this.#build();
  }

  setThrough(through: string): void {
    this.#set({ through });
    void this.#build();
  }

  /** Ends the worker and everything in it. */
  end(): void {
    this.#requester.end();
  }

  get #state(): ProfilesState {
    return this.store.getState();
  }

  #find(id: string): OpenProfile | undefined {
    return this.#state.opened.find((one) => one.id === id);
  }

  #set(state: Partial<ProfilesState>): void {
    this.store.setState(state);
  }

  #add(rows: readonly Pick<OpenProfile, "id" | "name" | "source">[]): void {
    const added = rows.map((row) => ({ ...row, about: undefined, problem: undefined }));
    this.#set({ opened: [...this.#state.opened, ...added] });
  }

  #change(id: string, change: Partial<OpenProfile>): void {
    this.#set({ opened: this.#state.opened.map((one) => (one.id === id ? { ...one, ...change } : one)) });
  }

  async #read(id: string, file: Blob): Promise<void> {
    const result = await this.#ask("open", { id, file });
    // Skip what was closed meanwhile.
    if (this.#find(id) === undefined) return this.#requester.ask("close", id, () => {});
    this.#change(id, result.ok ? { about: result.value, problem: undefined } : { problem: result.message });
  }

  /** Undefined: overtaken by a later request. */
  async #openSources(sources: readonly ProfileSource[]): Promise<OpenedSources | undefined> {
    const nth = ++this.#shows;
    this.#set({ opening: true });
    const missing = sources.filter(({ id }) => this.#find(id)?.about === undefined);
    this.#set({ opened: this.#state.opened.filter(({ id }) => !missing.some((source) => source.id === id)) });
    this.#add(missing.map(({ id, name }) => ({ id, name, source: "request" })));
    const left = missing.values();
    const lane = async () => {
      for (const { id, fetch } of left) {
        const fetched = await fetch();
        if (nth !== this.#shows) return;
        if (fetched.ok) await this.#read(id, fetched.value);
        else this.#change(id, { problem: fetched.message });
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    if (nth !== this.#shows) return undefined;
    this.#set({ opening: false });
    const opened = sources.flatMap(({ id }) => this.#find(id) ?? []);
    const types = opened.find(({ about }) => about?.facts !== undefined)?.about?.facts?.types ?? [];
    const fits = ({ about }: OpenProfile) => about?.facts?.types.some((type) => hasType(types, type)) === true;
    return { fitting: opened.filter(fits), missed: opened.filter((one) => !fits(one)) };
  }

  /** A choice of files, with its title. */
  #choose(ids: readonly string[]): Chosen {
    const title = ids.length === 1 ? (this.#find(ids[0]!)?.name ?? "") : `${ids.length} combined profiles`;
    return { title, ids };
  }

  /** Before a file is opened: removes the drawn requests, and does not compare them with the file. */
  #leaveRequests(): void {
    if (this.#state.subject === "file") return;
    this.#shows++;
    this.#set({ ...NOTHING, subject: "file", shown: null, opening: false });
    this.#forget();
  }

  /** Removes recorded profiles that are neither shown nor compared with from memory: the server still has them. */
  #forget(): void {
    const { shown, before, opened } = this.#state;
    const used = new Set([...(shown?.ids ?? []), ...(before?.ids ?? [])]);
    const unused = opened.filter(({ id, source }) => source === "request" && !used.has(id));
    if (unused.length === 0) return;
    this.#set({ opened: opened.filter((one) => !unused.includes(one)) });
    for (const { id, about } of unused) if (about !== undefined) this.#requester.ask("close", id, () => {});
  }

  #showNoTree(): void {
    this.#builds++;
    this.#set({ built: null, problem: null, building: false });
  }

  /** The last tree stays until the new one arrives; of several requests only the last is shown. */
  async #build(): Promise<void> {
    const nth = ++this.#builds;
    const { shown, before, type, label, through } = this.#state;
    if (shown === null || shown.ids.length === 0) return;
    this.#set({ building: true });
    const other = before === null || sameChoice(before, shown) ? [] : before.ids;
    const result = await this.#ask("build", { ids: shown.ids, before: other, type, label, through });
    if (nth !== this.#builds || this.#state.shown === null) return;
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

interface OpenedSources {
  /** The ones that can be drawn together. */
  readonly fitting: readonly OpenProfile[];
  readonly missed: readonly OpenProfile[];
}

/** The result of opening several files at once. */
export interface OpenedFiles {
  readonly tone: "error" | "info";
  readonly message: string;
}

function describeOpened(all: number, [first, ...others]: readonly string[]): string {
  if (first === undefined) return `None of ${all} files can be drawn: the list says why.`;
  const left = all - 1 - others.length;
  const undrawn = left === 0 ? "" : ` ${left} of ${all} cannot be drawn: the list says why.`;
  if (others.length === 0) return `${first} is shown.${undrawn}`;
  return `${first} is shown. Combine or compare the others with it in the list.${undrawn}`;
}

function describeMissed(missed: readonly OpenProfile[], all: number): string {
  const why = missed.find(({ problem }) => problem !== undefined)?.problem ?? "They have different sample types.";
  return `${missed.length} of ${all} could not be drawn with the others. ${why}`;
}
