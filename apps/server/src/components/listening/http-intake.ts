/** What sources have in common that take bodies over HTTP: where they listen, and how many bytes of bodies are in flight. */
import type { Reserved } from "../../core/component-record.ts";
import type { Health } from "../../core/health.ts";
import { BodyIntake } from "../../http/body-intake.ts";
import { type HttpArgs, KeptAddress, type KeptAddressOptions } from "./kept-listener.ts";

interface HttpSourceArgs {
  readonly http: { readonly args: HttpArgs };
}

export interface HttpIntakeOptions<A extends HttpSourceArgs> extends KeptAddressOptions {
  /** Of all bodies, as arguments say. */
  readonly bytesInFlight: (args: A) => number;
}

/** Holds the arguments of its source. */
export class HttpIntake<A extends HttpSourceArgs> {
  readonly #bytesInFlight: (args: A) => number;
  readonly address: KeptAddress;
  #args: A;
  #bodies: BodyIntake;

  constructor(args: A, { bytesInFlight, ...options }: HttpIntakeOptions<A>) {
    this.#bytesInFlight = bytesInFlight;
    this.#args = args;
    this.#bodies = new BodyIntake({ inFlight: bytesInFlight(args) });
    this.address = new KeptAddress(options);
  }

  get args(): A {
    return this.#args;
  }

  get bodies(): BodyIntake {
    return this.#bodies;
  }

  get health(): Health {
    return this.address.health;
  }

  details(): Readonly<Record<string, unknown>> {
    const { details } = this.address;
    return details === undefined ? {} : { ...details, bytes_in_flight: this.#bodies.held };
  }

  /** Gets what it needs to listen as `args` say, before they count. */
  reserve({ http }: A, isEnding: (owner: string) => boolean): Promise<Reserved> {
    return this.address.reserve(http.args, isEnding);
  }

  /** Takes other arguments over; connections stay unless they are about where and how it listens. */
  takeOver(args: A): void {
    // Requests under way are counted where they began.
    if (this.#bytesInFlight(args) !== this.#bytesInFlight(this.#args))
      this.#bodies = new BodyIntake({ inFlight: this.#bytesInFlight(args) });
    this.#args = args;
  }

  /** Listens as its arguments say. */
  follow(): Promise<void> {
    return this.address.follow(this.#args.http.args);
  }

  async drain(deadline: Promise<void>): Promise<number> {
    await this.address.close(deadline);
    return 0;
  }
}
