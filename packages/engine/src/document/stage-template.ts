/** How a stage is written when it is added: as the first of its examples has it. */
import type { StageSpec } from "../pipeline/stage-spec.ts";
import { parseFile } from "../syntax/index.ts";

export function stageTemplate({ name, examples }: Pick<StageSpec, "name" | "examples">): string {
  for (const { config } of examples) {
    const block = parseFile(config).file.body.find((one) => one.name === `stage.${name}`);
    if (block !== undefined) return `${config.slice(block.span.start, block.span.end)}\n`;
  }
  return `stage.${name} { }\n`;
}
