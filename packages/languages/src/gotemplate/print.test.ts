/** Go's fmt package: every verb, flag and mistake. Expected values were made with Go 1.26. */
import { describe, expect, it } from "vitest";
import { sprint, sprintf, sprintln } from "./print.ts";
import { output } from "./testing.ts";
import { ANY_MAP, BYTES, FLOAT32, STRING_SLICE } from "./types.ts";
import { dict, GoBytes, GoFloat32, GoMap, int, list, nilList, stringList } from "./value.ts";

type Row = readonly [format: string, template: string, expected: string];

const PRINTF: readonly Row[] = [
  ["%v|%v|%v|%v|%v|%v", '{{ printf "%v|%v|%v|%v|%v|%v" 1 "s" 2.5 true nil (list "a" 1) }}', "1|s|2.5|true|<nil>|[a 1]"],
  [
    "%+v %#v %#v %#v %#v %#v",
    '{{ printf "%+v %#v %#v %#v %#v %#v" 1 "q\\"s" 2.0 (list 1 "a" nil) (dict "k" "v") nil }}',
    '1 "q\\"s" 2 []interface {}{1, "a", interface {}(nil)} map[string]interface {}{"k":"v"} <nil>',
  ],
  [
    "%T %T %T %T %T %T %T %T",
    '{{ printf "%T %T %T %T %T %T %T %T" 1 "s" 1.5 true nil list (dict) 1i }}',
    "int string float64 bool <nil> []interface {} map[string]interface {} complex128",
  ],
  [
    "%d %+d %5d|%-5d|%05d|%-05d|%x %X %#x %o %#o %O %b %#b",
    '{{ printf "%d %+d %5d|%-5d|%05d|%-05d|%x %X %#x %o %#o %O %b %#b" 42 42 42 42 42 42 255 255 255 8 8 8 5 5 }}',
    "42 +42    42|42   |00042|42   |ff FF 0xff 10 010 0o10 101 0b101",
  ],
  [
    "[% d][% d][%+05d][%-+6d][%x][% x][%.5d][%8.3d][%+.0d][%08.3d]",
    '{{ printf "[% d][% d][%+05d][%-+6d][%x][% x][%.5d][%8.3d][%+.0d][%08.3d]" 7 -7 7 7 -255 -255 42 42 0 42 }}',
    "[ 7][-7][+0007][+7    ][-ff][-ff][00042][     042][][     042]",
  ],
  [
    "%c %U %#U %q %+q %c %#q",
    '{{ printf "%c %U %#U %q %+q %c %#q" 8364 8364 8364 65 8364 -1 65 }}',
    "€ U+20AC U+20AC '€' 'A' '\\u20ac' � 'A'",
  ],
  [
    "%f %.2f %8.3f|%-8.1f|%08.2f %e %.3E %g %G %.3g",
    '{{ printf "%f %.2f %8.3f|%-8.1f|%08.2f %e %.3E %g %G %.3g" 3.14159 2.005 3.14159 3.14159 -3.14159 123456.789 0.00012 1e21 1e-7 1234.5678 }}',
    "3.141590 2.00    3.142|3.1     |-0003.14 1.234568e+05 1.200E-04 1e+21 1E-07 1.23e+03",
  ],
  [
    "[%+.1f][% .1f][%#.0f][%#g][%6.2f%%][%x][%X][%.3x][%b][%F]",
    '{{ printf "[%+.1f][% .1f][%#.0f][%#g][%6.2f%%][%x][%X][%.3x][%b][%F]" 2.0 2.0 3.0 3.0 99.5 1.0 -0.75 3.14159 1.0 2.5 }}',
    "[+2.0][ 2.0][3.][3.00000][ 99.50%][0x1p+00][-0X1.8P-01][0x1.922p+01][4503599627370496p-52][2.500000]",
  ],
  [
    "[%#g][%#v][%#e][%#.3g][%+g][%010g][%-10g|",
    '{{ printf "[%#g][%#v][%#e][%#.3g][%+g][%010g][%-10g|" 1e6 1e6 1.0 100000.0 1e21 -2.5 2.5 }}',
    "[1.00000e+06][1e+06][1.000000e+00][1.00e+05][+1e+21][-0000002.5][2.5       |",
  ],
  [
    "%s|%5s|%-5s|%.2s|%5.1s|%q|%x|%X|% x|%#x|%# X|%#q|%+q|%05s",
    '{{ printf "%s|%5s|%-5s|%.2s|%5.1s|%q|%x|%X|% x|%#x|%# X|%#q|%+q|%05s" "abc" "ab" "ab" "abcdef" "xyz" "a\\"b" "hi" "hi" "hi" "hi" "hi" "raw" "é" "ab" }}',
    'abc|   ab|ab   |ab|    x|"a\\"b"|6869|6869|68 69|0x6869|0X68 0X69|`raw`|"\\u00e9"|000ab',
  ],
  [
    "[%4s][%.1s][%-4s][%x][%.1x][%5x|%-5x]",
    '{{ printf "[%4s][%.1s][%-4s][%x][%.1x][%5x|%-5x]" "é" "éa" "日本" "" "hi" "" "" }}',
    "[   é][é][日本  ][][68][     |     ]",
  ],
  [
    "%q %+q %#q %q",
    '{{ printf "%q %+q %#q %q" "tab\\tnew\\nsmile☺" "tab\\t☺" "back`tick" "\\xff\\x00\\x7f" }}',
    '"tab\\tnew\\nsmile☺" "tab\\t\\u263a" "back`tick" "\\xff\\x00\\x7f"',
  ],
  [
    "%t %v %6t|%-6t|%s %d",
    '{{ printf "%t %v %6t|%-6t|%s %d" true false true true true true }}',
    "true false   true|true  |%!s(bool=true) %!d(bool=true)",
  ],
  [
    "%d %s %q %v %x %5d",
    '{{ printf "%d %s %q %v %x %5d" (list 1 2) (list "a" "b") (list "a") (list) (list "hi" 255) (until 3) }}',
    '[1 2] [a b] ["a"] [] [6869 ff] [    0     1     2]',
  ],
  [
    "%v %d %s %#v",
    '{{ printf "%v %d %s %#v" (dict "b" 2 "a" 1) (dict "b" 2 "a" 1) (dict "z" "y") (dict "b" 2 "a" (list nil)) }}',
    'map[a:1 b:2] map[%!d(string=a):1 %!d(string=b):2] map[z:y] map[string]interface {}{"a":[]interface {}{interface {}(nil)}, "b":2}',
  ],
  [
    "%d %s %t %f %d %d %s %d %x",
    '{{ printf "%d %s %t %f %d %d %s %d %x" "x" 5 1 1 1.5 true nil nil true }}',
    "%!d(string=x) %!s(int=5) %!t(int=1) %!f(int=1) %!d(float64=1.5) %!d(bool=true) %!s(<nil>) %!d(<nil>) %!x(bool=true)",
  ],
  ["%d %d", '{{ printf "%d %d" 1 }}', "1 %!d(MISSING)"],
  ["%d", '{{ printf "%d" 1 2 "x" nil }}', "1%!(EXTRA int=2, string=x, <nil>)"],
  ["none", '{{ printf "none" 1 }}', "none%!(EXTRA int=1)"],
  ["%s", '{{ printf "%s"  }}', "%!s(MISSING)"],
  ["%z %! %", '{{ printf "%z %! %" 1 2 }}', "%!z(int=1) %!!(int=2) %!(NOVERB)"],
  ["%-", '{{ printf "%-" 1 }}', "%!(NOVERB)%!(EXTRA int=1)"],
  ["%[2]s %[1]s %[2]q", '{{ printf "%[2]s %[1]s %[2]q" "a" "b" }}', 'b a "b"'],
  [
    "%[3]d %[x]d %[1]d %d %[1]d %[ %[2",
    '{{ printf "%[3]d %[x]d %[1]d %d %[1]d %[ %[2" 1 2 }}',
    "%!d(BADINDEX) %!d(BADINDEX) 1 2 1 %! (BADINDEX)%!(NOVERB)",
  ],
  [
    "%[2]*[1]d|%[1]*d|%[3]*.[2]*[1]f",
    '{{ printf "%[2]*[1]d|%[1]*d|%[3]*.[2]*[1]f" 12.0 2 6 }}',
    "%!d(float64=12)|%!(BADWIDTH)2| 12.00",
  ],
  [
    "%*d|%-*d|%.*f|%0*d|%*d|%.*f",
    '{{ printf "%*d|%-*d|%.*f|%0*d|%*d|%.*f" 5 42 5 42 2 3.14159 4 7 -5 42 -1 2.5 }}',
    "   42|42   |3.14|0007|42   |%!(BADPREC)2.500000",
  ],
  ["%*d %.*d", '{{ printf "%*d %.*d" "x" 4 2.5 3 }}', "%!(BADWIDTH)4 %!(BADPREC)3"],
  ["%100000000d", '{{ printf "%100000000d" 1 2 }}', "%!(NOVERB)%!(EXTRA int=1, int=2)"],
  [
    "%v %.1f %+g %x %5.1f",
    '{{ printf "%v %.1f %+g %x %5.1f" 1i 3i 1-2i 1+1i 2+3i }}',
    "(0+1i) (0.0+3.0i) (+1-2i) (0x1p+00+0x1p+00i) (  2.0 +3.0i)",
  ],
  [
    "%v %s %d %x %q",
    '{{ printf "%v %s %d %x %q" (index "az" 1) (index "az" 1) (index "az" 1) (index "az" 1) (index "az" 1) }}',
    "122 %!s(uint8=122) 122 7a 'z'",
  ],
  ["%#v %#v", '{{ printf "%#v %#v" (index "az" 1) (int64 5) }}', "0x7a 5"],
  ["%w %w", '{{ printf "%w %w" 1 "x" }}', "%!w(int=1) %!w(string=x)"],
  ["é%d日%%", '{{ printf "é%d日%%" 1 }}', "é1日%"],
  ["%5%|%-5%|%05%", '{{ printf "%5%|%-5%|%05%"  }}', "%|%|%"],
  ["%v %+v %s", '{{ printf "%v %+v %s" (list nil) (dict "a" nil) (list nil "a") }}', "[<nil>] map[a:<nil>] [<nil> a]"],
  ["%6.2v|%-8v|%08v|%+v", '{{ printf "%6.2v|%-8v|%08v|%+v" 3.14159 "ab" 42 42 }}', "   3.1|ab      |00000042|42"],
  ["%x %X", '{{ printf "%x %X" -1 9223372036854775807 }}', "-1 7FFFFFFFFFFFFFFF"],
  ["%c%c%c", '{{ printf "%c%c%c" 0x4E16 0xD800 0x110000 }}', "世��"],
  ["%.3q|%8q|%-8q|", '{{ printf "%.3q|%8q|%-8q|" "abcdef" "ab" "ab" }}', '"abc"|    "ab"|"ab"    |'],
  ["%v %v %e", '{{ printf "%v %v %e" 1e20 123456789.0 0.0 }}', "1e+20 1.23456789e+08 0.000000e+00"],
  ["%.0f %.0f %.0f %.20f", '{{ printf "%.0f %.0f %.0f %.20f" 0.5 1.5 2.5 0.1 }}', "0 2 2 0.10000000000000000555"],
  ["%20.10e|%-20G|", '{{ printf "%20.10e|%-20G|" 1234.5678 1e-10 }}', "    1.2345678000e+03|1E-10               |"],
  ["%03d|%3c|%-3c|%+03d", '{{ printf "%03d|%3c|%-3c|%+03d" -5 65 65 5 }}', "-05|  A|A  |+05"],
  ["% 05d|%+ d|%# x", '{{ printf "% 05d|%+ d|%# x" 42 42 "ab" }}', " 0042|+42|0x61 0x62"],
];

describe("printf", () => {
  it.each(PRINTF)("%j", (_format, template, expected) => {
    expect(output(template)).toBe(expected);
  });
});

describe("values that templates cannot write down", () => {
  const bytes = new GoBytes(Uint8Array.of(104, 105, 255));

  it.each([
    ["%v %d", "[104 105 255] [104 105 255]"],
    ["%s|%x|% X", "hi\udcff|6869ff|68 69 FF"],
    ["%q %#v", '"hi\\xff" []byte{0x68, 0x69, 0xff}'],
    ["%T %t", `${BYTES.name} %!t([]uint8=[104 105 255])`],
  ])("bytes under %s", (format, expected) => {
    const count = format.split("%").length - 1;
    expect(sprintf(format, Array(count).fill(bytes))).toBe(expected);
  });

  it("prints float32 with its own shortest digits", () => {
    expect(sprintf("%v %T %g", [new GoFloat32(0.1), new GoFloat32(0.1), new GoFloat32(16777216)])).toBe(
      `0.1 ${FLOAT32.name} 1.6777216e+07`,
    );
  });

  it("prints infinities with their sign, and pads neither them nor NaN with zeros", () => {
    const infinity = Number.POSITIVE_INFINITY;
    const values = [...Array(6).fill(infinity), -infinity, Number.NaN, Number.NaN, Number.NaN, Number.NaN];
    expect(sprintf("%v %+v % v %06v %f %-6v| %g %v %+v % v %06.1f", values)).toBe(
      "+Inf +Inf  Inf   +Inf +Inf +Inf  | -Inf NaN NaN  NaN    NaN",
    );
  });

  it("distinguishes nil lists and maps from empty ones under %#v only", () => {
    const values = [nilList(STRING_SLICE), stringList([]), new GoMap(ANY_MAP, undefined, true), dict()];
    expect(sprintf("%v %v %v %v", values)).toBe("[] [] map[] map[]");
    expect(sprintf("%#v %#v %#v %#v", values)).toBe(
      "[]string(nil) []string{} map[string]interface {}(nil) map[string]interface {}{}",
    );
  });
});

describe("sprint and sprintln", () => {
  it("put blanks between operands when neither is a text", () => {
    expect(sprint([int(1), int(2), "a", int(3), "b", "c", null, true])).toBe("1 2a3bc<nil> true");
  });

  it("puts blanks between all operands, and a newline", () => {
    expect(sprintln(["a", "b", list([int(1)])])).toBe("a b [1]\n");
  });
});
