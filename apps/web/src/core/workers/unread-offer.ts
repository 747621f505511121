import type { FormatOffer, UnreadLines } from "@sluice/engine";

/** Suggested stages for lines that the present ones do not parse. */
export interface UnreadOffer extends UnreadLines {
  readonly offer: FormatOffer;
}
