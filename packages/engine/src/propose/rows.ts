/** The values of entries by name, as the stages that are proposed so far leave them. */
import { type Row, textOf } from "./run.ts";

/** A value that a proposed stage takes out. */
export interface Value {
  readonly name: string;
  /** Id of the stage that sets it. */
  readonly stage: string;
  /** By row. */
  readonly texts: readonly (string | undefined)[];
}

export const valuesOf = (rows: readonly Row[], names: readonly string[], stage: string): Value[] =>
  names.map((name) => ({
    name,
    stage,
    texts: rows.map((row) => {
      const text = textOf(row, name);
      return text === "" ? undefined : text;
    }),
  }));

export const present = ({ texts }: Pick<Value, "texts">): string[] => texts.filter((text) => text !== undefined);
