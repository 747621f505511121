/** Components that send nothing, because the list of their receivers is empty: Alloy loads them, and drops all that they get. */
import type { Span } from "../../base/span.ts";
import type { BlockStatement, SourceFile } from "../../syntax/ast.ts";
import { FORWARD_TO } from "../receiver-arguments.ts";
import { componentBlocks } from "./graph.ts";

export interface EmptyForward {
  /** `logs.process "main"` */
  readonly what: string;
  /** A sentence about it, without a capital and a full stop. */
  readonly why: string;
  /** Of the argument. */
  readonly span: Span;
}

/** `logs.process "main"` */
export const titleOf = ({ name, label }: BlockStatement): string => (label ? `${name} ${JSON.stringify(label)}` : name);

/** In the order of the text. */
export function emptyForwards(file: Pick<SourceFile, "body">): readonly EmptyForward[] {
  return componentBlocks(file).flatMap(({ block }) =>
    block.body.flatMap((one): EmptyForward[] =>
      one.kind === "attribute" &&
      one.name === FORWARD_TO &&
      one.value.kind === "array" &&
      one.value.elements.length === 0
        ? [{ what: titleOf(block), why: `sends nothing: its ${FORWARD_TO} is empty`, span: one.span }]
        : [],
    ),
  );
}
