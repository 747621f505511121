/** The worker's side: a part of its own, which is loaded with the first question. */
import { formatRfc3339, parseRfc3339, proposeAsOf } from "@sluice/engine";
import type { Proposed, ProposeOrder } from "./propose-order.ts";

export function proposeStages(
  lines: readonly string[],
  { clock, written, labels, choices, answers }: Omit<ProposeOrder, "lines">,
): Proposed {
  const options = { start: readTime(clock), labels, choices, answers };
  const { proposal, asOf } = proposeAsOf(lines, options, written === undefined ? undefined : readTime(written));
  return { kind: "proposed", proposal, asOf: asOf === undefined ? undefined : formatRfc3339(asOf) };
}

function readTime(text: string): bigint {
  const time = parseRfc3339(text);
  if (time === undefined) throw new Error(`${text} is no time in RFC 3339`);
  return time;
}
