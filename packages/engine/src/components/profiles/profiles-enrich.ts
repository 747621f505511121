/** `profiles.enrich`: adds labels of targets to profiles. */
import { profilesReceiversField, stringField } from "../../schema/field.ts";
import { defineComponent } from "../component-spec.ts";
import { enrichFields } from "../pipelines/target-labels.ts";

export const profilesEnrich = defineComponent({
  name: "profiles.enrich",
  alias: "pyroscope.enrich",
  summary:
    "Adds labels of targets to profiles, and forwards the profiles. A profile belongs to the target that has the same value of a label; one without a target passes unchanged.",
  graphKind: "relabel",
  runs: "server",
  exports: { receiver: "profiles-receiver" },
  fields: {
    forward_to: profilesReceiversField({
      doc: "Receivers that get the profiles.",
      required: true,
      example: "[profiles.write.out.receiver]",
    }),
    ...enrichFields,
    target_match_label: stringField({
      holds: "name",
      doc: "Label of a target whose value is matched; of several targets with the same value the last counts.",
      required: true,
      example: '"host"',
    }),
    profiles_match_label: stringField({
      holds: "name",
      doc: "Label of a profile whose value is looked up. Empty: `target_match_label`.",
      default: "",
      example: '"hostname"',
    }),
  },
  example: `profiles.receive_http "in" {
  http {
    listen_address = "127.0.0.1"
    listen_port    = 4041
  }
  forward_to = [profiles.enrich.hosts.receiver]
}

profiles.enrich "hosts" {
  targets = [
    { host = "10.0.0.1", rack = "a3" },
    { host = "10.0.0.2", rack = "b1" },
  ]
  target_match_label   = "host"
  profiles_match_label = "instance"
  forward_to           = [profiles.write.out.receiver]
}

profiles.write "out" {
  endpoint {
    url = "http://localhost:4040"
  }
}
`,
});
