/** Private values in a document, as the user sees them before sharing it. */
import type { PrivateKind } from "@sluice/engine";
import type { DocumentContent } from "./document.ts";
import type { SampleEntry } from "./samples.ts";

/** What a shared document contains: everything except unfinished edits. */
export type SharedContent = Omit<DocumentContent, "draft">;

export interface PrivateRow {
  readonly kind: PrivateKind;
  /** Different values. */
  readonly count: number;
  /** Some of them. */
  readonly values: readonly string[];
  /** The replacement of the first. */
  readonly becomes: string;
  /** Offsets in the configuration. */
  readonly configuration: readonly number[];
  /** Indexes of the samples. */
  readonly samples: readonly number[];
  /** Other parts of the document. */
  readonly others: readonly PrivatePart[];
  /** Names of the tests that contain it. It is replaced in their entries and in their expectations. */
  readonly tests: readonly string[];
}

export type PrivatePart = "name" | "labels" | "tests";

/** The content with private values replaced, except the kinds to keep. */
export interface Screened {
  readonly content: SharedContent;
  readonly rows: readonly PrivateRow[];
}

/** Some of the samples of it. */
export interface ScreenedPiece {
  readonly samples: readonly SampleEntry[];
  /** With the first piece: all but the samples. */
  readonly rest: SharedContent | undefined;
  /** With the last piece. */
  readonly rows: readonly PrivateRow[] | undefined;
}

const SHOWN_WHOLE: ReadonlySet<PrivateKind> = new Set(["mail", "ip"]);

/** A value, shortened for a screen that others may see. */
export function maskPrivate(kind: PrivateKind, value: string): string {
  if (SHOWN_WHOLE.has(kind)) return value;
  if (kind === "private_key") return "-----BEGIN …";
  return value.length < 12 ? "••••••" : `••••••${value.slice(-4)}`;
}
