/** Where a name in a configuration is declared: from a reference to the component that it refers to, and back. */
import type { Span } from "../base/span.ts";
import { referencesOf } from "../document/open-document.ts";
import type { BlockStatement, SourceFile, Statement } from "../syntax/ast.ts";
import type { Reference } from "../syntax/index.ts";

/** The component that is named at `offset`, by its own head or a reference, and where; undefined elsewhere. */
export function componentAt(
  { body }: Pick<SourceFile, "body">,
  offset: number,
): { readonly block: BlockStatement; readonly at: Span } | undefined {
  const isAt = ({ start, end }: Span) => start <= offset && offset <= end;
  const declared = components(body).find((block) => isAt(headOf(block)));
  if (declared !== undefined) return { block: declared, at: headOf(declared) };
  const here = referencesOf({ body }).find(({ span }) => isAt(span));
  const block = here && components(body).find((one) => refersTo(here, one));
  return block && { block, at: here.span };
}

/** The head of the component (name and label) that the reference at `offset` leads to; undefined elsewhere. */
export function definition({ body }: SourceFile, offset: number): Span | undefined {
  const reference = referencesOf({ body }).find(({ span }) => span.start <= offset && offset <= span.end);
  const target = reference && components(body).find((block) => refersTo(reference, block));
  return target && headOf(target);
}

/** Every place that refers to the component whose head (or a reference to which) is at `offset`. */
export function references({ body }: Pick<SourceFile, "body">, offset: number): Span[] {
  const target = componentAt({ body }, offset)?.block;
  const found = referencesOf({ body });
  return target === undefined ? [] : found.filter((reference) => refersTo(reference, target)).map(({ span }) => span);
}

const components = (body: readonly Statement[]): BlockStatement[] =>
  body.filter((statement): statement is BlockStatement => statement.kind === "block" && Boolean(statement.label));

const headOf = (block: BlockStatement): Span => ({ start: block.nameSpan.start, end: block.labelSpan!.end });

function refersTo({ path }: Reference, block: BlockStatement): boolean {
  const id = [...block.nameParts, block.label!];
  return path.length >= id.length && id.every((part, i) => part === path[i]);
}
