/** Renames a component's label: at its head and in all references. */
import type { TextEdit } from "../base/diagnostic.ts";
import type { Span } from "../base/span.ts";
import { renameComponent } from "../document/edits/edits.ts";
import type { SourceFile } from "../syntax/ast.ts";
import { isValidIdentifier } from "../syntax/index.ts";
import { componentAt } from "./definition.ts";

export interface RenameTarget {
  /** The label at the cursor, without quotes. */
  readonly span: Span;
  readonly label: string;
}

export type Renamed =
  | { readonly ok: true; readonly edits: readonly TextEdit[] }
  | { readonly ok: false; readonly message: string };

/** What can be renamed at `offset`; undefined where no component of the file is named. */
export function renameTarget(file: SourceFile, offset: number): RenameTarget | undefined {
  const named = componentAt(file, offset);
  if (named === undefined) return undefined;
  const { block, at } = named;
  const label = block.label!;
  const head = { start: block.labelSpan!.start + 1, end: block.labelSpan!.end - 1 };
  const spans = renameComponent(file, block, label).map(({ span }) => span);
  const span = spans.find(({ start, end }) => at.start <= start && end <= at.end);
  return span && { span: span.start === block.labelSpan!.start ? head : span, label };
}

/** Gives the component that is named at `offset` the label `to`; a message where that cannot be its label. */
export function rename(file: SourceFile, offset: number, to: string): Renamed {
  const block = componentAt(file, offset)?.block;
  if (block === undefined) return { ok: false, message: "No component is named here." };
  if (!isValidIdentifier(to))
    return {
      ok: false,
      message: `${JSON.stringify(to)} cannot be a label: use letters, digits and underscores, and begin with no digit.`,
    };
  const other = file.body.some(
    (one) => one !== block && one.kind === "block" && one.name === block.name && one.label === to,
  );
  if (other) return { ok: false, message: `There is a ${block.name} ${JSON.stringify(to)} already.` };
  return { ok: true, edits: renameComponent(file, block, to) };
}
