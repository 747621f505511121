/** A proposal as of the present, or of last year, where the lines have no year and would lie in the future. */
import { formatRfc3339, type Proposal, type ProposeOptions, parseRfc3339, propose } from "@sluice/engine";

export interface AsOf {
  readonly proposal: Proposal;
  /** What is said about it; empty: nothing. */
  readonly note: string;
}

/** `given`: somebody said when the lines were read. */
export function proposeAsOf(lines: readonly string[], options: ProposeOptions, given: boolean): AsOf {
  const proposal = propose(lines, options);
  if (given || proposal.figures.ahead === 0) return { proposal, note: "" };
  const start = lastYear(options.start);
  return {
    proposal: propose(lines, { ...options, start }),
    note: `the lines have no year, and some would lie in the future: read as of ${formatRfc3339(start)}; --now says another time\n`,
  };
}

/** The end of the year before that of `time`. */
function lastYear(time: bigint): bigint {
  const begin = parseRfc3339(`${formatRfc3339(time).slice(0, 4)}-01-01T00:00:00Z`);
  return begin === undefined ? time : begin - 1_000_000_000n;
}
