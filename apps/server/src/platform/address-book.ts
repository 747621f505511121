/** Who of this process listens where, so that whoever finds a port taken can be told by whom. */

/** What stands for all addresses of a machine. */
const EVERY: ReadonlySet<string> = new Set(["", "0.0.0.0", "::"]);

/** Ports of the two have nothing to do with each other. */
export type Protocol = "tcp" | "udp";

interface Entry {
  readonly protocol: Protocol;
  readonly host: string;
  readonly port: number;
  readonly owner: string;
}

export class AddressBook {
  readonly #entries = new Set<Entry>();

  /** `owner` listens there, until the function that this gives is called. */
  add(host: string, port: number, owner: string, protocol: Protocol = "tcp"): () => void {
    const entry = { protocol, host, port, owner };
    this.#entries.add(entry);
    return () => void this.#entries.delete(entry);
  }

  /** Who keeps others from listening there; undefined: nobody of this process. */
  ownerOf(host: string, port: number, protocol: Protocol = "tcp"): string | undefined {
    for (const entry of this.#entries) {
      if (entry.protocol !== protocol || entry.port !== port) continue;
      if (entry.host === host || EVERY.has(entry.host) || EVERY.has(host)) return entry.owner;
    }
    return undefined;
  }
}
