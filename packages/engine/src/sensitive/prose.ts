/** Sentences, clauses of SQL and addresses without a scheme that have a secret at a place of theirs. */
import { PASSWORD_NOUNS } from "../base/secrets/secret-names.ts";
import { BLANK, type Phrase } from "./phrase.ts";

const PASSWORD = PASSWORD_NOUNS.join("|");
const WORDY = PASSWORD_NOUNS.filter((noun) => /[ -]|[^A-Za-z\u00c0-\u024f\u0400-\u04ff\u3040-\ud7af]/.test(noun)).join(
  "|",
);
const KEY =
  "password|passwd|passphrase|secret|token|(?:api|access|secret|private|unseal|recovery|master|root|encryption|signing)[ _-]?(?:key|token)|credentials?|authorization";

/** What may stand between the noun and the value: `generated for user bob is`. */
const MADE =
  "(?: (?:is |was |has been |wurde )?(?:generated|created|set|assigned|issued|given|used|provided|generiert))";
const WHOSE = String.raw`(?: (?:for|of|für|von|pour|para|de|del|di|per|voor|för|\u0434\u043b\u044f|dla) (?:(?:the|den|der|el|la|le) )?(?:(?:user|account|login|role|admin|database|Benutzer|utilisateur|usuario|utente|usuário|gebruiker) )?\S{1,80}?(?: user| account)?)`;
const VERB =
  "(?: (?:(?:is |was |has been )?(?:set|changed|reset|updated|rotated) to|is now|is|was|ist|lautet|est|es|é|è|jest|är)[:=]?)";
/** After the noun alone, a colon or an equals sign assigns. */
const IS = `(?:(?:${MADE}${WHOSE}?|${WHOSE})(?:${VERB}| ?[:\uff1a=])|${VERB})`;

/** What a password has, and what is done with it; anything else behind the noun may be whose it is. */
const OF_PASSWORD =
  "policy|polic|min|max|age|length|len|size|strength|score|complexity|history|hash|salt|digest|encod|encrypt|algorithm|type|format|kind|mode|method|scheme|auth|check|valid|verif|test|match|reset|change|update|rotat|recover|expir|last|next|attempt|retr|fail|error|warn|status|state|result|prompt|source|origin|field|file|path|manager|store|vault|hint|link|mail|token|session|request|code|count|rule|requirement|generat|lock|unlock|event|entry|database|db|is|was|are|has|not|for|of|to|and|or|in|by|from|with|at|on|as|set|must|should|cannot|required|login|logon|grant|backend|server|service|plugin|module|provider|dialog|form|page|screen|command|callback|cache|key";
/** `elastic`, `(admin)` */
const USER = String.raw`(?:(?!(?:${OF_PASSWORD})\w{0,10}\b)[A-Za-z][\w.@-]{0,40}|\([\w.@-]{1,40}\)|\[[\w.@-]{1,40}\])`;

export const PROSE: readonly Phrase[] = [
  // `ALTER ROLE app WITH PASSWORD '…'`, `SET PASSWORD FOR 'app'@'%' = '…'`
  {
    words: String.raw`password(?: for \S{1,80} (?:=|to))?|identified(?: with \S{1,60})? (?:by|as)`,
    before: (word) => String.raw`\b${word}(?: {1,2}| {0,2}\()`,
    value: "any",
    quoted: true,
    // `password 'root' => …` has a user there.
    after: String.raw`\s*(?:$|[^\s=:])`,
    caseless: true,
    name: "PASSWORD",
  },
  {
    words: "identified by",
    before: (word) => String.raw`\b${word} {1,2}`,
    value: "chosen",
    caseless: true,
    name: "PASSWORD",
  },
  // `Generated password for user bob is …`
  {
    words: PASSWORD,
    before: (word) => `${word}${IS} {0,3}`,
    short: (word) =>
      String.raw`${word}(?: (?:is|was))?(?: (?:generated|created|set|issued))?(?: (?:for|of) (?:user |account )?[^\s:]+)?(?: (?:is|was|(?:set |changed |reset )?to)[:=]?| ?[:=]) {0,3}`,
    value: "chosen",
    caseless: true,
  },
  // Names of several words, and those whose letters no bare name has.
  {
    words: WORDY,
    before: (word) => `${word} ?[:=\uff1a]>? {0,3}`,
    value: "any",
    after: String.raw`(?:\s*$|[,;|)\]]|\s+[^A-Za-z\s])`,
    caseless: true,
  },
  // `PASSWORD elastic = …`
  {
    words: `(?:password|passwd|passwort|kennwort) ${USER}`,
    before: (word) => String.raw`\b${word} ?[:=]>? {1,3}`,
    value: "chosen",
    quoted: false,
    caseless: true,
  },
  {
    words: `${PASSWORD}|credentials?`,
    before: (word) => String.raw`\b(?:with|using|mit|avec|con) (?:the )?${word} {1,2}`,
    value: "chosen",
    caseless: true,
  },
  // Alone in a line behind the one that says what it is.
  {
    words: PASSWORD,
    before: (word) => String.raw`${word}[^\n:]{0,120}:(?: |\\+[rt]|[\r\t])*(?:\n|\\+n)${BLANK}*`,
    value: "chosen",
    after: String.raw`(?:${BLANK}|\\|"|$)`,
    caseless: true,
  },
  {
    words: KEY,
    before: (word) => String.raw`\b${word}(?: \d{1,2})?(?: (?:for \S{1,60} )?(?:is|was)|:| =)? {1,2}\(?`,
    value: "generated",
    quoted: false,
    caseless: true,
  },
  {
    words: "(?:otp|(?:one-time|verification|2fa|mfa|recovery|backup|scratch) (?:code|password|passcode))s?(?: code)?",
    before: (word) => String.raw`\b${word}(?:${WHOSE}?(?: is:?| ?[:=]) {0,2}| )`,
    short: (word) => String.raw`\b${word}(?: (?:for|of) (?:user )?[^\s:]+)?(?: is:?|:|=)? {0,2}`,
    value: "code",
    caseless: true,
  },
  {
    words: "Digest",
    hint: "\\bDigest ",
    before: (word) => String.raw`\b${word} [^\n]{0,600}?\bresponse=`,
    value: "any",
    name: "response",
  },
  {
    words: "PLAIN",
    hint: "\\bAUTH(?:ENTICATE)? PLAIN ",
    before: (word) => String.raw`\bAUTH(?:ENTICATE)? ${word} {1,2}`,
    value: "encoded",
    name: "AUTH",
  },
  {
    words: "PLAIN",
    hint: "\\bSASL PLAIN authentication",
    before: (word) => String.raw`\bSASL ${word} authentication(?: failed)?:? {1,2}`,
    value: "plain",
    name: "AUTH",
  },
  // Behind the user.
  {
    words: "LOGIN",
    hint: "\\bAUTH(?:ENTICATE)? LOGIN ",
    before: (word) => String.raw`\bAUTH(?:ENTICATE)? ${word} {1,2}[A-Za-z0-9+/]{2,200}={0,2} {1,2}`,
    value: "encoded",
    name: "AUTH",
  },
  // Of `elasticsearch-reset-password`, as it stands in a log of lines.
  {
    words: "New value",
    before: (word) => String.raw`\b${word}: {1,2}`,
    value: "generated",
    after: String.raw`(?:${BLANK}|\\|"|$)`,
  },
  {
    words: "[Pp]assword[^\\n:]{0,120} reset\\.?",
    before: (word) => `${word}${BLANK}{1,4}New value: {1,2}`,
    value: "any",
    name: "password",
  },
  // `kubectl create secret generic app --from-literal=key=…`
  { words: "from-literal", before: (word) => `--${word}[= ]`, inside: String.raw`[\w.-]{1,100}=`, value: "chosen" },
  // Twilio's account with its token.
  { words: "AC", hint: "\\bAC[0-9a-f]{32}:", before: (word) => `\\b${word}[0-9a-f]{32}:`, value: "chosen" },
  // Of `.netrc`.
  {
    words: String.raw`machine \S{1,100} login \S{1,100} password`,
    before: (word) => String.raw`\b${word} {1,4}`,
    value: "any",
    name: "password",
  },
  {
    words: String.raw`office\.com/webhook(?:b2)?|hooks\.zapier\.com/hooks/catch`,
    before: (word) => String.raw`\b${word}/(?:[\w@-]{1,100}/IncomingWebhook|\d{1,12})/`,
    value: "any",
    after: String.raw`(?:[\s/?#"'\\]|$)`,
    name: "webhook",
  },
  // `app:…@tcp(db:3306)/shop`
  {
    words: "tcp|unix|udp",
    hint: String.raw`@(?:tcp|unix|udp)\(`,
    before: () => String.raw`(?:^|[\s"'=(\[,])[\w.%+-]{1,64}:`,
    value: "any",
    after: String.raw`@(?:tcp|unix|udp)\(`,
  },
  // `scott/…@//db:1521/shop`
  {
    words: "//",
    hint: String.raw`/[^\s/@]{1,100}@//[\w.-]`,
    before: () => String.raw`(?:^|[\s"'=(\[,])[A-Za-z][\w$#.]{0,60}/`,
    value: "any",
    after: String.raw`@//[\w.-]`,
  },
  // `scott/…@db`
  {
    words: "jdbc:oracle:(?:thin|oci8?):|sqlplus|sqlldr|expdp|impdp",
    before: (word) => String.raw`\b${word}(?: -\w{1,4}){0,4} {0,2}["']?[\w$#.]{1,60}/`,
    value: "any",
    after: "@",
  },
  {
    words: "conn|connect|exp|imp|rman target|userid=",
    hint: String.raw`\b(?:conn|connect|exp|imp|rman target|userid=) {0,2}["']?[\w$#.]{1,60}/[^\s@]{1,100}@`,
    before: (word) => String.raw`\b${word} {0,2}["']?[\w$#.]{1,60}/`,
    value: "chosen",
    after: "@",
    caseless: true,
  },
];
