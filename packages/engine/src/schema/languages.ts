/**
 * The embedded languages of arguments. Each has one entry: how a text is compiled, its compiled form, and its name for
 * people. A language that is added to `Programs` does not compile until it has one.
 */
import { compilePipelineTemplate, type Template } from "@sluice/languages/gotemplate";
import { compileTimestampLayout, doubtLayout, type LayoutDoubt, type TimestampLayout } from "@sluice/languages/gotime";
import { compileJmesPath, type JmesExpression } from "@sluice/languages/jmespath";
import { type CompiledSelector, compileSelectorInSteps, parseSelector } from "@sluice/languages/logql";
import { compilePattern, type Pattern } from "@sluice/languages/pattern";
import { type AnalysisBudget, compileRegex, type Regex } from "@sluice/languages/re2";
import { atOnce } from "../base/at-once.ts";
import { explainRegex, explainTemplate } from "./language-hints.ts";
import { backspaceRemarks, doubledRemarks, explainSelector } from "./selector-hints.ts";
import type { TextRemark } from "./text-remark.ts";

/** What a text of each language compiles to. */
export interface Programs {
  readonly re2: Regex;
  readonly gotemplate: Template;
  readonly logql: CompiledSelector;
  readonly jmespath: JmesExpression;
  readonly gotime: TimestampLayout;
  readonly pattern: Pattern;
}

export type EmbeddedLanguage = keyof Programs;

/** What compiling a text came to. Remarks are about what is allowed and hardly means what it says. */
export type Outcome<P> =
  | { readonly ok: true; readonly program: P; readonly remarks: readonly TextRemark[] }
  | { readonly ok: false; readonly refusal: TextRemark; readonly others?: readonly TextRemark[] | undefined };

export interface Language<P> {
  /** What people call a text of it. */
  readonly noun: string;
  /** Its texts are full of backslashes or quotes, so that raw strings suit them. */
  readonly suitsRawStrings: boolean;
  /** Its texts call the functions of templates. */
  readonly callsFunctions: boolean;
  /** Texts for generated configurations: some that fit what generated entries hold, and one that is refused or empty. */
  readonly samples: { readonly right: readonly string[]; readonly wrong: string };
  /** Never throws. `analysis`: what finding out the cost of its patterns may take. */
  compile(text: string, analysis?: AnalysisBudget): Outcome<P>;
  /** The same in steps, for languages whose texts may take long. */
  compileInSteps?(text: string, analysis?: AnalysisBudget): Generator<void, Outcome<P>>;
}

const compiled = <P>(program: P, remarks: readonly TextRemark[] = []): Outcome<P> => ({ ok: true, program, remarks });
const refused = (refusal: TextRemark, others?: readonly TextRemark[]): Outcome<never> => ({
  ok: false,
  refusal,
  others,
});

/** A mistyped name is mended by the one that is meant. */
const withFix = (remark: TextRemark): TextRemark => {
  const { meant, start, end } = remark;
  return meant === undefined ? remark : { ...remark, fix: { start, end, text: meant } };
};

function ofLayout(text: string, { message, layout }: LayoutDoubt): TextRemark {
  const place = { start: 0, end: text.length };
  return { message, ...place, fix: layout === undefined ? undefined : { ...place, text: layout } };
}

function* selectorInSteps(text: string, analysis?: AnalysisBudget): Generator<void, Outcome<CompiledSelector>> {
  const parsed = parseSelector(text);
  const result = yield* compileSelectorInSteps(parsed.ok ? parsed.selector : parsed.read, analysis);
  const patterns = result.ok ? [] : [result, ...(result.others ?? [])];
  const explained = (remark: TextRemark): TextRemark => explainSelector(text, remark);
  if (!parsed.ok) return refused(explained(parsed), [...(parsed.others ?? []).map(explained), ...patterns]);
  return result.ok ? compiled(result.compiled, backspacesIn(result.compiled)) : refused(result, result.others);
}

/** Backspaces in the patterns of a selector. */
function backspacesIn({ selector: { matchers, filters } }: CompiledSelector): TextRemark[] {
  const holder = [...matchers, ...filters].find(({ op, value }) => op.endsWith("~") && value.includes("\b"));
  if (holder === undefined) return [];
  const { valueStart: start, end } = holder;
  const [remark] = backspaceRemarks(holder.value);
  return remark === undefined ? [] : [{ message: remark.message, start, end: end - 1 }];
}

export const LANGUAGES: { readonly [L in EmbeddedLanguage]: Language<Programs[L]> } = {
  re2: {
    noun: "regular expression (RE2)",
    suitsRawStrings: true,
    callsFunctions: false,
    samples: {
      right: ["", "level=(?P<level>\\w+)", "(?P<app>[a-z]+)|(?P<n>\\d+)", "^\\d{4}", "(a*)*", "(?i)error", ".*"],
      wrong: "(unclosed",
    },
    compile(text, analysis) {
      const result = compileRegex(text, { analysis });
      return result.ok
        ? compiled(result.regex, [...backspaceRemarks(text), ...doubledRemarks(text)])
        : refused(explainRegex(result));
    },
  },
  gotemplate: {
    noun: "Go template",
    suitsRawStrings: true,
    callsFunctions: true,
    samples: {
      right: ["{{ .Value }}", "{{ .app | upper }}-{{ .level }}", "{{ if .n }}yes{{ end }}", "plain", ""],
      wrong: "{{ .Value",
    },
    compile(text) {
      const result = compilePipelineTemplate(text);
      const explained = (remark: TextRemark) => withFix(explainTemplate(text, remark));
      return result.ok ? compiled(result.template) : refused(explained(result), result.others?.map(explained));
    },
  },
  logql: {
    noun: "log selector (LogQL)",
    suitsRawStrings: true,
    callsFunctions: false,
    samples: {
      right: ['{app="shop"}', '{app=~".+"} |= "level"', '{level!="x"} != "y" |~ "a|b"', '{app=""}'],
      wrong: "{app=",
    },
    compile: (text, analysis) => atOnce(selectorInSteps(text, analysis)),
    compileInSteps: selectorInSteps,
  },
  jmespath: {
    noun: "JMESPath expression",
    suitsRawStrings: false,
    callsFunctions: false,
    samples: { right: ["", "level", "o.a[0]", "length(msg)", "join('-', keys(@))", "n"], wrong: "foo-1" },
    compile(text) {
      const result = compileJmesPath(text);
      if (result.ok) return compiled(result.expression, result.warnings);
      return refused({ ...result, message: `could not compile JMES expression: ${result.message}` });
    },
  },
  // Every text is a layout: what is not a component is literal.
  gotime: {
    noun: "time layout (Go)",
    suitsRawStrings: false,
    callsFunctions: false,
    samples: { right: ["RFC3339", "Unix", "UnixMs", "2006-01-02", "Jan 2 15:04"], wrong: "" },
    compile(text) {
      const doubt = doubtLayout(text);
      return compiled(compileTimestampLayout(text), doubt === undefined ? [] : [ofLayout(text, doubt)]);
    },
  },
  pattern: {
    noun: "line pattern",
    suitsRawStrings: true,
    callsFunctions: false,
    samples: { right: ["<app> <level> <_>", "<ip> - <user> [<_>]", "level=<level>"], wrong: "<a><b>" },
    compile(text) {
      const result = compilePattern(text);
      return result.ok ? compiled(result.pattern) : refused(result);
    },
  },
};
