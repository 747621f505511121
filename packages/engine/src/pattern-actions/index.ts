/** From the pattern of some lines to stages that drop, sample, label or count them. */
export { expressionInSteps, type PatternExpression, type PlacedLine } from "./expression.ts";
export { entriesPlaced, type PatternPlace, type PlacedEntry, placeForPattern } from "./place.ts";
export {
  describeLevels,
  isSeriousLine,
  type LevelCount,
  levelOf,
  lostByLevel,
} from "./serious.ts";
export { MAX_KEEP_ONE_IN, namePattern, type PatternAction, stageFor } from "./stages.ts";
export { type OutputTotals, outputTotals } from "./totals.ts";
