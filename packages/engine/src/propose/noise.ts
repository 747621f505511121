/** Entries that nobody reads: health checks. Dropping them is offered, and done on request alone. */
import { writeStage } from "../detect/index.ts";
import { writeText } from "../syntax/index.ts";
import { HEALTH_PATH } from "../vocabulary/index.ts";
import type { PlannedStage } from "./plan.ts";
import type { Value } from "./rows.ts";

export function findNoise(values: readonly Value[], entries: number): PlannedStage | undefined {
  const regex = new RegExp(HEALTH_PATH);
  for (const { name, texts, stage } of values) {
    if (!/^(?:path|uri|url|request_uri|requesturi|target|endpoint)$/i.test(name)) continue;
    const found = texts.filter((text) => text !== undefined && regex.test(text)).length;
    if (found < Math.max(2, entries * 0.01)) continue;
    return {
      id: "noise",
      layer: "noise",
      says: `Drop health checks, by ${name}`,
      evidence: [`${found} of ${entries} entries`],
      byDefault: false,
      needs: [stage],
      branch: undefined,
      write: () =>
        writeStage("drop", {
          source: writeText(name),
          expression: writeText(HEALTH_PATH),
          drop_counter_reason: writeText("health_check"),
        }),
    };
  }
  return undefined;
}
