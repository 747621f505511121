/** Where a name in a configuration is declared: from a reference to the component that it refers to, and back. */
import type { Span } from "../base/span.ts";
import { referencesOf } from "../document/open-document.ts";
import type { BlockStatement, SourceFile } from "../syntax/ast.ts";
import { ComponentNames } from "./component-names.ts";

/** The component that is named at `offset`, by its own head or a reference, and where; undefined elsewhere. */
export function componentAt(
  { body }: Pick<SourceFile, "body">,
  offset: number,
): { readonly block: BlockStatement; readonly at: Span } | undefined {
  const names = new ComponentNames({ body });
  const isAt = ({ start, end }: Span) => start <= offset && offset <= end;
  for (const block of names.all()) if (isAt(headOf(block))) return { block, at: headOf(block) };
  const here = referencesOf({ body }).find(({ span }) => isAt(span));
  const block = here && names.find(here.path);
  return block && { block, at: here.span };
}

/** The head of the component (name and label) that the reference at `offset` leads to; undefined elsewhere. */
export function definition({ body }: SourceFile, offset: number): Span | undefined {
  const reference = referencesOf({ body }).find(({ span }) => span.start <= offset && offset <= span.end);
  const target = reference && new ComponentNames({ body }).find(reference.path);
  return target && headOf(target);
}

/** Every place that refers to the component whose head (or a reference to which) is at `offset`. */
export function references({ body }: Pick<SourceFile, "body">, offset: number): Span[] {
  const target = componentAt({ body }, offset)?.block;
  if (target === undefined) return [];
  const names = new ComponentNames({ body });
  return referencesOf({ body }).flatMap(({ path, span }) => (names.find(path) === target ? [span] : []));
}

/** The head of the component that is named at `offset`; undefined elsewhere. */
export function declaration(file: Pick<SourceFile, "body">, offset: number): Span | undefined {
  const block = componentAt(file, offset)?.block;
  return block && headOf(block);
}

const headOf = (block: BlockStatement): Span => ({ start: block.nameSpan.start, end: block.labelSpan!.end });
