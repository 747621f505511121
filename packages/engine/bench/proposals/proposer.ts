/** What is proposed for lines: the stages as configuration text. */
import { propose } from "../../src/propose/index.ts";

export const proposeStages = (lines: readonly string[], start: bigint): string => propose(lines, { start }).text;
