/** Kinds of private values. */

export type SecretKind = "private_key" | "jwt" | "token" | "password" | "card" | "mail";
/** With parts that are not secret and belong to no other value. */
export type PrivateKind = SecretKind | "ip";

/** Those that count first where several are of one stretch. */
export const PRIVATE_KINDS: readonly PrivateKind[] = ["private_key", "jwt", "token", "password", "card", "mail", "ip"];
