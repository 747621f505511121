import type { FormatOffer, UnreadLines } from "@sluice/engine";

/** What is offered for lines that the stages do not read. */
export interface UnreadOffer extends UnreadLines {
  readonly offer: FormatOffer;
}
