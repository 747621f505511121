/**
 * The names of components in the other dialect, Sluice's (`logs.process`) or Alloy's (`loki.process`), with all references. A
 * spec has both names; the written name decides the names of metrics.
 */
import type { TextEdit } from "../../base/diagnostic.ts";
import { COMPONENT_CATALOG } from "../../components/index.ts";
import type { Dialect } from "../../pipeline/stage.ts";
import type { BlockStatement, Expression, SourceFile } from "../../syntax/ast.ts";
import { pathOf, walkExpression, walkStatements } from "../../syntax/index.ts";

export type DialectEdits =
  | {
      readonly ok: true;
      readonly edits: readonly TextEdit[];
      /** Ids of components without a name in the dialect; they are not changed. */
      readonly kept: readonly string[];
      /** Alloy's substitutes for them, a sentence each. */
      readonly hints: readonly string[];
    }
  /** Why it cannot be done, as a sentence. */
  | { readonly ok: false; readonly reason: string };

/** Renames every component of the file to its name in `dialect`, with all references. */
export function editDialect(file: SourceFile, dialect: Dialect): DialectEdits {
  const blocks = file.body.filter((one): one is BlockStatement => one.kind === "block");
  const ids = new Set(blocks.map(idOf));
  const kept: string[] = [];
  const hints: string[] = [];
  const edits: TextEdit[] = [];
  const renamed = new Map<string, readonly string[]>();
  for (const block of blocks) {
    const spec = COMPONENT_CATALOG.get(block.name);
    if (spec === undefined) continue;
    const name = dialect === "logs" ? spec.name : spec.alias;
    if (name === undefined) kept.push(idOf(block));
    if (name === undefined && spec.inAlloy !== undefined) hints.push(`For ${idOf(block)} Alloy has ${spec.inAlloy}.`);
    if (name === undefined || name === block.name) continue;
    const id = idOf({ ...block, name });
    if (ids.has(id))
      return { ok: false, reason: `There is already a component ${id}, so ${idOf(block)} cannot have this name.` };
    edits.push({ span: block.nameSpan, text: name });
    renamed.set(idOf(block), name.split("."));
  }
  walkStatements(file.body, (statement) => {
    if (statement.kind !== "attribute") return;
    walkExpression(statement.value, (e) => {
      const parts = e.kind === "access" ? renamed.get(pathOf(e)?.join(".") ?? "") : undefined;
      if (parts !== undefined) edits.push(...renameParts(e, parts));
      return true;
    });
  });
  return { ok: true, edits, kept, hints };
}

const idOf = ({ name, label }: Pick<BlockStatement, "name" | "label">): string => (label ? `${name}.${label}` : name);

/** Part by part, so that blanks and comments between them stay; both names have the same number of parts. */
function renameParts(e: Expression, parts: readonly string[]): TextEdit[] {
  if (e.kind === "identifier") return e.name === parts[0] ? [] : [{ span: e.span, text: parts[0]! }];
  if (e.kind !== "access") return [];
  const path = pathOf(e)!;
  const at = path.length - 1;
  const own = at < parts.length && e.name !== parts[at] ? [{ span: e.nameSpan, text: parts[at]! }] : [];
  return [...renameParts(e.value, parts), ...own];
}
