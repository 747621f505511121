/** Kinds of private values. */

/** What opens something, what pays, and what says who somebody is. */
export type PrivateKind =
  | "private_key"
  | "jwt"
  | "token"
  | "password"
  | "card"
  | "iban"
  | "national_id"
  | "mail"
  | "phone"
  | "ip";

/** Those that count first where several are of one stretch. */
export const PRIVATE_KINDS: readonly PrivateKind[] = [
  "private_key",
  "jwt",
  "token",
  "password",
  "card",
  "iban",
  "national_id",
  "mail",
  "phone",
  "ip",
];

/** `secret`: must not leave. `personal`: whether it may, the user decides. */
export type Sensitivity = "secret" | "personal";

const PERSONAL: ReadonlySet<PrivateKind> = new Set(["mail", "phone", "ip"]);

export const sensitivityOf = (kind: PrivateKind): Sensitivity => (PERSONAL.has(kind) ? "personal" : "secret");

/** Those that must not leave. */
export const SECRET_KINDS: ReadonlySet<PrivateKind> = new Set(
  PRIVATE_KINDS.filter((kind) => sensitivityOf(kind) === "secret"),
);

/** How they are called. */
export const PRIVATE_WORDS: Readonly<Record<PrivateKind, string>> = {
  private_key: "private key",
  password: "password or key",
  jwt: "web token",
  token: "access token",
  card: "card number",
  iban: "bank account",
  national_id: "national ID",
  mail: "mail address",
  phone: "phone number",
  ip: "IP address",
};

/** How several are called. */
export const PRIVATE_PLURALS: Readonly<Record<PrivateKind, string>> = {
  private_key: "private keys",
  password: "passwords or keys",
  jwt: "web tokens",
  token: "access tokens",
  card: "card numbers",
  iban: "bank accounts",
  national_id: "national IDs",
  mail: "mail addresses",
  phone: "phone numbers",
  ip: "IP addresses",
};
