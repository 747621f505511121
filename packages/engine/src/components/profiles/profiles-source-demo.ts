/** `profiles.source.demo`: a made-up profiler, for a first look at a receiver and for demonstrations. */

import { SECOND } from "@sluice/languages/base";
import { durationField, intField, stringField, stringMapField } from "../../schema/field.ts";
import { defineComponent } from "../component-spec.ts";
import { thing } from "../shared/things.ts";

const RECEIVER = /^(?:profiles|pyroscope)\.receive_http\.\w+$/;

export const profilesSourceDemo = defineComponent({
  name: "profiles.source.demo",
  summary:
    "Pushes made-up profiles of a service over TCP to a receiver in the same configuration, as a profiler does: processor time by the push service, and every second time also memory by `/ingest`.",
  outside: { of: () => [thing("demo profiles")], gone: () => "Demo profiles are no longer made." },
  graphKind: "source",
  runs: "server",
  fields: {
    receiver: stringField({
      holds: "name",
      doc: 'Which receiver it pushes to, by its name in quotes: `"profiles.receive_http.default"`.',
      required: true,
    }),
    service: stringField({
      holds: "name",
      doc: "Service of the profiles: the label `service_name`.",
      default: "checkout",
    }),
    interval: durationField({ doc: "Time from one profile to the next.", default: 10n * SECOND }),
    labels: stringMapField({
      holds: "text",
      doc: "Additional labels of every profile.",
      default: new Map([["env", "demo"]]),
    }),
    seed: intField({ doc: "The same seed makes the same profiles.", default: 1 }),
  },
  check({ receiver, service, interval }, report) {
    if (!RECEIVER.test(receiver))
      report.error(
        "demo-receiver",
        'receiver must be the name of a profiles.receive_http in quotes, such as "profiles.receive_http.default"',
        "receiver",
      );
    if (!/^[\w.-]+$/.test(service))
      report.error("demo-service", "service must consist of letters, digits, dots, dashes and underscores", "service");
    if (interval < SECOND) report.error("demo-interval", "interval must be at least 1s", "interval");
  },
  example: `profiles.receive_http "default" {
  http {
    listen_address = "127.0.0.1"
    listen_port    = 4040
  }
  forward_to = []
}

profiles.source.demo "checkout" {
  receiver = "profiles.receive_http.default"
}
`,
});
