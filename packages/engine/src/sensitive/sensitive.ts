/**
 * What must not leave, in one line of a log: the one detector (`find.ts`), with the doubts that a report needs. Before a text
 * is shared, a doubtful value is replaced and nothing is lost. A report that names words, ids and counts is not read twice,
 * and a redaction of them would cost what the log is for. So a value that only its place marks has to look like a secret, too.
 */
import { isCardCodeName, isCodeName, isPasswordName, isSecretName, looksChosen } from "../base/secrets/secret-names.ts";
import type { Span } from "../base/span.ts";
import { type FoundPrivate, findPrivate, findPrivateValue } from "./find.ts";
import { entropyOf, isIdentifier, isUuid, looksGenerated } from "./generated.ts";
import type { Phrase } from "./phrase.ts";
import { type PrivateKind, type Sensitivity, sensitivityOf } from "./private-kinds.ts";

export interface Finding extends Span {
  readonly kind: PrivateKind;
  readonly sensitivity: Sensitivity;
  /** Decoded, without the escapes of its place. */
  readonly value: string;
  /** The field, parameter, header or cookie that it is in, if the text says so. */
  readonly field: string | undefined;
  /** Whether a number stands there, which only another number can replace. */
  readonly isNumber: boolean;
  /** What precedes it where no name is assigned, and which of the phrase's words. */
  readonly phrase?: Phrase | undefined;
  readonly word?: string | undefined;
}

/** In the order of the text, without overlaps. Takes time in proportion to the text. */
export function findSensitive(text: string): Finding[] {
  return findPrivate(text)
    .filter((one) => isCertain(text, one))
    .map((one) => finding(text, one, one.name ?? fieldBefore(text, one.start)));
}

/** The same of the value of a label, of metadata or of a field. */
export function findSensitiveValue(name: string, value: string): Finding[] {
  return findPrivateValue(name, value)
    .filter((one) => isCertain(value, one))
    .map((one) => finding(value, one, name));
}

const finding = (
  text: string,
  { kind, start, end, value, syntax, phrase, word }: FoundPrivate,
  field: string | undefined,
): Finding => ({
  kind,
  sensitivity: sensitivityOf(kind),
  start,
  end,
  value,
  field,
  isNumber:
    syntax === "number" || (/^\d+$/.test(value) && /"[ \t]*:[ \t]*$/.test(text.slice(Math.max(0, start - 10), start))),
  ...(phrase === undefined ? {} : { phrase, word }),
});

/** Names whose value is a secret whatever it is. */
const OPENS = /pass|pwd|secret|(?:api|access|private|signing|encryption|master|shared|account)[_-]?key/i;
/** Names of values that open nothing. */
const ID_NAME =
  /(?:^|[_.-])(?:(?:trace|span|order|tx|batch|seq|sequence|offset|cursor|page|etag|version|commit|sha|hash|digest|checksum|tid|pid|thread)(?:[_.-]?(?:id|no|nr|number|token|key))?|(?:request|req|correlation|event|message|msg|transaction|job|run|build)[_.-]?(?:id|no|nr|number))$/i;
/** What the value of a field begins with. */
const VALUE_BEGINS = /[:=][ \t]{0,4}\\*["']?$/;
/** What prose has before a number that is none of a card. */
const ID_WORD =
  /\b(?:order|invoice|ticket|trace|span|id|ref|reference|batch|transaction|request|message|event)(?: id| no\.?| number)?[ #:]{1,3}$/i;
/** Hashes, as audit logs have them in place of a secret. */
const HASHED = /^(?:hmac-)?(?:sha|md)\d{1,3}[:-]/i;
/** Numbers of cards that also occur by chance among ids and times, and the words that tell them from those. */
const ODD_CARD = /^(?:\d{13,15}|\d{17,19})$/;
const CARD_WORD = /(?:card|\bpan\b|\bcc\b|amex|visa|diners|payment|paid|charg)/i;
/** What is said of a password and is none. */
const SAID =
  /^(?:yes|no|on|off|ok|set|unset|empty|true|false|null|none|failed|failure|invalid|valid|expired|required|missing|wrong|incorrect|accepted|rejected|changed|reset|updated|default|unknown|resolved|unresolved|omitted|skipped|error|success|denied|disabled|enabled|success(?:ful)?|given|provided|present|not|chauthtok|falsch|abgelaufen|fehlt|ungültig|geändert|erforderlich|leer|obligatoire|requise?|vide|obligatori[ao]|requerid[ao]|vac[ií][ao]|incorrecte?|incorrect[ao]|inv[aá]lid[aoe]|expir(?:é|ad[ao])|manquant|modifi[ée]|b\u0142\u0119dne|onjuist|\u043d\u0435\u0432\u0435\u0440\u043d\u044b\u0439)$/i;
/** A message about a password: a passphrase has no such words. */
const SENTENCE =
  /^(?=.* .* )(?:.* )?(?:is|are|was|must|should|cannot|not|does|the|field|required|too|for|at|by|please)(?: |$)/i;
/** An address in which nothing is secret by itself. */
const ADDRESS = /^https?:\/\/[^\s@?#]+$/;
/** Files and units, which look like addresses of mail. */
const NO_MAIL =
  /\.(?:png|jpe?g|gif|svg|webp|ico|css|js|mjs|ts|json|html?|txt|log|gz|zip|service|socket|timer|target|scope|slice|mount|device|automount|path)$/i;

/** Whether it counts in a report. */
export function isCertain(text: string, one: FoundPrivate): boolean {
  switch (one.kind) {
    case "password":
      return isCertainSecret(text, one);
    case "card":
      return !isId(text, one) && (!ODD_CARD.test(one.value) || CARD_WORD.test(before(text, one.start, 40)));
    case "national_id":
      return !isId(text, one);
    case "mail":
      return (
        !NO_MAIL.test(one.value) && !/:\/\/[^\s/@]{0,200}$/.test(text.slice(Math.max(0, one.start - 210), one.start))
      );
    case "ip":
      return !/(?:version|release|build|\bver|\bv)["']?[ :=]{0,3}["'v]?$/i.test(
        text.slice(Math.max(0, one.start - 14), one.start),
      );
    case "token":
      // `cache-key-…` has a hash.
      return !(/^key-/.test(one.value) && /[\w.:/-]$/.test(before(text, one.start, 1)));
    default:
      return true;
  }
}

const before = (text: string, start: number, length: number): string => text.slice(Math.max(0, start - length), start);

/** A part of a longer word, or the value of a field for ids. */
function isId(text: string, one: FoundPrivate): boolean {
  if (standsInWord(text, one) || ID_WORD.test(before(text, one.start, 30))) return true;
  return VALUE_BEGINS.test(before(text, one.start, 10)) && ID_NAME.test(one.name ?? fieldBefore(text, one.start) ?? "");
}

function isCertainSecret(text: string, { value, name, syntax, start, end, phrase }: FoundPrivate): boolean {
  if (SAID.test(value) || HASHED.test(value) || SENTENCE.test(value) || ADDRESS.test(value)) return false;
  if (phrase !== undefined) return true;
  if (name === undefined) return syntax !== "address" || isCertainInAddress(text, { value, start, end });
  if (ID_NAME.test(name) || (/key$/i.test(name) && !isSecretName(name) && isUuid(value))) return false;
  if (isCardCodeName(name)) return /^\d{3,4}$/.test(value);
  // `password= rejected: empty`
  if (syntax === "word" && /[^\s=]=[ \t]{1,20}$/.test(before(text, start, 22)) && !looksChosen(value)) return false;
  // Consul's and Vault's; elsewhere it names a secret.
  if (/secret_?id$/i.test(name)) return isUuid(value);
  // The shell's working directory.
  if (/^pwd$/i.test(name) && /^[/~]/.test(value)) return false;
  if (OPENS.test(name) || isPasswordName(name)) {
    // `bad password: too short`
    const isProse = text[start - 1] === " " && text[start - 2] === ":" && /^ [A-Za-z]/.test(text.slice(end, end + 2));
    return !(isProse && syntax === "word" && /^[A-Za-z]+$/.test(value)) && !(syntax === "number" && value.length < 4);
  }
  // Found by their form under that name.
  if (isCodeName(name)) return true;
  // Names such as `token`, `auth` and `key` have states, counts and short ids, too.
  if (value.length < 6 || /^\d{1,7}$/.test(value) || /^[A-Z]?[a-z_ -]{1,15}$/.test(value)) return false;
  if (/sig(?:nature)?$/i.test(name)) return !/\s/.test(value) && looksGenerated(value);
  if (/sess/i.test(name) && COUNTED_SESSION.test(value)) return false;
  if (TELLING.test(name)) return /\d/.test(value) ? !NUMBERED_WORD.test(value) : isMixedCase(value);
  return !isIdentifier(value) && value.length >= 24 && /[A-Z]/.test(value) && looksGenerated(value);
}

const TOKEN_LIKE = /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[A-Za-z\d]{16,}$/;

/** A user alone is a token if it looks like one: `https://bob@h/` has no secret. */
function isCertainInAddress(
  text: string,
  { value, start, end }: Pick<FoundPrivate, "value" | "start" | "end">,
): boolean {
  if (text[end] === "@" && text[start - 1] === "/") return looksGenerated(value) || TOKEN_LIKE.test(value);
  // `Bearer token missing`
  if (WORDS_ALONE.test(value) && /\b(?:Bearer|Basic)[ \t]+$/.test(before(text, start, 12))) return false;
  return value.length > 1 && value !== "x-oauth-basic";
}

const WORDS_ALONE = /^(?=.{1,24}$)[A-Z]?[a-z]+(?:[-_.][a-z]+)*$/;

/** Numbers of sessions, and PostgreSQL's: a time and a process. */
const COUNTED_SESSION = /^(?:\d+|[0-9a-f]{6,8}\.[0-9a-f]{1,8})$/i;
/** `oauth2`, `session-1` */
const NUMBERED_WORD = /^[A-Za-z]+[_-]?v?\d{1,2}$/;

/** Without a digit, what is no name: those change between capitals and small letters at words alone. */
function isMixedCase(value: string): boolean {
  const changes = value.match(/[a-z](?=[A-Z])|[A-Z](?=[a-z])/g)?.length ?? 0;
  return value.length >= 16 && !/[\s.:]/.test(value) && changes >= value.length / 4 && entropyOf(value) > 3;
}

const TELLING = /tok|auth|jwt|sig|cookie|sess|sid$|key|bearer|csrf|xsrf|cred|login|remember|user/i;

/** Digits that belong to a longer word: a hash, an id. */
function standsInWord(text: string, { start, end }: Span): boolean {
  const before = text[start - 1] ?? "";
  return (
    /[A-Za-z_]/.test(text[end] ?? "") ||
    (/[A-Za-z_]/.test(before) && text[start - 2] !== "\\" && text[start - 2] !== "%")
  );
}

/** Bounded, so that a line of many finds takes no long time. */
const LOOK_BACK = 160;
/** The last name before a value, with the rest of a quoted text before it. */
const FIELD =
  /(?:\\*["']([\w.@ -]{1,60})\\*["'][ \t]{0,4}[:=][ \t]{0,4}(?:\\*["'][^"'\\]{0,100})?|(?:^|[\s,;?&({[])([A-Za-z_][\w.-]{0,60})(?:=(?:\\*["'][^"'\\]{0,100}|[^\s"'&;,=]{0,100})|: \S{0,20} ?))$/;

/** `pan` in `"pan":"4111…` and in `pan=4111…`. */
function fieldBefore(text: string, start: number): string | undefined {
  const before = text.slice(Math.max(0, start - LOOK_BACK), start);
  if (/:[\\/]{2,4}[^\s/@]*$/.test(before)) return undefined;
  const match = FIELD.exec(before);
  return match?.[1] ?? match?.[2];
}
