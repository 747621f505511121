/**
 * Connections that are served at a time. Further ones are accepted and wait, without anything being read from them, until
 * there is a place: their clients see a slow server and not one that refuses them. Where as many wait as may, more are closed.
 *
 * Nobody keeps others out by saying nothing: while somebody waits, the oldest connection that has not asked anything gives
 * way, then the one that has asked nothing for longest: whoever serves says by a connection's `Place` whether something is asked
 * on it. One address has at most three quarters of the places, and those who wait are called in turn by address.
 */
import type { Socket } from "node:net";
import { clientKey } from "../client-address.ts";

export interface LineBounds {
  /** Connections that are served at a time; 0 is as many as come. */
  readonly served: number;
  /** Connections that may wait. */
  readonly waiting: number;
  /** How long a connection that has asked something is quiet before it gives way to others. Milliseconds. */
  readonly quiet?: number | undefined;
}

/** The place of a connection that is served. Whoever serves it says what it does. */
export interface Place {
  /** It has asked something, which is being answered. */
  busy(): void;
  /** Nothing is being answered; it has asked something before. */
  quiet(): void;
}

/** How long a connection has to ask something before it gives way to others, and to ask again. Milliseconds. */
const PATIENCE = 500;
/** Of the places, and of those in the line, that one address may have. */
const SHARE = 3 / 4;
/** Connections that have not asked anything where as many are served as come: of more, the oldest is closed. */
const MAX_UNASKED = 4096;

/** An address and its connections. */
interface Client {
  served: number;
  readonly waiting: Set<Socket>;
  readonly unasked: Quiet;
  readonly quiet: Quiet;
}

/** A connection that is served. */
interface Served {
  readonly socket: Socket;
  readonly client: Client;
  state: "unasked" | "busy" | "quiet";
  /** It has been in that state. */
  since: number;
}

/** Connections that could give way, the oldest first. */
type Quiet = Set<Served>;

export class WaitingLine {
  #bounds: LineBounds;
  #serve: (socket: Socket, place: Place) => void;
  readonly #count: (change: 1 | -1) => void;
  readonly #clients = new Map<string, Client>();
  /** Addresses of which a connection waits that may be served as soon as there is a place. */
  readonly #next = new Set<Client>();
  /** Those of which connections wait for others of the same address. */
  readonly #held = new Set<Client>();
  readonly #unasked: Quiet = new Set();
  /** Those that are quiet, here and of each address; empty where as many are served as come, since nobody waits then. */
  readonly #quiet: Quiet = new Set();
  #served = 0;
  #waiting = 0;
  readonly #places = new Map<Socket, Served>();
  /** Those that gave way and are not closed yet. */
  readonly #leaving = new Set<Socket>();
  #timer: NodeJS.Timeout | undefined;
  /** When it looks for connections that give way. */
  #dueAt = Number.POSITIVE_INFINITY;

  /** `count` hears of each connection that begins and ends to be served. */
  constructor(
    bounds: LineBounds,
    serve: (socket: Socket, place: Place) => void,
    count: (change: 1 | -1) => void = () => {},
  ) {
    this.#bounds = bounds;
    this.#serve = serve;
    this.#count = count;
  }

  get served(): number {
    return this.#served;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** From now on, `serve` serves, within other bounds. What is served or waits stays where it is. */
  change(bounds: LineBounds, serve: (socket: Socket, place: Place) => void): void {
    const knewQuiet = this.#bounds.served > 0;
    this.#bounds = bounds;
    this.#serve = serve;
    if (!knewQuiet && bounds.served > 0) {
      const quiet = [...this.#places.values()].filter(({ state }) => state === "quiet");
      for (const one of quiet.sort((a, b) => a.since - b.since)) this.#list(one);
    }
    for (const client of this.#clients.values()) this.#sort(client);
    this.#callIn();
  }

  /** Takes a connection that nothing was read from. */
  add(socket: Socket): void {
    const key = clientKey(socket.remoteAddress);
    const client: Client = this.#clients.get(key) ?? {
      served: 0,
      waiting: new Set(),
      unasked: new Set(),
      quiet: new Set(),
    };
    if (this.#isFull(client) && !this.#makeRoomAtOnce(client)) return void socket.destroy();
    this.#clients.set(key, client);
    client.waiting.add(socket);
    this.#waiting++;
    // Of one that breaks while it waits, or while it is handed over: its close follows.
    socket.on("error", () => {});
    socket.once("close", () => {
      if (client.waiting.delete(socket)) this.#waiting--;
      else {
        client.served--;
        this.#served--;
        const place = this.#places.get(socket)!;
        this.#places.delete(socket);
        this.#leave(place);
        this.#leaving.delete(socket);
        this.#count(-1);
      }
      if (client.served === 0 && client.waiting.size === 0) this.#clients.delete(key);
      this.#sort(client);
      this.#callIn();
    });
    this.#sort(client);
    this.#callIn();
  }

  /** Whether no place is free, and none in the line. */
  #isFull({ served: own, waiting: ownWaiting }: Client): boolean {
    const { served, waiting } = this.#bounds;
    if (served === 0 || (this.#served < served && own < shareOf(served))) return false;
    return this.#waiting - this.#leaving.size >= waiting || ownWaiting.size - this.#leaving.size >= shareOf(waiting);
  }

  /** Where all wait that may, the first one gives way at once. False where there is none. */
  #makeRoomAtOnce({ served: own, unasked, quiet }: Client): boolean {
    const of = own < shareOf(this.#bounds.served) ? [this.#unasked, this.#quiet] : [unasked, quiet];
    return this.#closeOldest(of[0]!, of[1]!, 0, this.#bounds.quiet ?? 0);
  }

  /** Closes the one that gives way first, if any has been quiet for long enough. */
  #closeOldest(unasked: Quiet, quiet: Quiet, unaskedFor: number, quietFor: number): boolean {
    const now = performance.now();
    const from = dueOf(unasked, unaskedFor) <= now ? unasked : quiet;
    if (from === quiet && dueOf(quiet, quietFor) > now) return false;
    const place = first(from)!;
    this.#leave(place);
    this.#leaving.add(place.socket);
    place.socket.destroy();
    return true;
  }

  /** Where an address stands that has something that waits. */
  #sort(client: Client): void {
    const { served } = this.#bounds;
    const waits = client.waiting.size > 0;
    const mayBe = served === 0 || client.served < shareOf(served);
    move(this.#next, client, waits && mayBe);
    move(this.#held, client, waits && !mayBe);
  }

  #callIn(): void {
    const { served } = this.#bounds;
    for (const client of this.#next) {
      if (served > 0 && this.#served >= served) break;
      const [socket] = client.waiting;
      client.waiting.delete(socket!);
      this.#waiting--;
      client.served++;
      this.#served++;
      // Others have their turn before the next of this address.
      this.#next.delete(client);
      this.#sort(client);
      this.#begin(socket!, client);
    }
    this.#makeRoom();
  }

  #begin(socket: Socket, client: Client): void {
    const place: Served = { socket, client, state: "unasked", since: performance.now() };
    this.#places.set(socket, place);
    client.unasked.add(place);
    this.#unasked.add(place);
    if (this.#bounds.served === 0) this.#boundUnasked(client);
    this.#count(1);
    this.#serve(socket, {
      busy: () => {
        this.#leave(place);
        place.state = "busy";
      },
      quiet: () => {
        this.#leave(place);
        if (socket.destroyed) return;
        place.state = "quiet";
        place.since = performance.now();
        if (this.#bounds.served === 0) return;
        this.#list(place);
        if (this.#waiting > 0) this.#makeRoom();
      },
    });
  }

  /** It has become quiet after those that are. */
  #list(place: Served): void {
    place.client.quiet.add(place);
    this.#quiet.add(place);
  }

  /** Where as many are served as come, too, those who say nothing are not too many. */
  #boundUnasked(client: Client): void {
    if (client.unasked.size > MAX_UNASKED * SHARE) first(client.unasked)!.socket.destroy();
    else if (this.#unasked.size > MAX_UNASKED) first(this.#unasked)!.socket.destroy();
  }

  /** Sees to it that connections that say nothing give way as soon as they are due, while others wait. */
  #makeRoom(): void {
    if (this.#waiting <= this.#leaving.size) return;
    const due = Math.min(
      ...(this.#next.size > 0 ? [dueOf(this.#unasked, PATIENCE), dueOf(this.#quiet, this.#patience)] : []),
      ...[...this.#held].flatMap(({ unasked, quiet }) => [dueOf(unasked, PATIENCE), dueOf(quiet, this.#patience)]),
    );
    if (due >= this.#dueAt) return;
    clearTimeout(this.#timer);
    this.#dueAt = due;
    // After what has come meanwhile was read: where this process was late itself, its clients are not.
    const look = () => setImmediate(() => this.#giveWay());
    this.#timer = setTimeout(look, Math.max(0, due - performance.now())).unref();
  }

  /** Closes as many as wait, of those that are due. */
  #giveWay(): void {
    this.#dueAt = Number.POSITIVE_INFINITY;
    const close = (unasked: Quiet, quiet: Quiet, wanted: number) => {
      for (let left = wanted; left > 0 && this.#closeOldest(unasked, quiet, PATIENCE, this.#patience); left--);
    };
    const blocked = [...this.#next].reduce((sum, { waiting }) => sum + waiting.size, 0);
    close(this.#unasked, this.#quiet, blocked - this.#leaving.size);
    for (const { unasked, quiet, waiting } of this.#held) close(unasked, quiet, waiting.size - this.#leaving.size);
    this.#makeRoom();
  }

  /** It does not give way. Called for each request: it looks only where the connection may be. */
  #leave(place: Served): void {
    const { client, state } = place;
    if (state === "unasked") {
      client.unasked.delete(place);
      this.#unasked.delete(place);
    } else if (state === "quiet") {
      client.quiet.delete(place);
      this.#quiet.delete(place);
    }
  }

  get #patience(): number {
    return this.#bounds.quiet ?? PATIENCE;
  }

  /** Ends those that wait. */
  dismiss(): void {
    clearTimeout(this.#timer);
    for (const { waiting } of this.#clients.values()) for (const socket of waiting) socket.destroy();
  }
}

const shareOf = (places: number): number => Math.ceil(places * SHARE);

const first = (quiet: Quiet): Served | undefined => quiet.values().next().value;

/** When the first of them gives way. */
function dueOf(quiet: Quiet, patience: number): number {
  const oldest = first(quiet);
  return oldest === undefined ? Number.POSITIVE_INFINITY : oldest.since + patience;
}

function move<T>(set: Set<T>, one: T, into: boolean): void {
  if (!into) set.delete(one);
  else set.add(one);
}
