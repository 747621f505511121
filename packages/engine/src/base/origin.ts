/**
 * Origins: the token of ownership. An entry carries one, which represents the input that it comes from, and whoever has the
 * entry has the token: stages, the queue between two components, a batch on its way to an endpoint. A merge unites tokens,
 * a split shares one, and forwarding an entry forwards its token. All of that takes constant time, however many input
 * entries a token represents.
 *
 * The token also reports the outcome: a pipeline's ledger counts the tokens inside of it, and a source (a file's position,
 * a log's checkpoint, a queue's offsets) learns the outcome when nobody carries its entry any more.
 */
/**
 * Outcome of an input entry, whose parts may have different ones: *returned* if any part was neither delivered nor given up
 * by a component that ended, else *failed* if any part could not be delivered, else *delivered* if any part was, else
 * *dropped*, as a stage or a component is configured to.
 */
export type Fate = "dropped" | "delivered" | "failed" | "returned";
/** From the weakest to the strongest: of several, the strongest counts. */
const FATES: readonly Fate[] = ["dropped", "delivered", "failed", "returned"];

/** Entries that are read in order, and after a restart again from the first one that was not settled. */
export interface Reading {
  /** How many it has given so far. */
  readonly given: number;
}

/** An entry's place among those that `reading` has given, from 0. */
export interface ReadAt {
  readonly reading: Reading;
  readonly place: number;
}

/** Where input entries come from: a batch whose entries have places. */
export interface OriginSource {
  /**
   * Nothing carries the entry at `offset` any more. Called once for each, but not for entries carried when the process ends.
   * One that is `returned` is not done with: it has to be given again, at the latest after a restart.
   */
  settled(offset: number, fate: Fate): void;
  /** It keeps each entry until it is settled, for as long as that takes: nobody has to give one up that may succeed later. */
  readonly keeps?: boolean | undefined;
  /** Where the entry at `offset`, which is still carried, is read again after a restart; absent or undefined: it is not. */
  readAt?(offset: number): ReadAt | undefined;
}

/** Where input entries are, counted in input entries; `emitted` counts the entries that left. */
export interface Balance {
  readonly in: number;
  /** Input entries with at least one part delivered and nothing left inside. */
  readonly out: number;
  /** Input entries with nothing delivered and nothing left inside. */
  readonly dropped: number;
  /** Input entries with something still inside, though a part may have left. */
  readonly held: number;
  readonly emitted: number;
}

/** Members of a merge. An origin occurs once for each of its carriers that came in. */
export interface Parts {
  readonly members: readonly Origin[];
  /** Members that were not `plain` when they came in; each is settled by itself. */
  readonly others: readonly Origin[];
  /** How many of the plain ones have a source; and whether any member has. */
  readonly plainWithSource: number;
  readonly sourced: boolean;
  /** Whether any member's source keeps it. */
  readonly keeps: boolean;
  /** Whether any member is followed. */
  readonly followed: boolean;
}

/** Whatever carries an origin, as entries do. */
interface Carrier {
  readonly origin: Origin;
}

/** Members of a merge that are settled at once; longer lists are settled in slices if the host can schedule them. */
const MAX_AT_ONCE = 4096;
/** Members that are settled between two pauses. */
const SLICE = 512;

export class Origin implements OriginSource {
  /** Counts up within the ledger that it is in; -1 before, and of a merge. */
  #id = -1;
  #ledger: Ledger | undefined;
  /** Entries and merges that carry it, wherever they are. */
  #carriers = 1;
  /** Those of them that are inside the pipeline of its ledger. */
  #inside = 0;
  #delivered = false;
  #fate = 0;
  readonly #source: OriginSource | undefined;
  readonly #offset: number;
  readonly #parts: Parts | undefined;
  #onSettled: ((origin: Origin) => void) | undefined;
  /** It is followed inside the pipeline: decided when it enters, and passed on to merges. */
  followed = false;

  /** One input entry: `source`, if there is one, learns the outcome of the entry at `offset`. */
  constructor(source?: OriginSource, offset = 0, parts?: Parts) {
    this.#source = source;
    this.#offset = offset;
    this.#parts = parts;
  }

  /** The token of an entry that was merged inside one pipeline. It takes over its members' carriers. */
  static unite(parts: Parts): Origin {
    const united = new Origin(undefined, 0, parts);
    united.#ledger = parts.members[0]!.#ledger;
    united.#inside = 1;
    united.followed = parts.followed;
    return united;
  }

  get id(): number {
    return this.#id;
  }

  /** Numbers of the input entries behind it, each once. */
  ids(): readonly number[] {
    if (this.#parts === undefined) return [this.#id];
    const ids = new Set<number>();
    const seen = new Set<Parts>();
    const open: Iterator<Origin>[] = [this.#parts.members.values()];
    while (open.length > 0) {
      const next = open.at(-1)!.next();
      if (next.done) open.pop();
      else if (next.value.#parts === undefined) ids.add(next.value.#id);
      else if (!seen.has(next.value.#parts)) {
        seen.add(next.value.#parts);
        open.push(next.value.#parts.members.values());
      }
    }
    return [...ids];
  }

  /** Places of the input entries behind it, as their sources count them, each once; through all pipelines that they came. */
  inputs(): readonly number[] {
    const found = new Set<number>();
    const seen = new Set<Origin>();
    const open: Origin[] = [this];
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      if (seen.has(one)) continue;
      seen.add(one);
      if (one.#parts !== undefined) open.push(...one.#parts.members);
      else if (one.#source instanceof Origin) open.push(one.#source);
      else if (one.#source !== undefined) found.add(one.#offset);
    }
    return [...found];
  }

  /**
   * Where the input entries behind it are read again after a restart. Undefined where one of them is not, or where a part of
   * one went elsewhere and would be read twice.
   */
  readAgainAt(): readonly ReadAt[] | undefined {
    const found: ReadAt[] = [];
    const open: Origin[] = [this];
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      if (one.#carriers !== 1 || one.#delivered || one.#fate > 0) return undefined;
      if (one.#parts !== undefined) {
        for (const member of one.#parts.members) open.push(member);
        continue;
      }
      const source = one.#source;
      const at = source instanceof Origin ? undefined : source?.readAt?.(one.#offset);
      if (at === undefined) return undefined;
      found.push(at);
    }
    return found;
  }

  /** Somebody waits for its outcome. */
  get sourced(): boolean {
    return this.#parts === undefined ? this.#source !== undefined : this.#parts.sourced;
  }

  /** Its source keeps it until it is settled. */
  get keeps(): boolean {
    return this.#parts === undefined ? this.#source?.keeps === true : this.#parts.keeps;
  }

  /** Nothing carries it inside its pipeline. */
  get left(): boolean {
    return this.#inside === 0;
  }

  /** One input entry, carried once, with nothing delivered: nobody can ask for it by itself once it is in a merge. */
  get plain(): boolean {
    return this.#inside === 1 && this.#parts === undefined && !this.#delivered && this.#onSettled === undefined;
  }

  /** One input entry that one entry carries, outside of any pipeline. */
  get alone(): boolean {
    return this.#carriers === 1 && this.#inside === 0 && this.#parts === undefined;
  }

  /** One more entry carries it: each component that receives an entry has a carrier of its own. */
  share(): void {
    this.#carriers++;
  }

  /** One more entry inside the pipeline carries it. */
  split(): void {
    this.#carriers++;
    this.#inside++;
  }

  /** An entry that carried it is done with. When it was the last one, its source learns it. */
  release(fate: Fate): void {
    if (this.#carriers === 0) throw new Error(`${this.#name} was released more often than it was carried`);
    const rank = FATES.indexOf(fate);
    if (rank > this.#fate) this.#fate = rank;
    if (--this.#carriers > 0) return;
    const told = FATES[this.#fate]!;
    if (this.#parts === undefined) {
      this.#source?.settled(this.#offset, told);
      return;
    }
    const { members } = this.#parts;
    const work = releaseAll(members, told);
    const later = this.#ledger?.later;
    if (later !== undefined && members.length > MAX_AT_ONCE) later(work);
    else while (!work.next().done);
  }

  /** It is the source of the origin that another pipeline gave to an entry which carries this one. */
  settled(_offset: number, fate: Fate): void {
    this.release(fate);
  }

  /** @internal It is counted by `ledger` as its input entry `id`. */
  enter(id: number, ledger: Ledger, onSettled: ((origin: Origin) => void) | undefined): void {
    this.#id = id;
    this.#ledger = ledger;
    this.#inside = 1;
    this.#delivered = false;
    this.#onSettled = onSettled;
    this.followed = false;
  }

  /** @internal An entry that carried it left the pipeline. An entry that is released twice is a bug of its stage. */
  leave(delivered: boolean): void {
    if (this.#inside === 0) throw new Error(`${this.#name} was released more often than it was carried`);
    if (delivered) this.#delivered = true;
    if (--this.#inside > 0) return;
    const ledger = this.#ledger!;
    if (this.#parts !== undefined) {
      const { members, others, plainWithSource } = this.#parts;
      ledger.settle(members.length - others.length, plainWithSource, this.#delivered);
      for (let i = 0; i < others.length; i++) others[i]!.leave(this.#delivered);
      return;
    }
    ledger.settle(1, this.#source === undefined ? 0 : 1, this.#delivered);
    if (this.#onSettled === undefined) return;
    try {
      this.#onSettled(this);
    } catch (error) {
      ledger.onError(error);
    }
  }

  get #name(): string {
    return this.#parts === undefined ? `origin ${this.#id}` : "a merge of origins";
  }
}

/** Releases each, even if the source of one throws. */
function* releaseAll(origins: readonly Origin[], fate: Fate): Generator<void, void> {
  let failure: { readonly error: unknown } | undefined;
  for (let i = 0; i < origins.length; i++) {
    try {
      origins[i]!.release(fate);
    } catch (error) {
      failure ??= { error };
    }
    if (i % SLICE === SLICE - 1) yield;
  }
  if (failure !== undefined) throw failure.error;
}

/** What a pipeline knows of the origins inside of it. The balance in = out + dropped + held holds at every moment. */
export class Ledger {
  /** @internal */ readonly onError: (error: unknown) => void;
  /** @internal */ readonly later: ((work: Generator<void, void>) => void) | undefined;
  readonly #firstId: number;
  #in = 0;
  #out = 0;
  #dropped = 0;
  #emitted = 0;
  #sourced = 0;

  /**
   * `onError` receives what callbacks of an origin throw, so that the other origins are still settled. `later` schedules
   * long work; without it everything is done at once. `firstId`: the number of the first origin.
   */
  constructor(
    onError: (error: unknown) => void = (error) => {
      throw error;
    },
    later?: (work: Generator<void, void>) => void,
    firstId = 0,
  ) {
    this.onError = onError;
    this.later = later;
    this.#firstId = firstId;
  }

  /**
   * The origin of an entry that comes in. The origin that it `carried` until then is kept if no other entry
   * carries it, else it becomes the source of a new one. `onSettled` is called once, when nothing inside carries it any more.
   */
  admit(onSettled?: (origin: Origin) => void, carried?: Origin): Origin {
    const origin = carried?.alone ? carried : new Origin(carried);
    origin.enter(this.#firstId + this.#in++, this, onSettled);
    if (origin.sourced) this.#sourced++;
    return origin;
  }

  /** An entry left the pipeline; whoever has it now has its origin to release. */
  delivered({ origin }: Carrier): void {
    this.#emitted++;
    origin.leave(true);
  }

  /** An entry was dropped, or, where it `failed`, could not be handed on. */
  dropped({ origin }: Carrier, fate: "dropped" | "failed" = "dropped"): void {
    origin.leave(false);
    try {
      origin.release(fate);
    } catch (error) {
      this.onError(error);
    }
  }

  /** @internal */
  settle(count: number, sourced: number, delivered: boolean): void {
    if (delivered) this.#out += count;
    else this.#dropped += count;
    this.#sourced -= sourced;
  }

  /** How many of the entries that are held have a source that waits for them. */
  get heldWithSource(): number {
    return this.#sourced;
  }

  balance(): Balance {
    const held = this.#in - this.#out - this.#dropped;
    return { in: this.#in, out: this.#out, dropped: this.#dropped, held, emitted: this.#emitted };
  }
}
