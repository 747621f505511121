/**
 * Hashes of passwords, which can be guessed: as `crypt` and the like write them, Django, PostgreSQL and LDAP; in the syntax of
 * RE2 and JavaScript.
 */
const CRYPT = String.raw`\$(?:2[abxy]?|[1567yPHS]|gy|apr1|md5|sha1|argon2(?:id?|d)|scrypt|bcrypt(?:-sha256)?|pbkdf2(?:-sha\d{1,3})?)\$`;
const FRAMEWORK = String.raw`\b(?:pbkdf2_sha\d{1,3}|bcrypt_sha256|argon2|scrypt)\$`;
const LDAP = String.raw`\{(?:S?SHA(?:256|384|512)?|S?MD5|CRYPT)\}`;
const SCRAM = String.raw`\bSCRAM-SHA-\d{1,3}\$\d{1,9}:[\w+/=]{8,100}\$[\w+/=]{20,100}:[\w+/=]{20,100}`;
export const PASSWORD_HASH = String.raw`(?:(?:${CRYPT}|${FRAMEWORK}|${LDAP})[\w./$+=,-]{20,300}|${SCRAM})`;

/** A text without one of these has none. */
const HINT = /\$|\{(?:S?SHA|S?MD5|CRYPT)/;
export const mayHoldHash = (text: string): boolean => HINT.test(text);

const PARTS = new RegExp(`^(${CRYPT}|${FRAMEWORK}|${LDAP}(?:${CRYPT})?|SCRAM-SHA-\\d{1,3}\\$)(.*)$`);
/** Cost and parameters, which are no secret: `12`, `rounds=5000`, `m=65536,t=3,p=4`. */
const PARAMETERS = /^(?:\d{1,7}|[a-z]+=\d+(?:,[a-z]+=\d+)*)$/;
/** Zeros before the number of a stand-in at least. */
const ZEROS = 10;

/** What looks like a stand-in, as the source of an expression. */
export const HASH_STAND_IN = String.raw`(?:\$|\{[A-Z\d]{3,8}\}|:)[\w=,$:]{0,200}?0{${ZEROS}}[0:=]{0,300}\d{1,6}={0,2}(?![\w./$])`;
const WHOLE = new RegExp(`^${PASSWORD_HASH}$`);

/** Stand-in for a hash, with the same scheme, parameters and lengths; undefined: it is none. `number`: at most six digits. */
export function hashStandIn(value: string, number: number): string | undefined {
  const parts = WHOLE.test(value) ? PARTS.exec(value) : null;
  if (parts === null) return undefined;
  const rest = parts[2]!.split("$").map((part) => {
    const iterations = /^\d{1,9}:/.exec(part)?.[0] ?? "";
    return PARAMETERS.test(part) ? part : iterations + part.slice(iterations.length).replace(/[^:=]/g, "0");
  });
  const all = rest.join("$");
  const last = /0+(?==*$)/.exec(all);
  if (last === null || last[0].length < ZEROS + 6) return undefined;
  return (
    parts[1]! +
    all.slice(0, last.index) +
    String(number).padStart(last[0].length, "0") +
    all.slice(last.index + last[0].length)
  );
}
