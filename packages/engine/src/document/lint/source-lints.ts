/** Lints about what the sources of a pipeline give. */
import type { Lint } from "./lint.ts";
import { kindOfComponent, sendersOf } from "./senders.ts";

/** Sources that get the program's own lines from an API. */
const OF_AN_API: ReadonlySet<string> = new Set(["source.docker", "source.kubernetes", "source.podlogs"]);

export const unwrapsNothing: Lint = {
  code: "unwraps-nothing",
  severity: "warning",
  *find({ file, stages }) {
    const senders = sendersOf(file, stages[0]?.parentBlock);
    if (senders === undefined || senders.length === 0) return;
    if (!senders.every((one) => OF_AN_API.has(kindOfComponent(one)))) return;
    for (const { flow, block } of stages) {
      if (!flow.unwrapsLines) continue;
      yield {
        message: `${senders[0]!.name} gives the program's own lines, in which ${block.name} finds nothing to unwrap`,
        span: block.nameSpan,
        related: [{ message: "sends the lines", span: senders[0]!.nameSpan }],
      };
    }
  },
};
