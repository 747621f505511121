/** Names of addresses, as the system's resolver knows them. They are looked up beside the messages, which never wait. */
import { Resolver } from "node:dns/promises";

/** Addresses that are remembered; a name may change, so the oldest are asked for again. */
const REMEMBERED = 1000;
const TIMEOUT_MS = 2000;

export type Reverse = (address: string) => Promise<readonly string[]>;

export class HostNames {
  readonly #names = new Map<string, string>();
  readonly #reverse: Reverse;

  constructor(reverse?: Reverse) {
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 });
    this.#reverse = reverse ?? ((address) => resolver.reverse(address));
  }

  /** Several are separated by commas; empty while nothing is known. */
  nameOf(address: string): string {
    const known = this.#names.get(address);
    if (known !== undefined) return known;
    this.#names.set(address, "");
    if (this.#names.size > REMEMBERED) this.#names.delete(this.#names.keys().next().value!);
    void this.#reverse(address)
      .catch(() => [])
      .then((names) => this.#names.has(address) && this.#names.set(address, names.join(",")));
    return "";
  }
}
