/** What stops when a configuration takes another's place, as it is told. */

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
] as const;
export type ConsequenceKind = (typeof CONSEQUENCE_KINDS)[number];

/** Something that stops; plain data. */
export interface Consequence {
  readonly kind: ConsequenceKind;
  /** Undefined: it is about the whole. */
  readonly component?: string | undefined;
  /** Entries are lost or doubled, or somebody outside notices. */
  readonly loses: boolean;
  /** One sentence or two, without secrets. */
  readonly text: string;
}

export interface Consequences {
  /** What is about the whole first, then what loses something. */
  readonly consequences: readonly Consequence[];
  /** What the new configuration has none of, whatever the old one has. */
  readonly lacks: readonly ("source" | "sink")[];
}
