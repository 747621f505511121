/** A whole pipeline for the lines of a log, with its evidence. */
export type * from "./proposal.ts";
export { propose } from "./propose.ts";
