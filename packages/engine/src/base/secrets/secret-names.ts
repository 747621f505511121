/** Which names say that their value is a secret, and which of those values still are none. */

/** Last words of names whose values are secrets. A name that ends in `_file` is a place and not a secret. */
const SECRET_NAME =
  /(?:^|_)(?:password|passwd|passphrase|pwd|secret|token|jwt|credentials?|(?:api|access|account|auth|private|secret|shared|signing|encryption|master)_?key|key_pem|signature|sig|auth|authorization|cookie|session_?id)$/;

/** Words that are joined to a prefix: `PGPASSWORD`, `authToken` in lower case. */
const JOINED_NAME =
  /(?:[a-z0-9](?:password|passwd|passphrase)|(?:^|_)(?:(?:auth|access|refresh|bearer|csrf|xsrf|id|api|session)token|set_cookies?|cookies|client_?secret|[a-z]+_pass|(?:j|php|asp_net_)sess(?:ion)?_?id|connect_sid))$/;

/** Each of those names contains one of these. */
export const IN_SECRET_NAMES = /pass|pwd|secret|token|jwt|cred|key|sig|auth|cookie|sess|connect.{0,3}sid/i;

/** Whether a text can contain such a name at all. */
export const mayHoldSecretName = (text: string): boolean => IN_SECRET_NAMES.test(text);

/** Cache of answers: logs repeat the same few names. */
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
