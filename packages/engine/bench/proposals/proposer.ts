/** What is measured: the one place that knows how stages are proposed for lines. */
import type { Nanos } from "@sluice/languages/base";
import { offerFormat } from "../../src/detect/index.ts";

/** A body of stages for `lines`, empty where nothing is proposed; `start`: when somebody looks at them. */
export function proposeStages(lines: readonly string[], start: Nanos): string {
  const offer = offerFormat(lines, start);
  return offer === undefined ? "" : `${offer.formats.map(({ stages }) => stages).join("\n")}\n`;
}
