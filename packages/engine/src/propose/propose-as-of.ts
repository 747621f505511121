/** A proposal for lines that may have no year: it is that of when they were written, or the year before. */
import { DAY, formatRfc3339, type Nanos, parseRfc3339, SECOND } from "@sluice/languages/base";
import type { Proposal, ProposeOptions } from "./proposal.ts";
import { propose } from "./propose.ts";

export interface ProposalAsOf {
  readonly proposal: Proposal;
  /** The clock that gives the year, where the lines have none and it is not `start`. */
  readonly asOf: Nanos | undefined;
}

/** Earlier ones are what archives and images write in place of a time. */
const FIRST_WRITTEN = 946_684_800_000_000_000n;

/** `written`: when the last line was, at the latest; undefined: `start` is to give the year, whatever the lines say. */
export function proposeAsOf(
  lines: readonly string[],
  options: ProposeOptions,
  written: Nanos | undefined,
): ProposalAsOf {
  if (written === undefined) return { proposal: propose(lines, options), asOf: undefined };
  const { start } = options;
  const end = written < FIRST_WRITTEN ? start : written;
  const isStart = end <= start ? start - end < DAY : end - start < DAY;
  const at = isStart ? start : end;
  // Also where the lines have a year: which of two numbers is the day is judged by what lies ahead of that moment.
  const proposal = propose(lines, { ...options, start: at });
  if (proposal.figures.yearless === 0) return { proposal, asOf: undefined };
  if (proposal.figures.ahead === 0) return { proposal, asOf: isStart ? undefined : at };
  const earlier = endOfYearBefore(at);
  return { proposal: propose(lines, { ...options, start: earlier }), asOf: earlier };
}

function endOfYearBefore(time: Nanos): Nanos {
  const begin = parseRfc3339(`${formatRfc3339(time).slice(0, 4)}-01-01T00:00:00Z`);
  return begin === undefined ? time : begin - SECOND;
}
