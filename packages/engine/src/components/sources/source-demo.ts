/** `logs.source.demo`: realistic log lines without an outside system, for a first look and for demonstrations. */

import { enumField, floatField, intField, logsReceiversField, stringMapField } from "../../schema/field.ts";
import { defineComponent } from "../component-spec.ts";
import { thing } from "../shared/things.ts";

export const logsSourceDemo = defineComponent({
  name: "logs.source.demo",
  summary: "Generates realistic log lines, so that a pipeline can be tried without an outside system.",
  outside: { of: () => [thing("demo lines")], gone: () => "Demo lines are no longer made." },
  graphKind: "source",
  entryLabels: ({ labels }) => [labels],
  runs: "server",
  fields: {
    forward_to: logsReceiversField({ doc: "Receivers that get the entries.", required: true }),
    format: enumField([{ value: "nginx", doc: "Access logs as nginx writes them, with request times." }], {
      doc: "What the lines look like.",
      default: "nginx",
    }),
    rate: floatField({ doc: "Lines per second.", default: 2, unit: "lines/s" }),
    seed: intField({ doc: "The same seed makes the same lines.", default: 1 }),
    labels: stringMapField({ holds: "text", doc: "Labels of every entry.", default: new Map([["job", "demo"]]) }),
  },
  check({ rate }, report) {
    if (!(rate > 0 && rate <= 10_000)) report.error("demo-rate", "rate must be above 0 and at most 10000", "rate");
  },
  example: `logs.source.demo "access" {
  rate       = 5
  forward_to = [logs.echo.out.receiver]
}

logs.echo "out" { }
`,
});
