/**
 * Why a text did not parse. The message is Go's and is built only when it is read, which is never on a pipeline whose lines
 * often have no time in them.
 */
import { quoteTimeBytes } from "../goduration/quote.ts";

/** What Go's `ParseError` holds; texts are byte strings (one character per byte). */
interface Details {
  readonly layout: string;
  readonly value: string;
  readonly layoutElement: string;
  readonly valueElement: string;
  /** Such as `: hour out of range`; empty for "cannot parse". */
  readonly reason: string;
}

export class ParseFailure {
  readonly ok = false as const;
  readonly #details: Details;

  constructor(details: Details) {
    this.#details = details;
  }

  /** Go's text: `parsing time "x" as "2006": cannot parse "x" as "2006"`. */
  get message(): string {
    const { layout, value, layoutElement, valueElement, reason } = this.#details;
    if (reason !== "") return `parsing time ${quoteBytes(value)}${reason}`;
    return `parsing time ${quoteBytes(value)} as ${quoteBytes(layout)}: cannot parse ${quoteBytes(valueElement)} as ${quoteBytes(layoutElement)}`;
  }
}

/** A byte string quoted as Go's package `time` does. */
export function quoteBytes(text: string): string {
  return quoteTimeBytes(Uint8Array.from(text, (char) => char.charCodeAt(0)));
}
