/** Patterns: which kinds of lines a log has, and what varies in each. */
export { findMessage } from "./head.ts";
export { findPatterns, type Pattern, PatternMiner, type PatternPart, type PatternReport } from "./patterns.ts";
export { lookAtPattern } from "./shown-patterns.ts";
export { createTokens, MAX_TOKENS, type PartKind, type TokenKind, type Tokens, tokenize } from "./tokens.ts";
export { findMessageText, MAX_MESSAGE } from "./unwrap.ts";
