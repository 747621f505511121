/** Which names say that their value is a secret, and which values are none all the same. */

/** The last words of names whose values are secrets. What ends in `_file` names a place and is none. */
const SECRET_NAME =
  /(?:^|_)(?:password|passwd|passphrase|pwd|secret|token|jwt|credentials?|(?:api|access|account|auth|private|secret|shared|signing|encryption|master)_?key|key_pem|signature|sig|auth|authorization|cookie|session_?id)$/;

/** Words that are written as one with what says whose they are: `PGPASSWORD`, `authToken` in small letters. */
const JOINED_NAME =
  /(?:[a-z0-9](?:password|passwd|passphrase)|(?:^|_)(?:(?:auth|access|refresh|bearer|csrf|xsrf|id|api|session)token|set_cookies?|cookies|client_?secret|[a-z]+_pass))$/;

/** In each of those names stands one of these. */
const IN_NAMES = /pass|pwd|secret|token|jwt|cred|key|sig|auth|cookie|session/i;

/** Whether a name that says so may stand in a text at all. */
export const mayHoldSecretName = (text: string): boolean => IN_NAMES.test(text);

/** Names that were asked about: logs repeat the same few. */
const asked = new Map<string, boolean>();
const MAX_ASKED = 1000;

/** Whether a name says that its value is a secret: `bearer_token`, `X-Api-Key`, `clientSecret`. */
export function isSecretName(name: string): boolean {
  let known = asked.get(name);
  if (known !== undefined) return known;
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .toLowerCase();
  known = SECRET_NAME.test(words) || JOINED_NAME.test(words);
  if (asked.size >= MAX_ASKED) asked.clear();
  if (name.length <= 100) asked.set(name, known);
  return known;
}

/** Nothing, and what was hidden before. */
const NOTHING =
  /^(?:null|none|nil|true|false|undefined|<nil>|-|\(null\)|\(secret\)|[*•.#]+|[\][(){}<>;:=,|&\\"'`]+|x{4,}|[[(<{]?(?:redacted|masked|hidden|filtered|removed|omitted|sensitive|censored)[\])>}]?|\*+[a-z]+\*+|(?:<[a-z][\w .:-]{0,40}>\s*)+|\$\{?[a-z_]\w*\}?|\{\{.*\}\})$/i;

export const isNothing = (value: string): boolean => value === "" || NOTHING.test(value);
