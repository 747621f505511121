/**
 * Whether a line may have a secret at all, by a few words and forms: where no line does, the detector need not be loaded. It
 * says yes too often, and never no where the detector finds a secret.
 */
import { COLOUR } from "../base/secrets/decoded-text.ts";
import { IN_SECRET_NAMES } from "../base/secrets/secret-names.ts";
import { mayHoldCommand, mayHoldPhrase } from "./phrase-hints.ts";
import { TOKEN_HINTS } from "./token-hint.ts";

const HINTS: readonly RegExp[] = [
  `${IN_SECRET_NAMES.source}|ssn|social|[?&;#]tok=`,
  // What writes the letters of such words, or hides what is around a value.
  COLOUR,
  String.raw`%[3-7][0-9a-f]|\\(?:x|u00)[3-7][0-9a-f]|&(?:#|amp;)`,
  String.raw`:[\\/]{1,4}\S+@|[?&;#][^=\s]{1,100}=[^&\s]{24}| (?:-u|--user)[ =]|bearer|basic`,
  TOKEN_HINTS,
  String.raw`slack\.com|discord|\$[\w-]{1,16}\$|_sha\d{1,3}\$|\b(?:argon2|scrypt)\$|SCRAM-SHA|\{(?:S?SHA|S?MD5|CRYPT)|eyJ`,
  // Cards, national IDs, IBANs.
  String.raw`(?:^|\D)[2-6](?:[ -]?\d){12}|\d{3}-\d{2}-\d{4}|\d{3}\.\d{3}\.\d{3}-\d{2}|[12](?: \d{2}){3} \d{3}`,
  String.raw`[a-z]{2}\d{2}(?: ?[a-z0-9]){11}|[a-z]{6}\d{2}[a-z]\d{2}[a-z]`,
].map((source) => new RegExp(source, "i"));
const HINT = new RegExp(HINTS.map(({ source }) => source).join("|"), "i");

export const mayHoldSecret = (line: string): boolean => HINT.test(line) || mayHoldPhrase(line);

const WORDS = new RegExp(HINTS[0]!.source, "gi");

/** What says so: the words of names, and which of the other forms. Empty: nothing. */
export function secretHints(line: string): string[] {
  if (!mayHoldSecret(line)) return [];
  const words = new Set(Array.from(line.matchAll(WORDS), ([word]) => word.toLowerCase()));
  const forms = HINTS.flatMap((hint, i) => (i > 0 && hint.test(line) ? [String(i)] : []));
  const hints = [...[...words].sort(), ...forms];
  return hints.length === 0 || mayHoldCommand(line) ? [...hints, "phrase"] : hints;
}
