/**
 * What an endpoint answered, for people: the first line, without the secrets of the request, which some endpoints send
 * back. They are hidden before the text is cut: of a secret that is cut in two nothing would be recognised any more.
 */
import { hideSecrets, SECRET } from "@sluice/engine";

const MAX_SHOWN = 300;
/** A shorter part of a secret stands in texts by chance. */
const MIN_TELLING = 4;
/** Headers that say nothing secret. */
const PUBLIC_HEADER = /^(?:accept(?:-.*)?|content-.*|user-agent|x-scope-orgid|host|connection|cache-control)$/;

/** The secrets that a request carries in its headers (with names in lower case), longest first. */
export function secretsOfHeaders(headers: Readonly<Record<string, string>>): string[] {
  const secrets = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    if (PUBLIC_HEADER.test(name) || value === "") continue;
    secrets.add(value);
    const [scheme = "", token = ""] = value.split(" ", 2);
    if (token !== "") secrets.add(token);
    if (/^basic$/i.test(scheme)) {
      const pair = Buffer.from(token, "base64").toString();
      secrets.add(pair).add(pair.slice(pair.indexOf(":") + 1));
    }
  }
  return [...secrets].sort((a, b) => b.length - a.length);
}

/** The first line of an answer, of which perhaps only the beginning was read. */
export function shownAnswer(text: string, secrets: readonly string[]): string {
  const line = text.trim().split("\n")[0] ?? "";
  const whole = hideSecrets(line, { values: secrets });
  return hideBeginning(whole, secrets).slice(0, MAX_SHOWN);
}

/** A secret of which the text holds only the beginning, since not more was read. */
function hideBeginning(text: string, secrets: readonly string[]): string {
  for (const secret of secrets) {
    for (let length = Math.min(secret.length - 1, text.length); length >= MIN_TELLING; length--)
      if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length) + SECRET;
  }
  return text;
}
