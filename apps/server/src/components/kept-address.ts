/** A served address that is tried for again while it cannot be had, and the component's health about it. */
import { isDeepStrictEqual } from "node:util";
import { type Nanos, SECOND } from "@sluice/engine";
import type { ComponentContext } from "../core/component.ts";
import type { Reserved } from "../core/component-record.ts";
import { HEALTHY, type Health } from "../core/health.ts";
import type { Serving } from "../http/listen.ts";
import { type Place, ServedAddress } from "./served-address.ts";

/** Pauses between attempts to open a port that is in use. */
const MIN_PAUSE = SECOND;
const MAX_PAUSE = 30n * SECOND;

/** What an address is opened by: `asked` tells whether something changed. */
export interface Wanted {
  readonly place: Place;
  readonly serving: Serving;
  readonly asked: unknown;
}

export class KeptAddress {
  readonly #context: ComponentContext;
  /** What listens, in words: `the push API`. */
  readonly #name: string;
  readonly #served: ServedAddress;
  #wanted: Wanted | undefined;
  #servedBy: unknown;
  #health: Health = HEALTHY;
  #stopped = false;
  #cancelTimer = () => {};
  /** Changes of where it listens, one after the other. */
  #changing: Promise<unknown> = Promise.resolve();

  constructor(context: ComponentContext, name: string) {
    this.#context = context;
    this.#name = name;
    this.#served = new ServedAddress(context);
  }

  get health(): Health {
    return this.#health;
  }

  get listener() {
    return this.#served.listener;
  }

  reserve({ place, serving }: Wanted, isEnding: (owner: string) => boolean): Promise<Reserved> {
    return this.#served.reserve(place, serving, isEnding);
  }

  /** Listens so from now on, as soon as that can be had. */
  follow(wanted: Wanted): Promise<void> {
    this.#wanted = wanted;
    return this.#inTurn(() => this.#try(MIN_PAUSE));
  }

  #inTurn(action: () => Promise<void>): Promise<void> {
    const done = this.#changing.then(action);
    this.#changing = done.catch(() => {});
    return done;
  }

  async #try(pause: Nanos): Promise<void> {
    const { place, serving, asked } = this.#wanted!;
    if (this.#stopped) return;
    this.#cancelTimer();
    if (this.listener !== undefined && isDeepStrictEqual(asked, this.#servedBy)) {
      this.#health = HEALTHY;
      return;
    }
    const { log, scheduler, faults } = this.#context;
    const reason = await this.#served.serve(place, serving);
    if (reason === undefined) {
      this.#servedBy = asked;
      this.#health = HEALTHY;
      log.write("info", `${this.#name} is listening`, { address: this.listener!.place });
      return;
    }
    if (this.#health.message !== reason)
      log.write("error", `${this.#name} cannot listen; it keeps retrying`, { reason });
    this.#health = { state: "unhealthy", message: reason };
    if (this.#stopped) return;
    this.#cancelTimer = scheduler.after(pause, () => {
      const longer = pause * 2n < MAX_PAUSE ? pause * 2n : MAX_PAUSE;
      void faults.settle("listening", () => this.#inTurn(() => this.#try(longer)), undefined);
    });
  }

  /** Lets answers that are being made finish until the deadline. */
  async close(deadline: Promise<void>): Promise<void> {
    this.#stopped = true;
    this.#cancelTimer();
    await Promise.race([this.#changing, deadline]);
    await this.#served.close(deadline);
  }
}
