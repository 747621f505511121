/**
 * What Cisco's IOS writes between the priority and the time of a message, `<189>237: 000485: router1: *Jan  8 19:46:03.295: %SYS-5-…`.
 * All of it looks alike, so that the configuration has to say which of it is there.
 */

export interface CiscoComponents {
  readonly messageCounter: boolean;
  readonly sequenceNumber: boolean;
  readonly hostname: boolean;
  /** Of the time that follows. */
  readonly secondFractions: boolean;
}

export interface CiscoHead {
  readonly counter: string | undefined;
  readonly sequence: string | undefined;
  readonly hostname: string | undefined;
  /** Where the time begins. */
  readonly end: number;
}

/** Its number is left out where the device counts no messages. */
const COUNTER = /\s*(\d{0,10}):\s*/y;
const SEQUENCE = /(\d{1,255}):\s*/y;
const HOSTNAME = /([!-)+-9;-~][!-9;-~]{0,254}):\s*/y;
/** The clock was not set, or is no longer. */
const UNSURE = /[*.]?/y;

/** Undefined where a number is missing that should be there. */
export function readCisco(text: string, from: number, components: CiscoComponents): CiscoHead | undefined {
  let end = from;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = end;
    const match = pattern.exec(text);
    if (match === null) return undefined;
    end = pattern.lastIndex;
    return match[1] ?? "";
  };
  let counter: string | undefined;
  let sequence: string | undefined;
  if (components.messageCounter) {
    counter = take(COUNTER);
    if (counter === undefined) return undefined;
  }
  if (components.sequenceNumber) {
    sequence = take(SEQUENCE);
    if (sequence === undefined) return undefined;
  }
  const hostname = components.hostname ? take(HOSTNAME) : undefined;
  take(UNSURE);
  return { counter: numberOf(counter), sequence: numberOf(sequence), hostname, end };
}

/** Without zeros before it; one that is left out is 0. */
const numberOf = (digits: string | undefined): string | undefined =>
  digits === undefined ? undefined : String(BigInt(digits));
