/** How the texts of some entries can be read: which stage, which values it yields, and what stands inside one of them. */

/** Texts at one place, by row; undefined: the row has none. */
export type Texts = readonly (string | undefined)[];

export interface ReadValue {
  readonly name: string;
  readonly texts: Texts;
  /** Undefined: none in particular. A message is a text that may have a structure of its own. */
  readonly role?: "message" | undefined;
}

export interface Unnamed {
  /** Words that are the same in all lines. */
  readonly constants: readonly string[];
  /** Other parts: those of a pattern. */
  readonly parts: number;
}

/** Lines that name columns: one, or several of files that were put together. */
export interface HeaderLine {
  readonly texts: readonly string[];
  readonly rows: ReadonlySet<number>;
}

export interface Reading {
  readonly kind: "json" | "logfmt" | "delimited" | "text" | "pairs" | "pattern";
  /** `JSON`, `logfmt`, `lines of time, level and message` */
  readonly title: string;
  /** The values that it can yield; a stage takes out those that are used. */
  readonly values: readonly ReadValue[];
  /** Rows that it reads. */
  readonly rows: ReadonlySet<number>;
  /** What its expression passes over without a name; undefined: nothing. */
  readonly unnamed?: Unnamed | undefined;
  /** The line that names the columns, and is no entry; undefined: there is none. */
  readonly header?: HeaderLine | undefined;
  /** The stage that takes `names` out of the value `source`, or out of the line. */
  readonly write: (source: string | undefined, names: ReadonlySet<string>) => string;
  /** RE2 that fits lines of this kind and no others; for branches. */
  readonly selector: string;
}

export const rowCount = (texts: Texts): number => texts.reduce((sum, text) => sum + (text === undefined ? 0 : 1), 0);
