/** Components that a configuration of Alloy defines itself (`declare`) or imports: Sluice keeps and shows them. */
import type { BlockStatement, Statement } from "../syntax/ast.ts";

/** What a block has to do with such components. */
export type OwnKind = "definition" | "import" | "use";

/** Whether a top-level block defines or imports components, or is one of those. */
export function ownComponents(body: readonly Statement[]): (block: BlockStatement) => OwnKind | undefined {
  const names = new Set<string>();
  for (const one of body)
    if (one.kind === "block" && one.label && definesOrImports(one) !== undefined) names.add(one.label);
  return (block) => definesOrImports(block) ?? (names.has(block.nameParts[0] ?? "") ? "use" : undefined);
}

function definesOrImports({ name, nameParts }: BlockStatement): "definition" | "import" | undefined {
  if (name === "declare") return "definition";
  return nameParts[0] === "import" && nameParts.length === 2 ? "import" : undefined;
}
