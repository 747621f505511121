/** From a selected text or value to stages that use it. */
export {
  type SelectedValue,
  Suggester,
  type Suggestion,
  type SuggestionChoice,
  type SuggestOptions,
} from "./actions.ts";
export { suggestExtractions } from "./extract.ts";
export type { Extraction, LineSelection } from "./extraction.ts";
export { writeJmesPath } from "./jmes-path-text.ts";
export type { MergedStage } from "./merge.ts";
export { entriesAt, insertStages } from "./place.ts";
export { VALUE_ACTIONS, type ValueAction } from "./stages-for.ts";
export { isSameWay, waysFor } from "./ways-for.ts";
