// Patterns of the RE2 syntax and texts for them, from a seed. Constructs on which engines tend to disagree are more
// frequent than in real patterns (empty loops, lazy and counted repeats, anchors in odd places, case folding, code points
// beyond 16 bits, line ends).
import { mulberry32 } from "../base/mulberry32.mjs";

const ATOMS = [
  "a",
  "b",
  "ab",
  "abc",
  "é",
  "ß",
  "ſ",
  "K",
  "k",
  "🦀",
  "0",
  " ",
  "\\n",
  "\\.",
  "-",
  "_",
  ".",
  "(?s:.)",
  "[ab]",
  "[^a]",
  "[a-z]",
  "[^é🦀]",
  "[\\d_]",
  "[^\\n]",
  "[[:alpha:]]",
  "[[:^digit:]b]",
  "[\\x{1f980}-\\x{1f990}]",
  "\\w",
  "\\W",
  "\\d",
  "\\D",
  "\\s",
  "\\S",
  "\\pL",
  "\\PL",
  "\\p{Greek}",
  "\\p{Lu}",
  "\\x41",
  "\\x{fffd}",
  "\\Qa.b\\E",
  "\\101",
  "\\b",
  "\\B",
  "^",
  "$",
  "\\A",
  "\\z",
  "(?m:^)",
  "(?m:$)",
  "(?m)$",
  "(?i:k)",
  "(?i:ſ)",
  "(?i:[a-e])",
  "(?i:É)",
  "(?-s:.)",
  "(?U:a*)",
  "",
];
const QUANTIFIERS = ["*", "+", "?", "*?", "+?", "??", "{2}", "{0,2}", "{1,3}?", "{2,}", "{0}", "{0,1}?", "{3,5}"];
const GROUPS = ["(", "(", "(?:", "(?:", "(?P<n>", "(?<m>", "(?i:", "(?s:", "(?m:", "(?U:", "(?i-s:"];

/** Put in anywhere now and then, so that refusals are tried as well. */
const BREAKERS = ["(", ")", "[", "*", "\\", "{2,1}", "\\8", "(?!a)", "[z-a]", "\\pX", "{1001}", "(?P<n"];
const CHARACTERS = [
  "a",
  "b",
  "c",
  "A",
  "k",
  "K",
  "\u212a",
  "s",
  "ſ",
  "ß",
  "é",
  "É",
  "🦀",
  "\n",
  "\r",
  "\u2028",
  " ",
  "\t",
  "0",
  "7",
  "_",
  "-",
  ".",
  "λ",
  "Λ",
  "\ufffd",
  "\0",
  "\ud83e",
  "\udd80",
];

const MAX_DEPTH = 5;
const MAX_TEXT = 16;

/**
 * `pattern()` and `text()` give the next one each.
 * @param {number} seed
 */
export function createPatternSource(seed) {
  const random = mulberry32(seed);
  /** @param {number} n */
  const below = (n) => Math.floor(random() * n);
  /** @param {readonly string[]} list */
  const pick = (list) => list[below(list.length)];

  /**
   * @param {number} depth
   * @returns {string}
   */
  const piece = (depth) => {
    const roll = depth >= MAX_DEPTH ? 0 : random();
    if (roll < 0.55) return pick(ATOMS);
    if (roll < 0.8) return `${pick(GROUPS)}${alternation(depth + 1)})`;
    // A quantifier after another one is an error; a group keeps them apart.
    return `(?:${piece(depth + 1)})${pick(QUANTIFIERS)}`;
  };
  /** @param {number} depth */
  const sequence = (depth) => Array.from({ length: 1 + below(3) }, () => piece(depth)).join("");
  /** @param {number} depth */
  const alternation = (depth) =>
    Array.from({ length: random() < 0.7 ? 1 : 2 + below(2) }, () => sequence(depth)).join("|");

  return {
    pattern() {
      const pattern = alternation(0);
      if (random() >= 0.03) return pattern;
      const at = below(pattern.length + 1);
      return pattern.slice(0, at) + pick(BREAKERS) + pattern.slice(at);
    },
    text: () => Array.from({ length: below(MAX_TEXT + 1) }, () => pick(CHARACTERS)).join(""),
  };
}
