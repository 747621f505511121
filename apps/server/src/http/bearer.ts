/** Bearer tokens that clients show, compared in a time that does not depend on what is shown. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** The token that a request shows, a character for each of its bytes; `undefined`: none. */
export function shownBearer({ headers }: Pick<IncomingMessage, "headers">): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
}

/** A token that is compared with what clients show. */
export class BearerToken {
  readonly #digest: Buffer;

  constructor(token: string) {
    this.#digest = digest(Buffer.from(token));
  }

  /** Whether it is this one; `shown` comes from `shownBearer`. */
  is(shown: string): boolean {
    return timingSafeEqual(digest(Buffer.from(shown, "latin1")), this.#digest);
  }
}

/** Of one length, whatever it is of. */
const digest = (bytes: Buffer): Buffer => createHash("sha256").update(bytes).digest();
