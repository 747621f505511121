/** Which names say that their value is a secret, and which of those values still are none. */

/** Words for a password in the languages of logs. */
export const PASSWORD_NOUNS: readonly string[] =
  "password|passwd|passphrase|passcode|passwort|kennwort|mot de passe|palavra-passe|parola|kata sandi|m\u1eadt kh\u1ea9u|geslo|slapta\u017eodis|\u03ba\u03c9\u03b4\u03b9\u03ba\u03cc\u03c2 \u03c0\u03c1\u03cc\u03c3\u03b2\u03b1\u03c3\u03b7\u03c2|\u0643\u0644\u0645\u0629 (?:\u0627\u0644\u0645\u0631\u0648\u0631|\u0627\u0644\u0633\u0631)|\u05e1\u05d9\u05e1\u05de\u05d4|\u092a\u093e\u0938\u0935\u0930\u094d\u0921|\u0e23\u0e2b\u0e31\u0e2a\u0e1c\u0e48\u0e32\u0e19|contraseña|senha|wachtwoord|passord|lösenord|adgangskode|salasana|has\u0142o|heslo|jelszó|\u015fifre|parool|lozinka|\u043f\u0430\u0440\u043e\u043b\u044c|\u5bc6\u7801|\u5bc6\u78bc|\u30d1\u30b9\u30ef\u30fc\u30c9|\ube44\ubc00\ubc88\ud638".split(
    "|",
  );

/** What may follow a password's name: `password_confirmation`, `password2`. */
const SAME_AGAIN =
  /(?<=pass(?:word|wd|phrase|code)|pwd)(?:_?(?:confirm(?:ation)?|again|repeat|plain(?:_?text)?|clear(?:_?text)?|raw))?_?\d{0,2}$/;
/** Numbers of a card that it is paid with. */
const CARD_CODE = /(?:^|_)(?:cvv2?|cvc2?|cvn|card_(?:verification|security)_(?:code|value|number))$/;
const PASSWORD = [...PASSWORD_NOUNS.map(wordsOf), "motdepasse", "pwd"].join("|");

/** Last words of names whose values are secrets. A name that ends in `_file` is a place and not a secret. */
const SECRET_NAME = new RegExp(
  `(?:^|_)(?:${PASSWORD}|secret|token|jwt|credentials?|(?:api|app|access|account|auth|private|secret|shared|signing|encryption|master|unseal|recovery)_?key|secret_key_base|(?:store|key)_?pass|key_pem|signature|sig|auth|authorization|cookie|session_?id|saml_?(?:response|assertion))$`,
);

/** Words that are joined to a prefix: `PGPASSWORD`, `authToken` in lower case. */
const JOINED_NAME =
  /(?:[a-z0-9](?:password|passwd|passphrase|passwort|kennwort)|\u5bc6[\u7801\u78bc]|\u30d1\u30b9\u30ef\u30fc\u30c9|\ube44\ubc00\ubc88\ud638|(?:^|_)(?:(?:auth|access|refresh|bearer|csrf|xsrf|id|api|session)token|set_cookies?|cookies|client_?secret|[a-z]+_pass|(?:j|php|asp_net_)sess(?:ion)?_?id|connect_sid))$/;

/** Names of results, counts and settings as well: what their values look like decides. */
const DOUBTFUL_NAME = /(?:^|_)(?:pass|passe|pw|psk|secret_id)$/;
/** Of what is typed once or at a door; a pin of a chip has a shorter number. */
const CODE_NAME =
  /(?:^|_)(?:t?otp(?:_code)?)$|^(?:(?:user|card|login|sim|door|new|old|current|customer|account)_){0,2}pin(?:_?(?:code|number))?$/;
const PASSWORD_NAME = new RegExp(`(?:${PASSWORD}|(?:^|_)(?:pass|passe|pw|psk))$`);

/** Each of those names contains one of these. */
export const IN_SECRET_NAMES = new RegExp(
  `pin(?:[_-]?(?:code|number))?(?![a-z])|cv[vc]|cvn|card.?(?:verif|secur)|otp|pass|pw|psk|secret|token|jwt|cred|key|sig|auth|cookie|sess|saml|connect.{0,3}sid|${[
    ...new Set(PASSWORD_NOUNS.flatMap((noun) => [noun, wordsOf(noun)])),
  ]
    .filter((noun) => !noun.includes("pass"))
    .join("|")}`,
  "i",
);

/** Characters of bare names, as in a class. */
export const NAME_START = String.raw`A-Za-z_\u00c0-\u024f\u0400-\u04ff\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af`;

/** Whether a text can contain such a name at all. */
export const mayHoldSecretName = (text: string): boolean => IN_SECRET_NAMES.test(text);

type Telling = "secret" | "doubtful" | "none";

/** Cache of answers: logs repeat the same few names. */
const asked = new Map<string, Telling>();
const MAX_ASKED = 1000;

function tells(name: string): Telling {
  let known = asked.get(name);
  if (known !== undefined) return known;
  const words = wordsOf(name);
  const secret = SECRET_NAME.test(words) || JOINED_NAME.test(words) || CARD_CODE.test(words);
  known = secret ? "secret" : DOUBTFUL_NAME.test(words) || CODE_NAME.test(words) ? "doubtful" : "none";
  if (asked.size >= MAX_ASKED) asked.clear();
  if (name.length <= 100) asked.set(name, known);
  return known;
}

/** In lower case, joined by `_`, without accents, marks around and what repeats a name. */
function wordsOf(name: string): string {
  const plain = /^[\0-\x7f]*$/.test(name)
    ? name
    : name.replaceAll("\u0142", "l").normalize("NFKD").replace(/\p{M}/gu, "").normalize("NFC");
  return (
    plain
      .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
      .replace(/[^\p{L}\p{N}]+/gu, "_")
      // An internal label, as `__session_id__`, is none of them.
      .replace(/_$/, (end) => (name.endsWith("__") ? end : ""))
      .toLowerCase()
      .replace(SAME_AGAIN, "")
  );
}

/** Whether a name says that its value is a secret: `bearer_token`, `X-Api-Key`, `clientSecret`. */
export const isSecretName = (name: string): boolean => tells(name) === "secret";

/** Whether the value of that name is a secret if it looks like one (`looksMeant`): `pass`, `pw`, `pin`. */
export const isDoubtfulName = (name: string): boolean => tells(name) === "doubtful";

/** Whether the value of that name is a code of digits. */
export const isCodeName = (name: string): boolean => CODE_NAME.test(wordsOf(name));

/** Whether the value of that name is the code of a card: three or four digits. */
export const isCardCodeName = (name: string): boolean => CARD_CODE.test(wordsOf(name));

/** Whether the value of a doubtful name is a secret. */
export const looksMeant = (name: string, value: string): boolean =>
  isCodeName(name) ? CODE.test(value) : looksChosen(value);

/** Digits, or groups that are typed once. */
export const CODE = /^\d{4,8}$|^(?=.*\d)[A-Za-z0-9]{4,6}(?:-[A-Za-z0-9]{4,6}){1,7}$/;

/** Whether the value of that name is a password, whatever it looks like. */
export const isPasswordName = (name: string): boolean => PASSWORD_NAME.test(wordsOf(name));

/** Nothing, and what was hidden before. */
const NOTHING =
  /^(?:null|none|nil|true|false|yes|no|undefined|<nil>|-|\(null\)|\(secret\)|[*•.#]+|[-+?\][(){}<>;:=,|&\\"'`]+|x{4,}|[[(<{]?(?:redacted|masked|hidden|filtered|removed|omitted|sensitive|censored)[\])>}]?|\*+[a-z]+\*+|(?:<[a-z][\w .:-]{0,40}>\s*)+|\$\{?[a-z_]\w*\}?|\$\{[^{}]*\}|\$\([^()]*\)|\$\{\{.*\}\}|%[-+# 0]?\d*[a-z]|%\w+%|%\(\w+\)s|\$\d{1,2}|\?+|\{\{.*\}\})$/i;

export const isNothing = (value: string): boolean => value === "" || NOTHING.test(value.trim());

/** Numbers with units, versions, times, files, addresses, pairs, paths and names of algorithms. */
const NO_PASSWORD =
  /^(?:[\d.,:/_+-]+[a-z%°µ]{0,7}|v?\d+(?:\.\d+)+\S*|\d{4}-\d\d-\d\dT\S+|0x[0-9a-f]+|[\w./\\-]+\.[a-z]{1,5}(?::\d+)*|[a-z]:?[/\\]\S*|[\w.-]*[/\\][\w./\\-]*|[a-z]+:\/\/\S*|[\w.-]+[=:](?!=*$)\S*|[\w.-]+\(\S*|[\w.%+-]+@[\w.-]+|(?:sha|md|utf|base|aes|rsa|hs|rs|es|ec|ed|ipv|oauth|http|tls|ssl|pbkdf|argon|win)-?\d[\w-]{0,8})$/i;

/** Whether it looks as passwords do, by its characters: letters with digits, or with signs among them. */
export function looksChosen(value: string): boolean {
  if (value.length < 4 || value.length > 200 || /\s/.test(value) || NO_PASSWORD.test(value)) return false;
  return (/\p{L}/u.test(value) && /\d/.test(value)) || /\p{L}[!#$%^&*+=~]+\p{L}/u.test(value);
}
