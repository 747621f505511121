/**
 * Where a component listens, across changes of its arguments; listening components share this. An open address can be
 * served differently while it stays open, and `reserve` opens another address before anything of a new configuration
 * counts.
 */
import { type Nanos, SECOND } from "@sluice/engine";
import type { ComponentContext } from "../../core/component.ts";
import type { Reserved } from "../../core/component-record.ts";
import type { Handler } from "../../http/answers.ts";
import { type Listener, type ListenResult, listen, type Serving, whyNotServed } from "../../http/listen.ts";
import { timeLimit } from "../../platform/scheduler.ts";

/** What is replaced has this long for the requests that it is answering, unless its arguments say. */
const GRACE: Nanos = 30n * SECOND;

/** Nobody reads it: what would is gone. */
const ENDED = "the component has ended";

/** Empty is every address of the machine; port 0 takes a free one. */
export interface Place {
  readonly host: string;
  readonly port: number;
}

interface Opened extends Place {
  readonly listener: Listener;
}

/** An address that is open and answers nothing yet: requests wait for `open`. */
interface Waiting extends Opened {
  open(): void;
}

export class ServedAddress {
  readonly #context: ComponentContext;
  readonly #count: ((change: 1 | -1) => void) | undefined;
  /** For requests under way when listening ends, here or with what serves them. */
  grace: Nanos = GRACE;
  #opened: Opened | undefined;
  #reserved: Waiting | undefined;
  /** Nothing listens from here on: what was being opened is closed at once. */
  #closed = false;
  /** Those that were replaced and are not done. */
  readonly #ending = new Set<Promise<void>>();
  #endNow = () => {};
  readonly #ended = new Promise<void>((resolve) => {
    this.#endNow = resolve;
  });

  /** `count` hears of each connection that begins and ends to be served. */
  constructor(context: ComponentContext, count?: (change: 1 | -1) => void) {
    this.#context = context;
    this.#count = count;
  }

  get listener(): Listener | undefined {
    return this.#opened?.listener;
  }

  /**
   * Opens the address unless it is open. Where it is one that another component, which is about to end, still has, that
   * is `late`: it cannot be had before.
   */
  async reserve(place: Place, serving: Serving, isEnding: (owner: string) => boolean): Promise<Reserved> {
    const nothing = async () => {};
    if (this.#opened !== undefined && samePlace(this.#opened, place)) {
      const message = await whyNotServed(serving);
      return message === undefined ? { ok: true, release: nothing } : { ok: false, message };
    }
    const owner = place.port === 0 ? undefined : this.#context.addresses.ownerOf(place.host, place.port);
    if (owner !== undefined && (owner === this.#context.id || isEnding(owner)))
      return { ok: true, late: true, release: nothing };
    let open = () => {};
    let isOpen = false;
    const opening = new Promise<void>((resolve) => {
      open = () => {
        isOpen = true;
        resolve();
      };
    });
    const handler: Handler = (request, response) =>
      isOpen ? serving.handler(request, response) : opening.then(() => serving.handler(request, response));
    const result = await this.#listen(place, { ...serving, handler });
    if (!result.ok) return result;
    if (this.#closed) {
      await result.listener.close(Promise.resolve());
      return { ok: false, message: ENDED };
    }
    const reserved = { ...place, listener: result.listener, open };
    this.#reserved = reserved;
    const release = async () => {
      if (this.#reserved !== reserved) return;
      this.#reserved = undefined;
      await reserved.listener.close(Promise.resolve());
    };
    return { ok: true, release };
  }

  /** From now on, that is what is served, and where. Gives why it cannot be; then what was served stays. */
  async serve(place: Place, serving: Serving): Promise<string | undefined> {
    if (this.#closed) return ENDED;
    const old = this.#opened;
    const reserved = this.#reserved;
    if (reserved !== undefined && samePlace(reserved, place)) {
      this.#reserved = undefined;
      reserved.open();
      this.#opened = reserved;
    } else if (old !== undefined && samePlace(old, place)) {
      const replaced = old.listener.replace(serving);
      if (!replaced.ok) return replaced.message;
      this.#end(replaced.end);
      return undefined;
    } else {
      // Of the same port another address cannot be opened beside it.
      const inTheWay =
        old !== undefined && this.#context.addresses.ownerOf(place.host, place.port) === this.#context.id;
      if (inTheWay) {
        this.#opened = undefined;
        this.#end((deadline) => old.listener.close(deadline));
      }
      const result = await this.#listen(place, serving);
      if (!result.ok) return result.message;
      if (this.#closed) {
        await result.listener.close(Promise.resolve());
        return ENDED;
      }
      this.#opened = { ...place, listener: result.listener };
      if (inTheWay) return undefined;
    }
    if (old !== undefined) this.#end((deadline) => old.listener.close(deadline));
    return undefined;
  }

  #listen({ host, port }: Place, serving: Serving): Promise<ListenResult> {
    const entry = { book: this.#context.addresses, owner: this.#context.id };
    return listen({ host, port, ...serving, count: this.#count, entry });
  }

  /** Ends what was replaced, with some grace, while the new one serves. */
  #end(end: (deadline: Promise<void>) => Promise<void>): void {
    const grace = timeLimit(this.#context.scheduler, this.grace);
    const ending = this.#context.faults
      .settle("closing what was replaced", () => end(Promise.race([grace.over, this.#ended])), undefined)
      .finally(() => {
        grace.cancel();
        this.#ending.delete(ending);
      });
    this.#ending.add(ending);
  }

  /** Lets answers that are being made finish until the deadline, or until their own time is over. */
  async close(deadline: Promise<void>): Promise<void> {
    this.#closed = true;
    void deadline.then(this.#endNow);
    const grace = timeLimit(this.#context.scheduler, this.grace);
    await Promise.all([
      this.#opened?.listener.close(Promise.race([deadline, grace.over])),
      this.#reserved?.listener.close(Promise.resolve()),
      ...this.#ending,
    ]);
    grace.cancel();
  }
}

const samePlace = (a: Place, b: Place): boolean => a.host === b.host && a.port === b.port;
