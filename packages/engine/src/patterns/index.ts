/** Patterns: which kinds of lines a log has, and what varies in each. */
export { findMessage } from "./head.ts";
export { findPatterns, type Pattern, PatternMiner, type PatternPart, type PatternReport } from "./patterns.ts";
export type { PartKind } from "./tokens.ts";
