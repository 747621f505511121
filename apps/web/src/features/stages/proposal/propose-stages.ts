/** The worker's side: a part of its own, which is loaded with the first question. */
import { parseRfc3339, propose } from "@sluice/engine";
import type { Proposed, ProposeOrder } from "./propose-order.ts";

export function proposeStages(
  lines: readonly string[],
  { clock, labels, choices, answers }: Omit<ProposeOrder, "lines">,
): Proposed {
  const start = parseRfc3339(clock);
  if (start === undefined) throw new Error(`${clock} is no time in RFC 3339`);
  return { kind: "proposed", proposal: propose(lines, { start, labels, choices, answers }) };
}
