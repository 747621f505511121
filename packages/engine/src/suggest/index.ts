/** From a text or a value that somebody points at to stages that do something with it. */
export {
  type SelectedValue,
  Suggester,
  type Suggestion,
  type SuggestionChoice,
  type SuggestOptions,
} from "./actions.ts";
export { type Extraction, type LineSelection, suggestExtractions } from "./extract.ts";
export { writeJmesPath } from "./jmes-path-text.ts";
export { entriesAt, insertStages } from "./place.ts";
export { redactionsOf } from "./redactions.ts";
export { VALUE_ACTIONS, type ValueAction } from "./stages-for.ts";
