/** `logs.write`: sends entries to Loki-compatible endpoints in batches, with retries. */
import { MILLISECOND, MINUTE, SECOND } from "@sluice/languages/base";
import {
  block,
  boolField,
  bytesField,
  durationField,
  enumField,
  intField,
  secretField,
  stringField,
  stringMapField,
} from "../schema/field.ts";
import { basicAuth } from "./basic-auth.ts";
import { defineComponent } from "./component-spec.ts";

export const logsWrite = defineComponent({
  name: "logs.write",
  alias: "loki.write",
  summary:
    "Sends log entries to Loki-compatible endpoints in batches. The label `__tenant_id__` becomes the tenant header; other labels that begin with `__` are removed.",
  runs: "server",
  exports: { receiver: "logs-receiver" },
  fields: {
    external_labels: stringMapField({
      doc: "Labels added to every entry; they override labels of the same name.",
      default: new Map(),
    }),
  },
  blocks: {
    endpoint: block({
      doc: "A destination; every endpoint gets every entry.",
      occurs: "many",
      fields: {
        url: stringField({
          doc: "Full URL of the push API.",
          required: true,
          example: '"http://localhost:3100/loki/api/v1/push"',
        }),
        batch_wait: durationField({ doc: "Longest time that an entry waits for its batch to fill.", default: SECOND }),
        batch_size: bytesField({
          doc: "Size of lines and structured metadata at which a batch is sent.",
          default: 1024 * 1024,
          unit: "bytes",
        }),
        remote_timeout: durationField({ doc: "Time allowed for one request.", default: 10n * SECOND }),
        min_backoff_period: durationField({
          doc: "First pause between attempts; it doubles each time.",
          default: 500n * MILLISECOND,
        }),
        max_backoff_period: durationField({ doc: "Longest pause between attempts.", default: 5n * MINUTE }),
        max_backoff_retries: intField({
          doc: "Maximum number of attempts before a batch is dropped and counted; 0 means no limit.",
          default: 10,
        }),
        retry_on_http_429: boolField({ doc: "Whether the answer 429 (too many requests) is retried.", default: true }),
        follow_redirects: boolField({
          doc: "Whether redirects are followed: 307 and 308 with the entries, 301, 302 and 303 with a GET, after which the entries count as dropped. The user, password, token and `headers` are not sent to another scheme, host or port.",
          default: true,
        }),
        tenant_id: stringField({ doc: "Tenant of entries that carry none themselves.", default: "" }),
        encoding: enumField(
          [
            { value: "protobuf", doc: "Protobuf in a snappy block, as Loki's own clients send it." },
            { value: "json", doc: "JSON, for endpoints that read nothing else." },
          ],
          {
            doc: "Format of the request bodies. Alloy has no such argument and always sends protobuf.",
            default: "protobuf",
          },
        ),
        headers: stringMapField({ doc: "Additional request headers.", default: new Map(), sensitive: true }),
        bearer_token: secretField({ doc: "Sent as `Authorization: Bearer …`.", default: "" }),
      },
      blocks: { basic_auth: basicAuth },
      notRun: [
        "name",
        "bearer_token_file",
        "enable_http2",
        "http_headers",
        "no_proxy",
        "proxy_connect_header",
        "proxy_from_environment",
        "proxy_url",
        "authorization",
        "oauth2",
        "queue_config",
        "tls_config",
      ],
      check(args, report, given) {
        let url: string | undefined;
        if (/^https?:\/\/[^/\s]+/.test(args.url)) url = args.url;
        if (url === undefined)
          report.error("endpoint-url", `${JSON.stringify(args.url)} is not an http or https URL`, "url");
        if (args.max_backoff_retries < 0)
          report.error("endpoint-retries", "max_backoff_retries must not be negative", "max_backoff_retries");
        if (args.batch_size <= 0)
          report.error("endpoint-batch-size", "batch_size must be greater than zero", "batch_size");
        if (args.bearer_token !== "" && given("basic_auth"))
          report.error("one-authorization", "give one of bearer_token and basic_auth");
      },
    }),
  },
  notRun: ["max_streams", "wal"],
  example: `logs.source.api "in" {
  http {
    listen_address = "127.0.0.1"
    listen_port    = 3101
  }
  forward_to = [logs.write.loki.receiver]
}

logs.write "loki" {
  endpoint {
    url = "http://localhost:3100/loki/api/v1/push"
  }
}
`,
});
