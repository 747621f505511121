/** From a text or a value that somebody points at to stages that do something with it. */
export {
  type SelectedValue,
  type Suggestion,
  type SuggestOptions,
  suggestStages,
  VALUE_ACTIONS,
  type ValueAction,
} from "./actions.ts";
export { type Extraction, type LineSelection, suggestExtractions } from "./extract.ts";
