/** `logs.relabel`: changes the labels of entries by rules. */
import { type CheckReport, intField, logsReceiversField } from "../../schema/field.ts";
import { defineComponent } from "../component-spec.ts";
import { RELABEL_STEPS, relabelRule, toRules } from "./relabel-rule.ts";

export const maxCacheSize = intField({
  doc: "Maximum number of label sets whose result is cached.",
  default: 10_000,
});

/** A cache holds something. */
export function checkCacheSize({ max_cache_size }: { readonly max_cache_size: number }, report: CheckReport): void {
  if (max_cache_size <= 0)
    report.error("cache-size", `max_cache_size must be greater than 0 and is ${max_cache_size}`, "max_cache_size");
}

export const logsRelabel = defineComponent({
  name: "logs.relabel",
  alias: "loki.relabel",
  summary:
    "Changes the labels of every log entry by Prometheus relabelling rules, and forwards the entry. An entry that a rule drops, or that has no labels after the last rule, is not forwarded; drops are counted by reason. Sources that refer to `rules` apply the same rules to labels that only they see.",
  graphKind: "relabel",
  runs: "anywhere",
  exports: { receiver: "logs-receiver", rules: "relabel-rules" },
  fields: {
    forward_to: logsReceiversField({
      doc: "Receivers that get the entries after relabelling.",
      required: true,
      example: "[logs.write.out.receiver]",
    }),
    max_cache_size: maxCacheSize,
  },
  blocks: { rule: relabelRule },
  steps: { block: "rule", ...RELABEL_STEPS },
  check: checkCacheSize,
  evaluate: ({ rule }) => ({ rules: { kind: "relabel-rules", rules: toRules(rule) } }),
  example: `logs.relabel "errors" {
  forward_to = [logs.echo.out.receiver]

  rule {
    action        = "keep"
    source_labels = ["level"]
    regex         = "error|fatal"
  }

  rule {
    source_labels = ["namespace", "app"]
    separator     = "/"
    target_label  = "job"
  }
}

logs.echo "out" { }
`,
});
