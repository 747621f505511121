/** The values of entries by name, as the stages that are proposed so far leave them. */
/** A value that a proposed stage takes out. */
export interface Value {
  readonly name: string;
  /** Id of the stage that sets it. */
  readonly stage: string;
  /** It stands in what is said: one message has it, and the next one may not. */
  readonly said: boolean;
  /** By row. */
  readonly texts: readonly (string | undefined)[];
}

export const present = ({ texts }: Pick<Value, "texts">): string[] => texts.filter((text) => text !== undefined);
