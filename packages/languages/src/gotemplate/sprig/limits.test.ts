/** Limits of templates: long texts, long lists, deep values, endless work. Each ends with an error at once. */
import { describe, expect, it } from "vitest";
import { SeededRandom } from "../../base/random.ts";
import { processorTime } from "../../testing/index.ts";
import { compileTemplate, PIPELINE_FUNCTIONS } from "../index.ts";
import { MAX_WORK } from "../limits.ts";

function run(template: string): { text?: string; limit?: string | undefined; message?: string } {
  const compiled = compileTemplate(template, { name: "t", functions: PIPELINE_FUNCTIONS });
  if (!compiled.ok) throw new Error(compiled.message);
  const host = { now: () => 0n, random: new SeededRandom(1), sha256: () => "" };
  const result = compiled.template.execute({ get: () => undefined, names: () => [] }, host);
  return result.ok ? { text: result.text } : { limit: result.limit, message: result.message };
}

const HUGE = "9223372036854775807";
/** Work of making the values that calls take, at most. */
const VALUES_WORK = 5000;
/** Spends so much work in no time: a text of 64,000 characters that is made and kept costs 2002 units. */
const spend = (units: number) =>
  `{{ range ${Math.floor(units / 2003)} }}{{ $_ := repeat 64000 "a" }}{{ end }}{{ range ${units % 2003} }}{{ end }}`;
/** A text of four million characters. */
const LONG = '(repeat 1000000 "abcd")';

describe("texts that would get too long", () => {
  it.each([
    `repeat ${HUGE} "ab"`,
    `repeat 100000000 "ab"`,
    `indent 100000000 "a"`,
    `nindent ${HUGE} ""`,
    `indent 1000 (repeat 100000 "\\n")`,
    `replace "a" (repeat 100000 "x") (repeat 100000 "a")`,
    `replace "" (repeat 100000 "x") (repeat 100000 "a")`,
    `wrapWith 1 (repeat 100000 "x") (repeat 100000 "a")`,
    `regexReplaceAll "a" (repeat 100000 "a") (repeat 100000 "x")`,
    `join (repeat 100000 "x") (until 10000)`,
    `randAlpha ${HUGE}`,
    `randBytes 1000000000`,
  ])("%s", (call) => {
    expect(run(`{{ $_ := ${call} }}`).limit).toMatch(/^template-(output|work)$/);
  });
});

describe("lists that would get too long", () => {
  it.each([
    `until ${HUGE}`,
    `until -${HUGE}`,
    `untilStep -${HUGE} ${HUGE} 1`,
    "untilStep 0 -2000000 -1",
    "seq 2000000",
    `seq 1 1 ${HUGE.slice(0, -1)}`,
    `splitList "" ${LONG}`,
    `split "b" ${LONG} | len`,
    `splitn "b" -1 ${LONG}`,
    `regexFindAll "." ${LONG} -1`,
    `regexSplit "" ${LONG} -1`,
    `regexSplit "a|b" ${LONG} 3000000`,
  ])("%s", (call) => {
    expect(run(`{{ $_ := ${call} }}`).limit).toMatch(/^template-(elements|work)$/);
  });

  it("ends where Go would count for ever because the number wraps around", () => {
    expect(run(`{{ untilStep 9223372036854775800 ${HUGE} 5 }}`).text).toBe("[9223372036854775800 9223372036854775805]");
  });
});

describe("values that contain themselves", () => {
  const SELF = '{{ $d := dict }}{{ $_ := set $d "d" $d }}{{ $e := dict }}{{ $_ = set $e "d" $e }}';
  it.each([
    "toJson $d",
    "mustToPrettyJson $d",
    "deepCopy $d",
    "toString $d",
    "quote $d",
    "join $d",
    "deepEqual $d $e",
    `merge $d (dict "d" $d)`,
    "uniq (list $d $e)",
  ])("%s", (call) => {
    const { text, limit } = run(`${SELF}{{ $_ := ${call.startsWith("join") ? 'join "" (list $d)' : call} }}`);
    expect(limit ?? text).toMatch(/^(template-value-depth|template-work)$/);
  });

  it("JSON nested too deeply is refused", () => {
    expect(run('{{ $_ := fromJson (repeat 100000 "[") }}').limit).toBe("template-value-depth");
  });
});

describe("values that contain the same again and again", () => {
  const TREES =
    "{{ $a := list }}{{ $b := list }}{{ range until 60 }}{{ $a = list $a $a }}{{ $b = list $b $b }}{{ end }}";
  it.each([
    "toJson $a",
    'toPrettyJson (dict "a" $a)',
    "deepEqual $a $b",
    "has $a (list $b)",
    "deepCopy $a",
    "quote $a",
    'join "" $a',
  ])("%s", (call) => {
    expect(run(`${TREES}{{ $_ := ${call} }}`).limit).toMatch(/^template-(work|output|elements)$/);
  });

  it("long texts in JSON", () => {
    const template = `{{ $s := repeat 1000000 "x" }}{{ $l := list $s $s $s $s }}{{ $_ := toJson (list $l $l $l $l $l) }}`;
    expect(run(template).limit).toBe("template-output");
  });

  it("texts of values, listed", () => {
    const template =
      "{{ $s := until 1000 }}{{ $l := list }}{{ range until 100 }}{{ $l = append $l $s }}{{ end }}{{ $l = list $l $l $l $l $l $l $l $l $l $l }}{{ $l = list $l $l $l $l $l $l $l $l $l $l }}{{ $_ := toStrings $l }}";
    expect(run(template).limit).toMatch(/^template-(work|output|elements)$/);
  });

  it("products of many factors", () => {
    expect(run(`{{ mulf 1.1 ${"1.23456789 ".repeat(20000)} }}`).limit).toBe("template-work");
  });
});

describe("work", { timeout: 90_000 }, () => {
  it.each([
    `{{ range until 100 }}{{ $_ := bcrypt "x" }}{{ end }}`,
    `{{ $l := list }}{{ range until 100 }}{{ range $i := until 100 }}{{ $l = append $l $i }}{{ end }}{{ end }}{{ range until 100000 }}{{ $_ := uniq $l }}{{ end }}`,
    `{{ $v := repeat 20 "1, " | trimSuffix ", " }}{{ range until 1000000 }}{{ $_ := semverCompare $v "1" }}{{ end }}`,
    `{{ range $i := until 1000000 }}{{ $_ := regexFind (print "a(b|c)*[d-z]+" $i "x{2,40}") "abcdx" }}{{ end }}`,
  ])("%s", (template) => {
    // The last tenth of what there is.
    expect(run(spend(Math.floor(MAX_WORK * 0.9)) + template).limit).toBe("template-work");
  });

  it("is spent to the unit by the examples of other work", () => {
    expect(run(spend(MAX_WORK)).limit).toBeUndefined();
    expect(run(`${spend(MAX_WORK)}{{ range 1 }}{{ end }}`).limit).toBe("template-work");
  });

  // What takes the time of many units costs as many: an execution gets no further than so many calls.
  it.each([
    ['derivePassword 1 "long" "a" "b" "c"', 4],
    ['bcrypt "a"', 11],
    ['htpasswd "a" "b"', 11],
    ['genPrivateKey "ecdsa"', 21],
    ['encryptAES "k" "x"', 20_000],
    ['decryptAES "k" $sealed', 20_000],
    ['encryptAES "k" $long', 45],
    ['Hash "salt" "x"', 90_000],
    ['Hash "salt" $long', 180],
    ['replace "a" "b" $long', 170],
    // These four, of which urlParse stands for its inverse too, took three times as long as others until work was spent.
    ['regexReplaceAll "" $long "b"', 30],
    ['regexReplaceAllLiteral "" $long "b"', 30],
    ['regexFindAll "a" $long -1', 30],
    ['regexSplit "a" $long -1', 30],
    ['splitn "a" -1 $long', 35],
    ['split "a" $long', 35],
    ["urlParse $long", 120],
    ['urlJoin (dict "path" $long)', 125],
    ['regexReplaceAll (print "a" (randAlpha 20)) "x" "y"', 2000],
    ["camelcase $long", 70],
    ["kebabcase $long", 70],
    ["snakecase $long", 70],
    ["title $long", 70],
    ["untitle $long", 70],
    ["initials $long", 70],
    ["swapcase $long", 40],
    ['omit $map "x"', 20_000],
    ["toJson $map", 4500],
    ["deepCopy $map", 20_000],
    ["sortAlpha $map", 6000],
    ["toStrings $map", 6000],
    ['join "" $map', 6000],
    ['join "" (list $map)', 6000],
  ])("%s is done less often than %i times", (call, times) => {
    // All but what a tenth of these calls may cost is spent before, by what takes no time.
    const calls = Math.max(1, Math.round(times / 10));
    const spent = Math.floor((MAX_WORK - VALUES_WORK) * (1 - calls / times));
    const values =
      '{{ $sealed := encryptAES "k" "x" }}{{ $long := repeat 65536 "a" }}{{ $map := dict }}{{ range $i := until 200 }}{{ $_ := set $map (print $i) "some text" }}{{ end }}';
    const before = values + spend(spent);
    expect(run(before).limit).toBeUndefined();
    expect(run(`${before}{{ range until ${calls} }}{{ $_ := ${call} }}{{ end }}`).limit).toBe("template-work");
  });

  it("wrapping a long text without blanks does not look through all of it for every line", () => {
    // A million lines of one byte, which took minutes.
    expect(run('{{ wrapWith 1 "" (repeat 1000000 "a") | len }}').text).toBe("1999999");
  });

  it("is enough for what one line may want", () => {
    expect(run('{{ $_ := derivePassword 1 "long" "a" "b" "c" }}{{ derivePassword 1 "pin" "a" "b" "c" }}').text).toMatch(
      /^\d{4}$/,
    );
    expect(run('{{ range until 1000 }}{{ $_ := encryptAES "k" "some text" }}{{ end }}').text).toBe("");
    expect(run('{{ range until 1000 }}{{ $_ := Hash "salt" "some text" }}{{ end }}').text).toBe("");
    expect(run('{{ $_ := replace "a" "b" (repeat 1000000 "a") }}').text).toBe("");
  });

  it("a constraint of many blanks is judged at once", () => {
    const judge = () => {
      expect(run(`{{ semverCompare (print (repeat 120 "1   ") "!") "1" }}`).message).toContain("improper constraint");
      expect(run(`{{ semverCompare (print (repeat 150 "1, ") "!") "1" }}`).message).toContain("improper constraint");
      expect(run(`{{ expandenv (repeat 1000000 "\${") }}`).text).toBe("");
    };
    expect(processorTime(judge)).toBeLessThan(5000);
  });
});
