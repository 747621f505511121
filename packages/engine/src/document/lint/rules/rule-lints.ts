/** Lints about relabelling rules. */
import { quoteMeta } from "@sluice/languages/re2";
import type { Span } from "../../../base/span.ts";
import { readByRule } from "../../../components/pipelines/certain-labels.ts";
import {
  canBeginInternalLabel,
  meantBeginning,
  meantInternalLabel,
} from "../../../components/shared/internal-labels.ts";
import type { BlockStatement } from "../../../syntax/ast.ts";
import { quoteString, unwrapped } from "../../../syntax/index.ts";
import { placesOf, shownValues } from "../given/written-labels.ts";
import { mayBeSetBy } from "../given/written-rules.ts";
import type { Finding } from "../lint.ts";
import { separateNames } from "../name-texts.ts";
import { groupMissing } from "./group-reference-lint.ts";
import { attributeOf, type LintedRule, type RuleLint } from "./rule-lint.ts";

type RelabelRule = LintedRule["rule"];

/** One with the code of a lint of stages, which has the documentation. */
type RuleCheck = Pick<RuleLint, "code" | "find">;

/** Texts of these alone: a joined source has a separator that they do not match. */
const PLAIN = /^[\w\-\s|()?:+*]*$/;
const READS_SOURCE: ReadonlySet<string> = new Set(["replace", "keep", "drop"]);

const ruleNeverApplies: RuleLint = {
  code: "rule-never-applies",
  *find({ rule, block, given }) {
    const { action, sourceLabels, anchored, separator, regex } = rule;
    if (!READS_SOURCE.has(action)) return;
    const attribute = attributeOf(block, "regex");
    if (attribute === undefined) return;
    const result = { replace: "the rule never applies", keep: "nothing is kept", drop: "nothing is dropped" };
    const what = result[action as keyof typeof result];
    const span = attribute.value.span;
    if (sourceLabels.length === 0) {
      if (anchored.test("")) return;
      yield {
        message: `without source_labels a rule sees the empty text, which ${quoteString(regex)} does not match, so that ${what}; stage.regex reads the line`,
        span,
      };
    } else if (sourceLabels.length > 1 && separator !== "" && PLAIN.test(regex) && !PLAIN.test(separator)) {
      yield {
        message: `the values are joined by ${quoteString(separator)}, which ${quoteString(regex)} does not match, so that ${what}`,
        span,
      };
    } else if (
      sourceLabels.length === 1 &&
      sourceLabels[0] === DOCKER_NAME &&
      /^\^?\w[\w-]*(?![?*{|\w-])[^|]*$/.test(regex)
    ) {
      yield {
        message: `names of Docker's containers begin with a slash, which ${quoteString(regex)} does not match, so that ${what}`,
        span,
        fix:
          attribute.value.kind === "literal"
            ? { title: `Change to /${regex}`, edits: [{ span, text: quoteString(`/${regex.replace(/^\^/, "")}`) }] }
            : undefined,
      };
    } else yield* decided(rule, given, what, span);
  },
};

/** Where what it sees is written out, and the same wherever it runs. */
function* decided(rule: RelabelRule, given: LintedRule["given"], what: string, span: Span): Iterable<Finding> {
  const { action, anchored, regex, sourceLabels } = rule;
  const seen = new Set(given?.map((labels) => readByRule(rule, labels)));
  if (seen.size === 0 || seen.has(undefined)) return;
  const values = [...seen] as string[];
  const matched = values.filter((value) => anchored.test(value)).length;
  const isDropped = action === "drop" && matched === values.length;
  if (matched > 0 && !isDropped) return;
  const result = isDropped ? "everything is dropped" : what;
  yield {
    message: `the rule sees ${shownValues(values)} here, which ${quoteString(regex)} ${isDropped ? "matches" : "does not match"}, so that ${result}`,
    span,
    related: placesOf(given!, sourceLabels),
  };
}

const DOCKER_NAME = "__meta_docker_container_name";

const mistypedLabel: RuleLint = {
  code: "mistyped-label",
  *find({ rule, block, before }) {
    if (rule.action === "labelmap") yield* mistypedMap(rule, block);
    const list = attributeOf(block, "source_labels")?.value;
    const elements = list && unwrapped(list);
    if (elements?.kind !== "array") return;
    for (const [i, element] of elements.elements.entries()) {
      const name = rule.sourceLabels[i];
      if (name === undefined || mayBeSetBy(before, name)) continue;
      if (name !== name.trim() || name.includes(",")) continue;
      const meant = meantInternalLabel(name);
      if (meant === undefined) continue;
      yield {
        message: `nothing sets the label ${JSON.stringify(name)}; did you mean ${JSON.stringify(meant)}?`,
        span: element.span,
        fix:
          element.kind === "literal"
            ? { title: `Change to ${meant}`, edits: [{ span: element.span, text: quoteString(meant) }] }
            : undefined,
      };
    }
  },
};

function* mistypedMap({ regex }: RelabelRule, block: BlockStatement): Iterable<Finding> {
  const start = /^\w+(?=[(.[])/.exec(regex)?.[0];
  const value = attributeOf(block, "regex")?.value;
  if (start === undefined || value === undefined || quoteMeta(start) !== start || canBeginInternalLabel(start)) return;
  const meant = meantBeginning(start);
  if (meant === undefined) return;
  const text = quoteString(meant + regex.slice(start.length));
  yield {
    message: `no label begins with ${JSON.stringify(start)}; did you mean ${JSON.stringify(meant)}?`,
    span: value.span,
    fix: value.kind === "literal" ? { title: `Change to ${meant}`, edits: [{ span: value.span, text }] } : undefined,
  };
}

/** Labels that a source removes from what it sends. */
const REMOVED = /^__(?:meta|journal|syslog)_/;

const internalLabelGone: RuleLint = {
  code: "internal-label-gone",
  *find({ rule, block, before, receives }) {
    const value = attributeOf(block, "source_labels")?.value;
    const list = value && unwrapped(value);
    if (!receives || list?.kind !== "array") return;
    for (const [i, element] of list.elements.entries()) {
      const name = rule.sourceLabels[i];
      if (name === undefined || !REMOVED.test(name) || mayBeSetBy(before, name)) continue;
      yield {
        message: `a source removes ${JSON.stringify(name)} before it sends entries: put the rule into discovery.relabel, or into relabel_rules of the source`,
        span: element.span,
      };
    }
  },
};

export const valueInRule: RuleCheck = {
  code: "value-not-label",
  *find({ rule, block, before, extracts }) {
    const value = attributeOf(block, "source_labels")?.value;
    const list = value && unwrapped(value);
    if (list?.kind !== "array") return;
    for (const [i, element] of list.elements.entries()) {
      const name = rule.sourceLabels[i];
      if (name === undefined || mayBeSetBy(before, name)) continue;
      const stage = extracts(name);
      if (stage === undefined) continue;
      yield {
        message: `a rule reads labels, and ${JSON.stringify(name)} is only an extracted value of stage.${stage.spec.name}, which ends with its pipeline: stage.labels makes it a label`,
        span: element.span,
        related: [{ message: "extracted here", span: stage.span }],
      };
    }
  },
};

export const blankInSource: RuleCheck = {
  code: "blank-in-name",
  *find({ block }) {
    const list = attributeOf(block, "source_labels")?.value;
    const elements = list && unwrapped(list);
    if (elements?.kind === "array") for (const element of elements.elements) yield* separateNames(element);
  },
};

/** With documentation of their own. */
export const RULE_LINTS: readonly RuleLint[] = [ruleNeverApplies, groupMissing, mistypedLabel, internalLabelGone];
