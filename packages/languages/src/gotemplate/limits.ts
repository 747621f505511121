/**
 * Bounds on what one template may do. Exceeding one is a run-time error of that execution (or a parse error where
 * the bound is on nesting), never a hang and never a stack overflow. Go bounds only template calls (100,000) and
 * parentheses (10,000); the rest are ours, far above what templates for log lines need.
 */

/**
 * Work of one execution, in units: one per action, argument or loop turn, plus one for each 64 characters or 8 list
 * elements that a function takes or gives.
 */
export const MAX_WORK = 1_000_000;

/** Characters (UTF-16 units) of one execution's output, and of any one string made on the way. */
export const MAX_OUTPUT = 16 * 1024 * 1024;

/** Elements of one list or map that a function may make (`until`, `splitList` …), or that printing one value may show. */
export const MAX_ELEMENTS = 1_000_000;

/** Templates calling templates. */
export const MAX_TEMPLATE_DEPTH = 1_000;

/**
 * Calls on our stack at once during an execution, over all template calls: two for each open block, four for a loop or
 * parentheses. What templates nest in themselves is far below; recursion ends here or at MAX_TEMPLATE_DEPTH.
 */
export const MAX_EXECUTION_DEPTH = 3_500;

/** Blocks inside blocks in a template's text. */
export const MAX_BLOCK_DEPTH = 200;

/** Parentheses inside parentheses in a template's text. */
export const MAX_PAREN_DEPTH = 200;

/** Lists and maps inside lists and maps, where a value is printed, compared, copied or encoded. */
export const MAX_VALUE_DEPTH = 500;

/** Characters of a template's text. */
export const MAX_TEMPLATE_LENGTH = 1024 * 1024;
