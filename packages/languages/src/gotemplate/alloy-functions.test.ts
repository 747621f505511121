/** Alloy's functions. Expected values were made with Go 1.26, except for the host's SHA-256, which the test's host marks. */
import { describe, expect, it } from "vitest";
import { output } from "./testing.ts";

type Row = readonly [name: string, template: string, expected: string];

const CASES: readonly Row[] = [
  [
    "ToLower, ToUpper",
    '{{ ToLower "MiXed ÀÉ İ ΣΣ" }}|{{ ToUpper "MiXed ß é ŉ ǆ ᾳ" }}',
    "mixed àé i σσ|MIXED ß É ŉ Ǆ ᾼ",
  ],
  [
    "Replace",
    '{{ Replace "banana" "a" "o" 2 }}|{{ Replace "banana" "a" "o" -1 }}|{{ Replace "banana" "a" "o" 0 }}|{{ Replace "añb" "" "-" -1 }}|{{ Replace "añb" "" "-" 2 }}|{{ Replace "" "" "-" -1 }}|{{ Replace "aaaaa" "aa" "b" -1 }}|{{ Replace "a$b" "$" "$&" -1 }}',
    "bonona|bonono|banana|-a-ñ-b-|-a-ñb|-|bba|a$&b",
  ],
  [
    "Trim",
    '{{ Trim "xxhixyx" "xy" }}|{{ TrimLeft "xxhix" "x" }}|{{ TrimRight "xxhix" "x" }}|{{ Trim "abc" "" }}|{{ Trim "¡¡olé!!" "!¡" }}|{{ TrimRight "a😀😀" "😀" }}|{{ TrimLeft "日本語" "日x" }}',
    "hi|hix|xxhi|abc|olé|a|本語",
  ],
  [
    "TrimSpace",
    '[{{ TrimSpace " \\t\\n a b \\r\\n" }}][{{ TrimSpace "\\u00a0\\u2003x\\u3000\\u0085" }}][{{ TrimSpace "\\u200bx\\ufeff" }}]',
    "[a b][x][\u200bx\ufeff]",
  ],
  [
    "TrimPrefix, TrimSuffix",
    '{{ TrimPrefix "aab" "a" }} {{ TrimPrefix "ab" "x" }} {{ TrimSuffix "a.log.log" ".log" }} {{ TrimSuffix "a" "ab" }} {{ TrimSuffix "a" "" }}',
    "ab ab a.log a a",
  ],
  [
    "regexReplaceAll",
    '{{ regexReplaceAll "(\\\\w+)@(\\\\w+)" "bob@home, ann@work" "$2 at ${1}" }} {{ regexReplaceAll "a(b)" "ab" "$1x|${1}x|$$1 $9 $0" }} {{ regexReplaceAll "b*" "abc" "-" }} {{ regexReplaceAll "" "añ" "-" }}',
    "home at bob, work at ann |bx|$1  ab -a-c- -a-ñ-",
  ],
  ["regexReplaceAllLiteral", '{{ regexReplaceAllLiteral "(\\\\d+)" "a1b22" "$1" }}', "a$1b$1"],
  [
    "Hash",
    '{{ Hash "salt" "value" }} {{ Hash "" "saltvalue" }} {{ Hash "s" "naïve €" }}',
    "519e18e6887a4252ee07882c73b3918e86bb502cd040e122579f257ca1748196 519e18e6887a4252ee07882c73b3918e86bb502cd040e122579f257ca1748196 fde584140641733c131e1a4f2da8ad8e7c66b3d09a7e1456c0a1d44e4c9beaf5",
  ],
  [
    "Sha2Hash",
    '{{ Sha2Hash "salt" "value" }} {{ .host | Sha2Hash "pepper" }}',
    "sha256(saltvalue) sha256(pepperweb-7)",
  ],
  [
    "Sha2Hash of raw bytes",
    '{{ Sha2Hash "salt" "\\xff" }}',
    "e6ac308528384e53f7c863b77dca41ef3511ca6647bc6a8f56a11b825b51c870",
  ],
  [
    "lookahead is unknown",
    '{{ regexReplaceAll "a(?=b)" "ab" "x" }}',
    'template: pipeline_template:1:3: executing "pipeline_template" at <regexReplaceAll "a(?=b)" "ab" "x">: error calling regexReplaceAll: regexp: Compile(`a(?=b)`): error parsing regexp: invalid or unsupported Perl syntax: `(?=`',
  ],
  [
    "a bad expression with a backquote",
    '{{ regexReplaceAllLiteral "(`" "a" "b" }}',
    'template: pipeline_template:1:3: executing "pipeline_template" at <regexReplaceAllLiteral "(`" "a" "b">: error calling regexReplaceAllLiteral: regexp: Compile("(`"): error parsing regexp: missing closing ): `(``',
  ],
];

describe("Alloy's functions", () => {
  it.each(CASES)("%s", (_name, template, expected) => {
    expect(output(template)).toBe(expected);
  });
});
