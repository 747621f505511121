/** What other features may use of this one. */
export { StageForm } from "./forms/stage-form.tsx";
export { focusStages } from "./list/edit-stages.ts";
export { ProblemButton } from "./list/problems.tsx";
