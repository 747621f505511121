/** How a stage is written when it is added: as its spec says, or as the first of its examples has it. */
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
