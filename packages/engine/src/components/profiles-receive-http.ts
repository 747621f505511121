/** `profiles.receive_http`: a receiver for profiles over HTTP. Its configuration is understood; the server does not run it yet. */
import { SECOND } from "@sluice/languages/base";
import { block, durationField, intField, profilesReceiversField, stringField } from "../schema/field.ts";
import { defineComponent } from "./component-spec.ts";

export const profilesReceiveHttp = defineComponent({
  name: "profiles.receive_http",
  alias: "pyroscope.receive_http",
  summary: "Receives profiles over HTTP and forwards a copy of each to every receiver.",
  runs: "nowhere",
  fields: {
    forward_to: profilesReceiversField({ doc: "Receivers that get the profiles.", required: true }),
  },
  blocks: {
    http: block({
      doc: "Where and how it listens.",
      occurs: "one",
      fields: {
        listen_address: stringField({ doc: "Address to listen on; empty means all.", default: "" }),
        listen_port: intField({ doc: "Port to listen on.", default: 8080 }),
        conn_limit: intField({
          doc: "Simultaneous connections; 0 means no limit.",
          default: 16384,
          unit: "connections",
        }),
        server_read_timeout: durationField({ doc: "Time for a request to arrive as a whole.", default: 30n * SECOND }),
        server_write_timeout: durationField({ doc: "Time for an answer to be written.", default: 30n * SECOND }),
        server_idle_timeout: durationField({
          doc: "Time that a connection may be idle between requests.",
          default: 120n * SECOND,
        }),
      },
    }),
  },
  example: `profiles.receive_http "in" {
  forward_to = []

  http {
    listen_port = 4040
  }
}
`,
});
