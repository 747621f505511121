/**
 * The list of what `src/jmespath` wraps: every kind of case in which the library (1.3.0) differs from the Go library that the
 * original uses, with an example. A test compares both columns with the real results: an entry that the library has fixed
 * fails there and is removed, together with its wrap.
 */
export interface Difference {
  /** What is wrong with the library's answer, for a reader of its issue tracker. */
  readonly what: string;
  /** Where the wrap is. */
  readonly wrap:
    | "grammar.ts"
    | "lex.ts"
    | "literal.ts"
    | "interpreter.ts"
    | "list-functions.ts"
    | "text-functions.ts"
    | "functions.ts";
  readonly expression: string;
  readonly data?: unknown;
  /** JSON text, or `error` with the beginning of its text. */
  readonly library: string;
  /** JSON text, or `error` with its text, from the Go library. */
  readonly ours: string;
}

const KEYED = [
  { k: "b", n: 2 },
  { k: "a", n: 1 },
];

export const DIFFERENCES: readonly Difference[] = [
  // What the lexer reads.
  {
    what: "A hyphen continues with a number: `1-2` is one token, read as 1.",
    wrap: "grammar.ts",
    expression: "@[1-2]",
    data: [5, 6, 7],
    library: "6",
    ours: "error SyntaxError: Expected tRbracket, received: tNumber",
  },
  {
    what: "The error of a hyphen before a digit names neither the place nor the token as the specification does.",
    wrap: "grammar.ts",
    expression: "field-1",
    library: "error Syntax error: unexpected token type: Number",
    ours: "error SyntaxError: Unexpected token at the end of the expression: tNumber",
  },
  {
    what: "A text or literal without its end is taken.",
    wrap: "lex.ts",
    expression: "'abc",
    library: '"abc"',
    ours: "error SyntaxError: Unclosed delimiter: '",
  },
  {
    what: "Only the first escaped backtick of a literal is unescaped.",
    wrap: "grammar.ts",
    expression: '`"\\`\\`"`',
    library: "error Syntax error: unexpected end of JSON input or invalid format",
    ours: '"``"',
  },
  {
    what: "`true`, `false` and `null` with a blank after them are refused.",
    wrap: "literal.ts",
    expression: "`true `",
    library: "error Syntax error: unexpected end of JSON input or invalid format",
    ours: "true",
  },
  {
    what: "A number beyond the floats' range becomes an infinity.",
    wrap: "literal.ts",
    expression: "`1e400` > `1`",
    library: "true",
    ours: "error json: cannot unmarshal number into Go value of type float64",
  },
  {
    what: "Half of a surrogate pair stays what it is; Go reads U+FFFD.",
    wrap: "literal.ts",
    expression: '`"\\ud83d"` == `"\\ufffd"`',
    library: "false",
    ours: "true",
  },
  {
    what: "A variable's name cannot begin with a digit.",
    wrap: "grammar.ts",
    expression: "let $1 = @ in $1",
    data: 7,
    library: "error Syntax error: unexpected token type: Root",
    ours: "7",
  },
  {
    what: "`a ? b : c` is an extension that the original does not know.",
    wrap: "grammar.ts",
    expression: "@ ? 'a' : 'b'",
    data: 7,
    library: '"a"',
    ours: "error SyntaxError: Unknown char: '?'",
  },
  // What the parser takes.
  {
    what: "Commas in a list may be missing.",
    wrap: "grammar.ts",
    expression: "[@ @]",
    data: 7,
    library: "[7,7]",
    ours: "error SyntaxError: Expected tComma, received: tCurrent",
  },
  {
    what: "A list may be empty.",
    wrap: "grammar.ts",
    expression: "[ ]",
    data: 7,
    library: "[]",
    ours: "error SyntaxError: Invalid token: tRbracket",
  },
  {
    what: "A projection may not stand before a literal, where a comma between arguments is missing.",
    wrap: "grammar.ts",
    expression: "not_null(@[*] 'x')",
    data: [1],
    library: "error Syntax error, unexpected token: x(Literal)",
    ours: "[1]",
  },
  {
    what: "A binding without `$` can be referred to with one.",
    wrap: "grammar.ts",
    expression: "let $a = `1`, n = `2` in $n",
    library: "2",
    ours: "error variable not defined: $n",
  },
  {
    what: "`n = m` outside of let gives an object.",
    wrap: "interpreter.ts",
    expression: "n = @",
    data: 7,
    library: '{"n":7}',
    ours: "error Unknown AST node: ASTBinding",
  },
  // What the interpreter gives.
  {
    what: "Inherited members are fields of every object.",
    wrap: "interpreter.ts",
    expression: "type(constructor)",
    data: {},
    library: "error invalid-type",
    ours: '"null"',
  },
  {
    what: "A field called `__proto__` of a made object sets its prototype.",
    wrap: "interpreter.ts",
    expression: '{"__proto__": `{"a":1}`}',
    data: 7,
    library: "{}",
    ours: '{"__proto__":{"a":1}}',
  },
  {
    what: "A variable of an outer let whose value is null, false, 0 or empty counts as undefined.",
    wrap: "interpreter.ts",
    expression: "let $a = `0` in let $b = `1` in $a",
    library: "error Error referencing undefined variable a",
    ours: "0",
  },
  {
    what: "References see no variables.",
    wrap: "interpreter.ts",
    expression: "let $a = `1` in map(&(@ + $a), @)",
    data: [1, 2],
    library: "error Error referencing undefined variable a",
    ours: "[2,3]",
  },
  {
    what: "An object of the data with a true field `expref` counts as a reference.",
    wrap: "interpreter.ts",
    expression: "type(@)",
    data: { expref: true },
    library: "error invalid-type",
    ours: '"object"',
  },
  {
    what: "The ends of a slice of a text are counted in UTF-16 units, its characters in code points.",
    wrap: "interpreter.ts",
    expression: "@[-2:]",
    data: "🦀🦀abc",
    library: '""',
    ours: '"bc"',
  },
  {
    what: "A step of zero over a text is an error; the original gives null (and an error over a list only).",
    wrap: "interpreter.ts",
    expression: "@[::0]",
    data: "abc",
    library: "error Invalid value: slice step cannot be 0",
    ours: "null",
  },
  {
    what: "What follows a slice of a text is applied to the text.",
    wrap: "interpreter.ts",
    expression: "@[:2].x",
    data: "abc",
    library: "null",
    ours: '"ab"',
  },
  {
    what: "An error left of a filter, of `[]` or of `.*` is one of the whole; the original gives null.",
    wrap: "interpreter.ts",
    expression: "length(@)[?x]",
    data: 7,
    library: "error Invalid type: length() expected argument 1",
    ours: "null",
  },
  {
    what: "Arithmetic with something that is not a number is an error; the original gives null.",
    wrap: "interpreter.ts",
    expression: "@ + 'a'",
    data: 7,
    library: "error not-a-number",
    ours: "null",
  },
  {
    what: "The sign of something that is not a number is an error; the original gives null.",
    wrap: "interpreter.ts",
    expression: "-'a'",
    library: "error not-a-number",
    ours: "null",
  },
  {
    what: "Dividing by zero is an error; the original gives an infinity.",
    wrap: "interpreter.ts",
    expression: "@ / `0` > @",
    data: 7,
    library: "error not-a-number: divide by zero",
    ours: "true",
  },
  {
    what: "Two references to one expression are equal; functions never are, in Go.",
    wrap: "interpreter.ts",
    expression: "[&a] == [&a]",
    library: "true",
    ours: "false",
  },
  // What functions give. Their errors' texts are all the original's (functions.ts).
  {
    what: "The error of an unknown function has another text.",
    wrap: "functions.ts",
    expression: "nope(@)",
    library: "error Unknown function: nope()",
    ours: "error unknown function: nope",
  },
  {
    what: "zip takes a single list.",
    wrap: "functions.ts",
    expression: "zip(@)",
    data: [1],
    library: "[[1]]",
    ours: "error invalid arity, the function 'zip' expects 2 arguments or more but only 1 were supplied",
  },
  {
    what: "Members of an object's prototype are functions.",
    wrap: "functions.ts",
    expression: "valueOf(@)",
    library: "error Cannot read properties of undefined",
    ours: "error unknown function: valueOf",
  },
  {
    what: "contains: searching a text for something else gives null; the original gives false.",
    wrap: "list-functions.ts",
    expression: "contains('a1', `1`)",
    library: "null",
    ours: "false",
  },
  {
    what: "contains: lists and objects in a list are compared by identity; the original crashes.",
    wrap: "list-functions.ts",
    expression: "contains(`[[1]]`, `[1]`)",
    library: "false",
    ours: "error contains() cannot compare lists or objects",
  },
  {
    what: "from_items: an element that is not a list is an error of the platform's.",
    wrap: "list-functions.ts",
    expression: "from_items(`[1]`)",
    library: "error Invalid type: from_items() expected argument 1",
    ours: "error invalid type, first argument must be an array of arrays",
  },
  {
    what: "group_by: a group called `__proto__` breaks it.",
    wrap: "list-functions.ts",
    expression: "group_by(@, &k)",
    data: [{ k: "__proto__" }],
    library: "error target.push is not a function",
    ours: '{"__proto__":[{"k":"__proto__"}]}',
  },
  {
    what: "group_by: an empty list gives an empty object; the original gives null.",
    wrap: "list-functions.ts",
    expression: "group_by(@, &k)",
    data: [],
    library: "{}",
    ours: "null",
  },
  {
    what: "max and min order texts by the platform's locale; the original by their bytes.",
    wrap: "list-functions.ts",
    expression: "[max(@), min(@)]",
    data: ["a", "B", "c"],
    library: '["c","a"]',
    ours: '["c","B"]',
  },
  {
    what: "max_by and min_by take texts for keys and find nothing.",
    wrap: "list-functions.ts",
    expression: "max_by(@, &k).n",
    data: KEYED,
    library: "null",
    ours: "2",
  },
  {
    what: "max_by and min_by look at the key of a single element.",
    wrap: "list-functions.ts",
    expression: "min_by(@, &k)",
    data: [{ k: null }],
    library: "error Invalid type: expected one of (number | string), received null",
    ours: '{"k":null}',
  },
  {
    what: "merge: a field called `__proto__` sets the prototype.",
    wrap: "list-functions.ts",
    expression: "keys(merge(@))",
    data: JSON.parse('{"__proto__":{"a":1}}'),
    library: "[]",
    ours: '["__proto__"]',
  },
  {
    what: "sort orders numbers by their texts.",
    wrap: "list-functions.ts",
    expression: "sort(@)",
    data: [10, 9, -1],
    library: "[-1,10,9]",
    ours: "[-1,9,10]",
  },
  {
    what: "sort_by: of equal text keys the later element comes first.",
    wrap: "list-functions.ts",
    expression: "sort_by(@, &k)[*].n",
    data: [
      { k: "a", n: 1 },
      { k: "a", n: 2 },
    ],
    library: "[2,1]",
    ours: "[1,2]",
  },
  {
    what: "type: the error of a reference has another text.",
    wrap: "list-functions.ts",
    expression: "type(&a)",
    library: "error invalid-type",
    ours: "error unknown type",
  },
  {
    what: "find_first and find_last count in UTF-16 units; the original in bytes.",
    wrap: "text-functions.ts",
    expression: "[find_first(@, 'x'), find_last(@, 'x')]",
    data: "éx",
    library: "[1,1]",
    ours: "[2,2]",
  },
  {
    what: "lower and upper map by the full rules, the original each code point by itself.",
    wrap: "text-functions.ts",
    expression: "upper('straße')",
    library: '"STRASSE"',
    ours: '"STRAßE"',
  },
  {
    what: "pad_left and pad_right count in UTF-16 units; the original in bytes.",
    wrap: "text-functions.ts",
    expression: "pad_left('é', `4`, '-')",
    library: '"---é"',
    ours: '"--é"',
  },
  {
    what: "replace with a count replaces inside what it has put in.",
    wrap: "text-functions.ts",
    expression: "replace('ab', 'a', 'aa', `2`)",
    library: '"aaab"',
    ours: '"aab"',
  },
  {
    what: "split by the empty text splits pairs of surrogates.",
    wrap: "text-functions.ts",
    expression: "length(split('🦀', ''))",
    library: "2",
    ours: "1",
  },
  {
    what: "split: the empty text split by something gives one empty text; the original gives none.",
    wrap: "text-functions.ts",
    expression: "split('', ',')",
    library: '[""]',
    ours: "[]",
  },
  {
    what: "trim, trim_left and trim_right take U+FEFF for a blank, and take quadratic time.",
    wrap: "text-functions.ts",
    expression: "length(trim(@))",
    data: "\ufeffa",
    library: "1",
    ours: "2",
  },
  {
    what: "to_number reads as the platform does; the original as Go does.",
    wrap: "text-functions.ts",
    expression: "[to_number('0x10'), to_number('0x1p4'), to_number('1_0'), to_number('')]",
    library: "[16,null,null,0]",
    ours: "[null,16,10,null]",
  },
  {
    what: "to_string writes as the platform does; the original sorts keys and escapes `<`, `>` and `&`.",
    wrap: "text-functions.ts",
    expression: "to_string(@)",
    data: { b: "<", a: 1e21 },
    library: '"{\\"b\\":\\"<\\",\\"a\\":1e+21}"',
    ours: '"{\\"a\\":1e+21,\\"b\\":\\"\\\\u003c\\"}"',
  },
];
