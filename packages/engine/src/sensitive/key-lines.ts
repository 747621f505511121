/** The lines of a private key that is written over several entries: none of them alone says what it is. */
import { KEY_BEGIN, KEY_END } from "./key-marks.ts";
import type { PrivateKind } from "./private-kinds.ts";
import type { Finding } from "./sensitive.ts";

const BEGINS = new RegExp(KEY_BEGIN);
const ENDS = new RegExp(KEY_END);
const BODY = /(?:^|[^A-Za-z0-9+/=])([A-Za-z0-9+/=]{16,})\s*$/;
/** Lines that may follow the first, those of others among them. */
const MAX_LINES = 200;

/** Whether the value is more than the first line of such a key. */
export const hasKeyBody = (value: string): boolean =>
  ENDS.test(value) || /-----(?:\s|\\+[nrt])*[A-Za-z0-9+/=]{16}/.test(value);

/** What was found in a line. */
interface InLine {
  readonly kind: PrivateKind;
  readonly end: number;
}

export class KeyLines {
  #left = 0;

  /** Whether the next line may belong to a key. */
  get isInside(): boolean {
    return this.#left > 0;
  }

  /**
   * With the body of a key that began in an earlier line, which `keyOf` makes a find of; lines in their order. What stands
   * before it in the line stays.
   */
  complete<F extends InLine>(
    line: string,
    found: readonly F[],
    keyOf: (body: { readonly start: number; readonly end: number; readonly value: string }) => F,
  ): readonly F[] {
    const inside = this.#left > 0;
    if (ENDS.test(line)) this.#left = 0;
    else if (BEGINS.test(line)) this.#left = MAX_LINES;
    else if (inside) this.#left--;
    if (!inside || found.some(({ kind }) => kind === "private_key")) return found;
    const value = BODY.exec(line)?.[1];
    if (value === undefined) return found;
    const start = line.lastIndexOf(value);
    return [...found.filter((one) => one.end <= start), keyOf({ start, end: start + value.length, value })];
  }
}

/** As the report and the redaction have it. */
export const keyFinding = (body: {
  readonly start: number;
  readonly end: number;
  readonly value: string;
}): Finding => ({
  ...body,
  kind: "private_key",
  sensitivity: "secret",
  field: undefined,
  isNumber: false,
});
