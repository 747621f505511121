/** A whole pipeline for the lines of a log, with its evidence. */
export { takenOf } from "./plan.ts";
export type * from "./proposal.ts";
export { propose } from "./propose.ts";
