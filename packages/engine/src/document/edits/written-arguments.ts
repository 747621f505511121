/** The written arguments of components, for people: `http.listen_port`, `3100`. */
import { isStage } from "../../pipeline/decode-stages.ts";
import { parseFile, walkStatements } from "../../syntax/index.ts";
import { componentBlocks } from "../graph/graph.ts";

export interface WrittenArgument {
  readonly name: string;
  readonly value: string;
}

/** Characters of one value, and arguments of one component. */
const MAX_VALUE = 2000;
const MAX_ARGUMENTS = 200;

/** By the component's id, in the order of the text; those of stages are left out. */
export function writtenArguments(text: string): Map<string, WrittenArgument[]> {
  const { file } = parseFile(text);
  return new Map(
    componentBlocks(file).map(({ id, block }) => {
      const found: WrittenArgument[] = [];
      walkStatements(block.body, (statement, parents) => {
        if (statement.kind !== "attribute" || parents.some(isStage) || found.length === MAX_ARGUMENTS) return;
        const { start, end } = statement.value.span;
        const value = text.slice(start, end);
        const name = [...parents, statement].map((one) => one.name).join(".");
        found.push({ name, value: value.length > MAX_VALUE ? `${value.slice(0, MAX_VALUE)}…` : value });
      });
      return [id, found];
    }),
  );
}
