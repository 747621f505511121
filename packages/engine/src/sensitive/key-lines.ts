/** The lines of a private key that is written over several entries: none of them alone says what it is. */
import type { Finding } from "./sensitive.ts";

const BEGINS = /-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----/;
const ENDS = /-----END (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----/;
const BODY = /(?:^|[^A-Za-z0-9+/=])([A-Za-z0-9+/=]{16,})\s*$/;
/** Lines that may follow the first, those of others among them. */
const MAX_LINES = 200;

/** Whether the value is more than the first line of such a key. */
export const hasKeyBody = (value: string): boolean =>
  ENDS.test(value) || /-----(?:\s|\\+[nrt])*[A-Za-z0-9+/=]{16}/.test(value);

export class KeyLines {
  #left = 0;

  /** With the body of a key that began in an earlier line; lines in their order. */
  complete(line: string, found: readonly Finding[]): readonly Finding[] {
    const inside = this.#left > 0;
    if (ENDS.test(line)) this.#left = 0;
    else if (BEGINS.test(line)) this.#left = MAX_LINES;
    else if (inside) this.#left--;
    if (!inside || found.some(({ kind }) => kind === "private_key")) return found;
    const body = BODY.exec(line)?.[1];
    if (body === undefined) return found;
    const start = line.lastIndexOf(body);
    const key: Finding = {
      kind: "private_key",
      sensitivity: "secret",
      start,
      end: start + body.length,
      value: body,
      field: undefined,
      isNumber: false,
    };
    return [...found.filter((one) => one.end <= start), key];
  }
}
