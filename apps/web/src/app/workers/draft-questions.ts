/** The first texts of stages: a separate chunk, loaded when a stage is added for the first time. */
export { draftStages, entriesAt } from "@sluice/engine";
