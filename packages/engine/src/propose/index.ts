/** A whole pipeline for the lines of a log, with its evidence. */
export { evidenceOf, type LeftOut, whyLeftOut } from "./evidence.ts";
export { takenOf } from "./plan.ts";
export type * from "./proposal.ts";
export { propose } from "./propose.ts";
export { type ProposalAsOf, proposeAsOf } from "./propose-as-of.ts";
export { proposalWithoutSecrets } from "./shown-proposal.ts";
