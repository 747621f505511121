/** The first text of a stage that is added, made of the samples at its place. */
export { draftStages, type StageDraft } from "./drafts.ts";
