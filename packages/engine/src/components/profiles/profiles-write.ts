/** `profiles.write`: forwards profiles to other servers, each at once, while its client waits. */

import { MILLISECOND, MINUTE, SECOND } from "@sluice/languages/base";
import { block, boolField, durationField, intField, stringField, stringMapField } from "../../schema/field.ts";
import { defineComponent } from "../component-spec.ts";
import { checkHttpClient, httpClientBlocks, httpClientFields, httpHeadersField } from "../shared/http-client.ts";
import { SENDS } from "../shared/outside.ts";
import { debugInfoTimeout } from "./debug-info.ts";

/** Headers that a client of HTTP sets itself, from what it sends; in small letters. */
export const OWN_HEADERS: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "host",
  "trailer",
  "transfer-encoding",
]);

export const profilesWrite = defineComponent({
  name: "profiles.write",
  alias: "pyroscope.write",
  summary:
    "Forwards profiles to servers with the same API as `profiles.receive_http`. Nothing is queued: profiles are sent to all endpoints in parallel, and the client that sent the profile waits for all of them, retries included.",
  outside: SENDS,
  graphKind: "writer",
  runs: "server",
  exports: { receiver: "profiles-receiver" },
  fields: {
    external_labels: stringMapField({
      holds: "text",
      doc: "Labels added to every profile; they override labels of the same name, and an empty value removes one.",
      default: new Map(),
    }),
  },
  blocks: {
    endpoint: block({
      doc: "A destination; every endpoint gets every profile.",
      occurs: "many",
      fields: {
        url: stringField({
          holds: "url",
          doc: "URL of the server, without the path of its API, which is appended. Its query is not sent.",
          required: true,
          example: '"http://localhost:4040"',
        }),
        name: stringField({ holds: "name", doc: "Name of the endpoint; empty means its URL.", default: "" }),
        remote_timeout: durationField({ doc: "Time allowed for one attempt.", default: 10n * SECOND }),
        min_backoff_period: durationField({
          doc: "First pause between attempts, or up to twice as long; it doubles each time.",
          default: 500n * MILLISECOND,
        }),
        max_backoff_period: durationField({
          doc: "Longest pause between attempts.",
          default: 5n * MINUTE,
        }),
        max_backoff_retries: intField({
          doc: "Maximum number of attempts before a profile is dropped and counted; 0 means no limit.",
          default: 10,
        }),
        debug_info_upload_timeout: debugInfoTimeout(
          "Time allowed for a file with debug information. It is sent once, to the first endpoint alone, and follows no redirect.",
        ),
        retry_on_http_429: boolField({ doc: "Whether the answer 429 (too many requests) is retried.", default: true }),
        follow_redirects: boolField({
          doc: "Whether redirects are followed: 307 and 308 with the profile, 301, 302 and 303 with a GET, after which the profile counts as dropped, though its client does not learn of it. Credentials, headers and the client certificate are not sent to another scheme, host or port.",
          default: true,
        }),
        headers: stringMapField({
          holds: "text",
          doc: "Additional request headers.",
          default: new Map(),
          sensitive: true,
        }),
        ...httpClientFields,
        http_headers: httpHeadersField,
      },
      blocks: httpClientBlocks,
      check(args, report, given) {
        if (!/^https?:\/\/[^/\s]+/.test(args.url))
          report.warning("endpoint-url", `${JSON.stringify(args.url)} is not an http or https URL`, "url");
        if (args.remote_timeout <= 0n)
          report.warning(
            "endpoint-timeout",
            "remote_timeout is zero or less, so every attempt fails",
            "remote_timeout",
          );
        for (const argument of ["headers", "http_headers"] as const)
          for (const name of args[argument].keys())
            if (OWN_HEADERS.has(name.toLowerCase()))
              report.warning(
                "endpoint-header",
                `${name} is set by the request itself; its value here is ignored`,
                argument,
              );
        if (args.max_backoff_retries < 0)
          report.error("endpoint-retries", "max_backoff_retries must not be negative", "max_backoff_retries");
        checkHttpClient(args, report, given);
      },
    }),
    tracing: block({
      doc: "Which context of a trace requests carry to other servers.",
      occurs: "one",
      fields: {
        jaeger_propagator: boolField({ inert: "requests are not traced", default: true }),
        trace_context_propagator: boolField({ inert: "requests are not traced", default: true }),
      },
    }),
  },
  example: `profiles.receive_http "in" {
  http {
    listen_address = "127.0.0.1"
    listen_port    = 4041
  }
  forward_to = [profiles.write.pyroscope.receiver]
}

profiles.write "pyroscope" {
  endpoint {
    url = "http://localhost:4040"
  }
}
`,
});
