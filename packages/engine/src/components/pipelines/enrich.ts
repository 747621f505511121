/** `logs.enrich`: adds labels of targets to entries. */
import { logsReceiversField } from "../../schema/field.ts";
import { defineComponent } from "../component-spec.ts";
import { checkMatch, enrichStage } from "./enrich-stage.ts";

export const logsEnrich = defineComponent({
  name: "logs.enrich",
  alias: "loki.enrich",
  summary:
    "Adds labels of targets to log entries, and forwards the entries. An entry belongs to the target that has the same value of a label, or the same values of several.",
  graphKind: "relabel",
  runs: "anywhere",
  exports: { receiver: "logs-receiver" },
  fields: {
    forward_to: logsReceiversField({
      doc: "Receivers that get the entries.",
      required: true,
      example: "[logs.write.out.receiver]",
    }),
    ...enrichStage.fields,
  },
  check: checkMatch,
  asStage: enrichStage,
  example: `logs.enrich "hosts" {
  targets = [
    { host = "10.0.0.1", rack = "a3", team = "shop" },
    { host = "10.0.0.2", rack = "b1", team = "mail" },
  ]
  target_to_log_match = { host = "instance" }
  labels_to_copy      = ["rack", "team"]
  forward_to          = [logs.echo.out.receiver]
}

logs.source.api "in" {
  http {
    listen_address = "127.0.0.1"
    listen_port    = 3500
  }
  forward_to = [logs.enrich.hosts.receiver]
}

logs.echo "out" { }
`,
});
