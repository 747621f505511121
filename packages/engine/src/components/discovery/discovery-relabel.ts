/** `discovery.relabel`: changes the labels of targets by rules. */
import { applyRules } from "../../relabel/apply.ts";
import type { RelabelRules } from "../../relabel/rule.ts";
import type { Target } from "../../schema/exported.ts";
import { targetsField } from "../../schema/field.ts";
import { defineComponent } from "../component-spec.ts";
import { relabelRule, toRules } from "../pipelines/relabel-rule.ts";

export const discoveryRelabel = defineComponent({
  name: "discovery.relabel",
  alias: "discovery.relabel",
  summary:
    "Changes the labels of targets by Prometheus relabelling rules, and exports the targets that no rule drops. Sources read labels that begin with `__`, such as `__path__`, and give the others to the entries.",
  graphKind: "relabel",
  runs: "anywhere",
  exports: { output: "targets", rules: "relabel-rules" },
  fields: {
    targets: targetsField({
      use: "read",
      doc: "The targets, usually those that another component exports.",
      required: true,
      example: "discovery.file.hosts.targets",
    }),
  },
  blocks: { rule: relabelRule },
  evaluate({ targets, rule }) {
    const rules = toRules(rule);
    return {
      output: { kind: "targets", targets: targets.flatMap((target) => relabelTarget(target, rules) ?? []) },
      rules: { kind: "relabel-rules", rules },
    };
  },
  example: `discovery.relabel "containers" {
  targets = [
    { __address__ = "10.0.0.1:80", __meta_name = "/shop-1", __path__ = "/var/log/shop.log" },
    { __address__ = "10.0.0.2:80", __meta_name = "/test-1", __path__ = "/var/log/test.log" },
  ]

  rule {
    source_labels = ["__meta_name"]
    regex         = "/(shop.*)"
    target_label  = "container"
  }

  rule {
    source_labels = ["container"]
    regex         = ".+"
    action        = "keep"
  }
}

logs.source.file "containers" {
  targets    = discovery.relabel.containers.output
  forward_to = [logs.echo.out.receiver]
}

logs.echo "out" { }
`,
});

/** A target after the rules; undefined where one of them drops it. */
export function relabelTarget(target: Target, rules: RelabelRules): Target | undefined {
  const labels = new Map([...target].filter(([, value]) => value !== ""));
  return applyRules(rules, labels) === undefined ? labels : undefined;
}
