/** What is private in a document, as it is shown before that is handed on. */
import type { PrivateKind } from "@sluice/engine";
import type { DocumentContent } from "./document.ts";

/** What of a document is handed on: all but what somebody is in the middle of. */
export type SharedContent = Omit<DocumentContent, "draft">;

export interface PrivateRow {
  readonly kind: PrivateKind;
  /** Different values. */
  readonly count: number;
  /** Some of them. */
  readonly values: readonly string[];
  /** What stands for the first. */
  readonly becomes: string;
  /** Offsets in the configuration. */
  readonly configuration: readonly number[];
  /** Indexes of the samples. */
  readonly samples: readonly number[];
  /** Other parts of the document. */
  readonly others: readonly PrivatePart[];
  /** Names of the tests that it stands in: what is replaced there is replaced in their entries and in what they expect. */
  readonly tests: readonly string[];
}

export type PrivatePart = "name" | "labels" | "tests";

/** The content with what is private replaced, all but the kinds that are to stay. */
export interface Screened {
  readonly content: SharedContent;
  readonly rows: readonly PrivateRow[];
}

export const PRIVATE_WORDS: Readonly<Record<PrivateKind, string>> = {
  private_key: "private key",
  password: "password or key",
  jwt: "web token",
  token: "access token",
  card: "card number",
  mail: "mail address",
  ip: "IP address",
};

const SHOWN_WHOLE: ReadonlySet<PrivateKind> = new Set(["mail", "ip"]);

/** A value as it may be shown on a screen that others see. */
export function maskPrivate(kind: PrivateKind, value: string): string {
  if (SHOWN_WHOLE.has(kind)) return value;
  if (kind === "private_key") return "-----BEGIN …";
  return value.length < 12 ? "••••••" : `••••••${value.slice(-4)}`;
}
