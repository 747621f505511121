/** What stops when a configuration replaces another, in sentences for users. */

export const CONSEQUENCE_KINDS = [
  "no-source",
  "no-sink",
  "listener-closes",
  "listener-changes",
  "source-ends",
  "source-restarts",
  "sink-ends",
  "metrics-end",
  "no-input",
  "no-output",
  "secret-lost",
  "component-ends",
  "stages-end",
  "held-sent",
  "journal-ends",
] as const;
export type ConsequenceKind = (typeof CONSEQUENCE_KINDS)[number];

/** Something that stops; plain data. */
export interface Consequence {
  readonly kind: ConsequenceKind;
  /** Undefined: it concerns the whole. */
  readonly component?: string | undefined;
  /** Entries are lost or doubled, or clients notice. */
  readonly loses: boolean;
  /** One sentence or two, without secrets. */
  readonly text: string;
}

export interface Consequences {
  /** Consequences for the whole first, then losses. */
  readonly consequences: readonly Consequence[];
  /** What the new configuration lacks, whatever the old one has. */
  readonly lacks: readonly ("source" | "sink")[];
}

/** At most this many names are listed. */
const MAX_NAMED = 3;

/** Names within a sentence. */
export function listed(things: readonly string[]): string {
  const named = things.slice(0, MAX_NAMED);
  const more = things.length - named.length;
  if (more > 0) named.push(`${more} more`);
  return named.length === 1 ? named[0]! : `${named.slice(0, -1).join(", ")} and ${named.at(-1)}`;
}
