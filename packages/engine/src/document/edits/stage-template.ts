/** The text of a new stage: from its spec, or its first example. */
import type { StageSpec } from "../../pipeline/stage-spec.ts";
import { parseFile } from "../../syntax/index.ts";

export function stageTemplate({ name, examples, added }: Pick<StageSpec, "name" | "examples" | "added">): string {
  if (added !== undefined) return added;
  for (const { config } of examples) {
    const block = parseFile(config).file.body.find((one) => one.name === `stage.${name}`);
    if (block !== undefined) return `${config.slice(block.span.start, block.span.end)}\n`;
  }
  return `stage.${name} { }\n`;
}
