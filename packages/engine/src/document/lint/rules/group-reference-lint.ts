/** A lint about references of relabelling rules to groups that their expressions lack. */
import { parseTemplate, type TemplatePart } from "@sluice/languages/re2";
import type { AttributeStatement } from "../../../syntax/ast.ts";
import { quoteString } from "../../../syntax/index.ts";
import type { Finding } from "../lint.ts";
import { attributeOf, type RuleLint } from "./rule-lint.ts";

type Reference = Exclude<TemplatePart, string>;

export const groupMissing: RuleLint = {
  code: "group-missing",
  *find({ rule, block }) {
    const { action, sourceLabels, targetLabel, replacement, regex, anchored } = rule;
    if (action !== "replace" && action !== "labelmap") return;
    // It never applies, which is another lint's affair.
    if (action === "replace" && sourceLabels.length === 0 && !anchored.test("")) return;
    const { groupNames } = anchored;
    const texts = action === "replace" ? { target_label: targetLabel, replacement } : { replacement };
    for (const [argument, text] of Object.entries(texts)) {
      const parts = parseTemplate(text);
      const missing = parts.find((part) => isMissing(part, groupNames));
      const attribute = attributeOf(block, argument) ?? attributeOf(block, "regex");
      if (missing === undefined || attribute === undefined) continue;
      const isName = argument === "target_label" || action === "labelmap";
      const isEmpty = parts.every((part) => isMissing(part, groupNames));
      const result = !isEmpty
        ? "it stands for nothing"
        : isName
          ? "no label is set"
          : `the label ${JSON.stringify(targetLabel)} is removed`;
      yield {
        message: `${quoteString(regex)} has no group ${JSON.stringify(missing.name)}, so that ${result}`,
        span: attribute.value.span,
        fix: shorterName(missing, text, groupNames, attribute.name === argument ? attribute : undefined),
      };
    }
  },
};

const isMissing = (part: TemplatePart, groupNames: readonly (string | undefined)[]): part is Reference =>
  typeof part !== "string" && (part.group >= 0 ? part.group >= groupNames.length : !groupNames.includes(part.name));

/** `$1_x` as `${1}_x`, where there is a group 1. */
function shorterName(
  { name }: Reference,
  text: string,
  groupNames: readonly (string | undefined)[],
  attribute: AttributeStatement | undefined,
): Finding["fix"] {
  const [, number, rest] = /^([1-9]\d?)(\D\w*)$/.exec(name) ?? [];
  if (number === undefined || Number(number) >= groupNames.length || attribute?.value.kind !== "literal")
    return undefined;
  const meant = `\${${number}}${rest}`;
  const changed = text.replace(`$${name}`, () => meant);
  if (changed === text) return undefined;
  return { title: `Change to ${meant}`, edits: [{ span: attribute.value.span, text: quoteString(changed) }] };
}
