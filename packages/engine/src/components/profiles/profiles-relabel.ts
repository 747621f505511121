/** `profiles.relabel`: changes the labels of profiles by rules. */
import { profilesReceiversField } from "../../schema/field.ts";
import { defineComponent } from "../component-spec.ts";
import { checkCacheSize, maxCacheSize } from "../pipelines/relabel.ts";
import { relabelRule, toRules } from "../pipelines/relabel-rule.ts";

export const profilesRelabel = defineComponent({
  name: "profiles.relabel",
  alias: "pyroscope.relabel",
  summary:
    "Changes the labels of every profile by Prometheus relabelling rules, and forwards the profile. A profile that a rule drops, or that has no labels after the last rule, is not forwarded; its client is answered as if it had been taken. A profile without labels passes unchanged.",
  graphKind: "relabel",
  runs: "server",
  exports: { receiver: "profiles-receiver", rules: "relabel-rules" },
  fields: {
    forward_to: profilesReceiversField({
      doc: "Receivers that get the profiles after relabelling.",
      required: true,
      example: "[profiles.write.out.receiver]",
    }),
    max_cache_size: maxCacheSize,
  },
  blocks: { rule: relabelRule },
  check: checkCacheSize,
  evaluate: ({ rule }) => ({ rules: { kind: "relabel-rules", rules: toRules(rule) } }),
  example: `profiles.receive_http "in" {
  http {
    listen_address = "127.0.0.1"
    listen_port    = 4041
  }
  forward_to = [profiles.relabel.sampled.receiver]
}

profiles.relabel "sampled" {
  forward_to = [profiles.write.out.receiver]

  rule {
    action        = "drop"
    source_labels = ["env"]
    regex         = "test"
  }

  rule {
    action = "labeldrop"
    regex  = "pod"
  }
}

profiles.write "out" {
  endpoint {
    url = "http://localhost:4040"
  }
}
`,
});
