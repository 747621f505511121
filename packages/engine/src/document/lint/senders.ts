/** What sends entries to a component, where its document says all of it. */
import { onceFor } from "../../base/once-for.ts";
import type { BlockStatement, Expression, SourceFile } from "../../syntax/ast.ts";
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

/** All labels that entries may have when `senders` send them: of files whose targets are written out. */
export function labelsOf(
  file: SourceFile,
  senders: readonly BlockStatement[] | undefined,
): ReadonlySet<string> | undefined {
  if (senders === undefined || senders.length === 0) return undefined;
  const labels = new Set(["filename"]);
  for (const sender of senders) {
    const targets = kindOfComponent(sender) === "source.file" ? writtenTargets(file, sender, "targets") : undefined;
    if (targets === undefined) return undefined;
    for (const name of targets) labels.add(name);
  }
  return labels;
}

/** Names of the labels in a list of targets, or in that of the `local.file_match` that it names. */
function writtenTargets(file: SourceFile, { body }: BlockStatement, argument: string): readonly string[] | undefined {
  const attribute = body.find(({ kind, name }) => kind === "attribute" && name === argument);
  if (attribute?.kind !== "attribute") return undefined;
  const { value } = attribute;
  if (value.kind === "array") return value.elements.every(isObject) ? value.elements.flatMap(namesOf) : undefined;
  const path = pathOf(value);
  if (argument !== "targets" || path?.slice(0, 2).join(".") !== "local.file_match") return undefined;
  const matched = file.body.find(
    (one): one is BlockStatement => one.kind === "block" && one.name === "local.file_match" && one.label === path[2],
  );
  return matched && writtenTargets(file, matched, "path_targets");
}

const isObject = (value: Expression): boolean => value.kind === "object";
const namesOf = (value: Expression): string[] => (value.kind === "object" ? value.fields.map(({ name }) => name) : []);
