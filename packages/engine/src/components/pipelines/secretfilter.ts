/** `logs.secretfilter`: redacts secrets in lines. */
import { notRunAt } from "../../schema/alloy-versions.ts";
import { logsReceiversField } from "../../schema/field.ts";
import { defineComponent } from "../component-spec.ts";
import { secretfilterStage } from "./secretfilter-stage.ts";

export const logsSecretfilter = defineComponent({
  name: "logs.secretfilter",
  alias: "loki.secretfilter",
  summary:
    "Redacts secrets in the line of every log entry, and forwards the entry. Rules that look like Gitleaks' find them; some secrets may remain, and some other values may be redacted.",
  graphKind: "process",
  runs: "anywhere",
  exports: { receiver: "logs-receiver" },
  fields: {
    forward_to: logsReceiversField({
      doc: "Receivers that get the entries after redaction.",
      required: true,
      example: "[logs.write.out.receiver]",
    }),
    ...secretfilterStage.fields,
  },
  notRun: notRunAt("loki.secretfilter"),
  asStage: secretfilterStage,
  check: (args, report, given) => secretfilterStage.check?.(args, report, given),
  example: `logs.source.stdin "in" {
  forward_to = [logs.secretfilter.clean.receiver]
}

logs.secretfilter "clean" {
  forward_to  = [logs.echo.out.receiver]
  redact_with = "<$SECRET_NAME:$SECRET_HASH>"
}

logs.echo "out" { }
`,
});
