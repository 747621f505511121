/**
 * Strips ANSI escape sequences, exactly those that the original's expression matches:
 * `[\x1B\x9B][[\]()#;?]*(?:(?:(?:[a-zA-Z\d]*(?:;[a-zA-Z\d]*)*)?\x07)|(?:(?:\d{1,4}(?:;\d{0,4})*)?[\dA-PRZcf-ntqry=><~]))`.
 * Written as a scanner because that expression takes quadratic time on a run of semicolons in a backtracking engine.
 */

const BELL = 0x07;
const SEMICOLON = 0x3b;

const ESCAPE = "\u001b";
const CONTROL_SEQUENCE_INTRODUCER = "\u009b";

/** `text` without escape sequences; the same text when there are none. */
export function stripAnsi(text: string): string {
  let nextEscape = text.indexOf(ESCAPE);
  let nextIntroducer = text.indexOf(CONTROL_SEQUENCE_INTRODUCER);
  let out = "";
  let kept = 0;
  while (nextEscape >= 0 || nextIntroducer >= 0) {
    const next = nextIntroducer < 0 || (nextEscape >= 0 && nextEscape < nextIntroducer) ? nextEscape : nextIntroducer;
    const end = sequenceEnd(text, next);
    if (end > 0) {
      out += text.slice(kept, next);
      kept = end;
    }
    const from = end > 0 ? end : next + 1;
    // Each is searched for again only after it was passed, so that all searches together read the text once.
    if (nextEscape >= 0 && nextEscape < from) nextEscape = text.indexOf(ESCAPE, from);
    if (nextIntroducer >= 0 && nextIntroducer < from) nextIntroducer = text.indexOf(CONTROL_SEQUENCE_INTRODUCER, from);
  }
  return kept === 0 ? text : out + text.slice(kept);
}

/** The offset after the sequence that starts at `start`, or 0 when none does. */
function sequenceEnd(text: string, start: number): number {
  let at = start + 1;
  while (isPrefix(text.charCodeAt(at))) at++;
  // A title: letters, digits and semicolons up to a bell. Shorter prefixes cannot succeed where the longest fails.
  let bell = at;
  while (isAlphanumeric(text.charCodeAt(bell)) || text.charCodeAt(bell) === SEMICOLON) bell++;
  if (text.charCodeAt(bell) === BELL) return bell + 1;
  return commandEnd(text, at);
}

/** Numbers of up to four digits between semicolons, and a final character, which may be the last of the digits. */
function commandEnd(text: string, start: number): number {
  if (!isDigit(text.charCodeAt(start))) return isFinal(text.charCodeAt(start)) ? start + 1 : 0;
  let at = skipDigits(text, start);
  let lastDigitEnd = at;
  while (text.charCodeAt(at) === SEMICOLON) {
    const digits = at + 1;
    at = skipDigits(text, digits);
    if (at > digits) lastDigitEnd = at;
  }
  return isFinal(text.charCodeAt(at)) ? at + 1 : lastDigitEnd;
}

/** Behind at most four digits. */
function skipDigits(text: string, start: number): number {
  let at = start;
  while (at < start + 4 && isDigit(text.charCodeAt(at))) at++;
  return at;
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

function isAlphanumeric(unit: number): boolean {
  return isDigit(unit) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122);
}

/** One of `[ ] ( ) # ; ?`. */
function isPrefix(unit: number): boolean {
  return unit === 91 || unit === 93 || unit === 40 || unit === 41 || unit === 35 || unit === 59 || unit === 63;
}

const FINALS = /[\dA-PRZcf-ntqry=><~]/;
const IS_FINAL = Array.from({ length: 128 }, (_, unit) => FINALS.test(String.fromCharCode(unit)));

function isFinal(unit: number): boolean {
  return IS_FINAL[unit] === true;
}
