/** Prometheus relabelling rules. */
import type { Block } from "./blocks.ts";
import { carry, noteKeptVariables } from "./carry.ts";
import { code, type Field, int, list, type Section, section, text } from "./fields.ts";
import type { Reading } from "./reading.ts";

const ACTIONS = [
  "replace",
  "keep",
  "drop",
  "keepequal",
  "dropequal",
  "hashmod",
  "labelmap",
  "labeldrop",
  "labelkeep",
  "lowercase",
  "uppercase",
];

const action: Field<string> = {
  ...text,
  read(node, reading) {
    const value = text.read(node, reading)?.toLowerCase();
    if (value === undefined || ACTIONS.includes(value)) return value;
    return reading.error("import-value", `action is one of ${ACTIONS.join(", ")}`, node);
  },
};

const regex: Field<string> = {
  ...code,
  read(node, reading) {
    const value = code.read(node, reading);
    if (value === undefined) return undefined;
    const { outcome } = reading.texts.of("re2", `^(?s:${value})$`);
    // It is written nevertheless: without it, the rule would match everything.
    if (!outcome.ok)
      reading.error("import-value", `the regular expression is refused: ${outcome.refusal.message}`, node);
    return value;
  },
};

const FIELDS = {
  source_labels: list(text),
  separator: code,
  regex,
  modulus: int,
  target_label: code,
  replacement: code,
  action,
} as const;

const ruleSection = section("relabel_configs", FIELDS);
export type RelabelRule = Section<typeof FIELDS>;

const rule: Field<RelabelRule> = {
  ...ruleSection,
  read(node, reading) {
    const read = ruleSection.read(node, reading);
    if (read !== undefined) checkRule(read, reading);
    return read;
  },
};
export const relabelConfigs = list(rule, "an element of relabel_configs");

/** The rules as blocks of `block`. */
export function carryRules(rules: readonly RelabelRule[], block: Block, reading: Reading): void {
  for (const rule of rules) {
    const inner = block.block("rule", rule.node);
    carry(
      rule,
      ["source_labels", "separator", "regex", "modulus", "target_label", "replacement", "action"],
      inner,
      reading,
    );
  }
}

const NEED_TARGET = ["replace", "hashmod", "lowercase", "uppercase", "keepequal", "dropequal"];

/** Says what is wrong across a rule's settings. */
function checkRule(rule: RelabelRule, reading: Reading): void {
  const name = rule.has("action") ? rule.get("action") : "replace";
  const wrong = (message: string, key?: keyof typeof FIELDS) =>
    reading.error("import-value", message, (key && rule.place(key)) ?? rule.node);
  if (name === "") wrong("action is empty", "action");
  if (name === "hashmod" && rule.get("modulus") === 0n) wrong("hashmod needs modulus", "modulus");
  if (NEED_TARGET.includes(name) && rule.get("target_label") === "")
    wrong(`${name} needs target_label`, "target_label");
  const usual = { separator: ";", regex: "(.*)", replacement: "$1" } as const;
  const changed = (key: keyof typeof usual) => rule.has(key) && rule.get(key) !== usual[key];
  if (["lowercase", "uppercase", "keepequal", "dropequal"].includes(name) && changed("replacement"))
    wrong(`${name} takes no replacement`, "replacement");
  if (
    ["keepequal", "dropequal"].includes(name) &&
    (changed("regex") || changed("separator") || rule.get("modulus") !== 0n)
  )
    wrong(`${name} takes only source_labels and target_label`);
  if (
    ["labeldrop", "labelkeep"].includes(name) &&
    (rule.get("source_labels").length > 0 ||
      rule.get("target_label") !== "" ||
      rule.get("modulus") !== 0n ||
      changed("separator") ||
      changed("replacement"))
  )
    wrong(`${name} takes only regex`);
  noteKeptVariables(rule.get("target_label"), rule.place("target_label"), reading);
}
