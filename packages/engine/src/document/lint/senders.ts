/** What sends entries to a component, where its document says all of it. */
import { onceFor } from "../../base/once-for.ts";
import type { BlockStatement, SourceFile } from "../../syntax/ast.ts";
import { pathOf, walkExpression, walkStatements } from "../../syntax/index.ts";

/** By the receiver's path: the components that forward to it; undefined where something else names it. */
type Senders = ReadonlyMap<string, readonly BlockStatement[] | undefined>;

const sendersIn = onceFor((file: SourceFile): Senders => {
  const found = new Map<string, BlockStatement[] | undefined>();
  walkStatements(file.body, (statement, parents) => {
    if (statement.kind !== "attribute") return;
    walkExpression(statement.value, (one) => {
      const path = one.kind === "access" ? pathOf(one) : undefined;
      if (path?.at(-1) !== "receiver") return true;
      const key = path.join(".");
      const [component, ...inside] = parents;
      const isForward = statement.name === "forward_to" && component !== undefined && inside.length === 0;
      if (!isForward || (found.has(key) && found.get(key) === undefined)) found.set(key, undefined);
      else found.set(key, [...(found.get(key) ?? []), component]);
      return false;
    });
  });
  return found;
});

/** The components that send entries to `component`; undefined where others may. */
export function sendersOf(
  file: SourceFile,
  component: BlockStatement | undefined,
): readonly BlockStatement[] | undefined {
  if (component?.label === undefined) return undefined;
  return sendersIn(file).get([...component.nameParts, component.label, "receiver"].join("."));
}

/** The name of a component without its dialect: `source.file`. */
export const kindOfComponent = ({ nameParts }: BlockStatement): string => nameParts.slice(1).join(".");
