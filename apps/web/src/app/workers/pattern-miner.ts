/** The search for patterns: a chunk of its own, loaded when there are samples to look at. */
export { PatternMiner } from "@sluice/engine";
