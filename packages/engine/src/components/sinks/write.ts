/** `logs.write`: sends entries to Loki-compatible endpoints in batches, with retries. */

import { MILLISECOND, MINUTE, SECOND } from "@sluice/languages/base";
import {
  block,
  boolField,
  bytesField,
  durationField,
  enumField,
  intField,
  logsReceiversField,
  stringField,
  stringMapField,
} from "../../schema/field.ts";
import { defineComponent } from "../component-spec.ts";
import { checkHttpClient, httpClientBlocks, httpClientFields, httpHeadersField } from "../shared/http-client.ts";
import { checkJournalSize, journalSizeField } from "../shared/journal-size.ts";
import { SENDS } from "../shared/outside.ts";

/** A URL of a host alone. */
const NO_PATH = /^https?:\/\/(?:[^/?#\s@]*@)?(?:[\w.-]+|\[[\da-fA-F:.]+\])(?::\d+)?\/?$/;

/** Where Loki takes entries. */
const PUSH_PATH = "/loki/api/v1/push";

const MAX_SHARDS = 100;

const queueConfig = block({
  doc: "Queue of batches that wait to be sent.",
  occurs: "one",
  fields: {
    capacity: bytesField({
      doc: "Maximum size of all waiting batches, for each of `min_shards`.",
      default: 10 * 1024 * 1024,
      unit: "bytes",
    }),
    drain_timeout: durationField({
      doc: "Longest time to send what is left at the end; the server's own shutdown timeout applies as well.",
      default: MINUTE,
    }),
    min_shards: intField({
      doc: "Number of requests at a time. Entries are divided by stream into as many parts, and each part is sent in order.",
      default: 1,
    }),
    block_on_overflow: boolField({
      doc: "Whether sources wait while the queue is full; otherwise further entries are dropped and counted.",
      default: true,
    }),
  },
  check({ capacity, min_shards }, report) {
    if (capacity <= 0) report.error("queue-capacity", "capacity must be greater than zero", "capacity");
    if (min_shards < 1 || min_shards > MAX_SHARDS)
      report.error("queue-shards", `min_shards must be between 1 and ${MAX_SHARDS}`, "min_shards");
  },
});

const wal = block({
  doc: "A journal on disk in front of the endpoints, as `logs.journal` is one with stages behind it. Each endpoint reads it at its own pace: one that is away does not hold up the others, and what waits survives a crash. A batch is tried for as long as it takes; 429 and 5xx never lose entries. What an endpoint refuses for its content (400, 413) is dropped and counted.",
  occurs: "optional",
  fields: {
    enabled: boolField({ doc: "Whether there is one.", default: false }),
    max_size: journalSizeField({
      doc: "Size on disk at which it is full, and sources wait. Alloy has no such argument and drops what is older than `max_segment_age`.",
      notInAlloy: true,
    }),
    max_segment_age: durationField({ inert: "nothing is dropped for its age", default: 60n * MINUTE }),
    min_read_frequency: durationField({ inert: "what is written is read at once", default: 250n * MILLISECOND }),
    max_read_frequency: durationField({ inert: "what is written is read at once", default: SECOND }),
    drain_timeout: durationField({
      doc: "Longest time at the end in which what waits is still sent. The rest stays on disk.",
      default: 30n * SECOND,
    }),
  },
  check: checkJournalSize,
});

export const logsWrite = defineComponent({
  name: "logs.write",
  alias: "loki.write",
  summary:
    "Sends log entries to Loki-compatible endpoints in batches. The label `__tenant_id__` becomes the tenant header; other labels that begin with `__` are removed.",
  outside: SENDS,
  graphKind: "writer",
  runs: "server",
  exports: { receiver: "logs-receiver" },
  fields: {
    external_labels: stringMapField({
      holds: "text",
      doc: "Labels added to every entry; they override labels of the same name.",
      default: new Map(),
    }),
    max_streams: intField({
      doc: "Maximum number of streams in one batch; entries of further ones are dropped and counted. 0 means no limit.",
      default: 0,
    }),
    rejected_to: logsReceiversField({
      doc: "Receivers of the entries that an endpoint refuses for good (400, 413, 415, 422), such as a `logs.write.file`: as they came, with `rejected_by`, `rejected_status` and `rejected_reason` as structured metadata. While these receivers are full, the endpoint waits. Empty: the entries are dropped. Both are counted by status (`logs_write_rejected_entries_total`). Of a refused stream Loki may have taken some entries all the same. Alloy has no such argument.",
      notInAlloy: true,
      default: [],
      example: "[logs.write.file.rejected.receiver]",
    }),
  },
  check({ max_streams }, report) {
    if (max_streams < 0) report.error("max-streams", "max_streams must not be negative", "max_streams");
  },
  blocks: {
    wal,
    endpoint: block({
      doc: "A destination; every endpoint gets every entry. If it refuses a batch for its content (400, 413, 422), the batch is sent in halves, in at most 64 requests, to find the streams at fault, which go to `rejected_to` or are dropped. When the requests are used up, streams that are still in one part with a stream at fault share its fate.",
      occurs: "many",
      fields: {
        url: stringField({
          holds: "url",
          doc: "Full URL of the push API.",
          required: true,
          example: '"http://localhost:3100/loki/api/v1/push"',
        }),
        batch_wait: durationField({ doc: "Longest time that an entry waits for its batch to fill.", default: SECOND }),
        batch_size: bytesField({
          doc: "Size of entries at which a batch is sent: lines, structured metadata, and 12 bytes for each timestamp.",
          default: 1024 * 1024,
          unit: "bytes",
        }),
        remote_timeout: durationField({ doc: "Time allowed for one request.", default: 10n * SECOND }),
        min_backoff_period: durationField({
          doc: "First pause between attempts; it doubles each time.",
          default: 500n * MILLISECOND,
        }),
        max_backoff_period: durationField({
          doc: "Longest pause between attempts, even if the endpoint asks for a longer one (`Retry-After`).",
          default: 5n * MINUTE,
        }),
        max_backoff_retries: intField({
          doc: "Maximum number of attempts before a batch is dropped and counted; 0 means no limit. The halves of a divided batch share the attempts after the first.",
          default: 10,
        }),
        retry_on_http_429: boolField({ doc: "Whether the answer 429 (too many requests) is retried.", default: true }),
        follow_redirects: boolField({
          doc: "Whether redirects are followed: 307 and 308 with the entries, 301, 302 and 303 with a GET, after which the entries count as dropped. The user, password, token and `headers` are not sent to another scheme, host or port.",
          default: true,
        }),
        tenant_id: stringField({ holds: "name", doc: "Tenant of entries that carry none themselves.", default: "" }),
        encoding: enumField(
          [
            { value: "protobuf", doc: "Protobuf in a snappy block, as Loki's own clients send it." },
            { value: "json", doc: "JSON, for endpoints that read nothing else." },
          ],
          {
            doc: "Format of the request bodies. Alloy has no such argument and always sends protobuf.",
            notInAlloy: true,
            default: "protobuf",
          },
        ),
        name: stringField({
          holds: "name",
          doc: "Name in the status and the log; empty means the endpoint's address.",
          default: "",
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
      blocks: {
        ...httpClientBlocks,
        queue_config: queueConfig,
      },
      check(args, report, given) {
        let url: string | undefined;
        if (/^https?:\/\/[^/\s]+/.test(args.url)) url = args.url;
        if (url === undefined)
          report.error("endpoint-url", `${JSON.stringify(args.url)} is not an http or https URL`, "url");
        if (NO_PATH.test(args.url))
          report.warning("endpoint-path", `the URL has no path, and Loki takes entries at ${PUSH_PATH}`, "url", {
            fix: { title: `Add ${PUSH_PATH}`, replace: args.url.replace(/\/?$/, PUSH_PATH) },
          });
        if (args.max_backoff_retries < 0)
          report.error("endpoint-retries", "max_backoff_retries must not be negative", "max_backoff_retries");
        if (args.batch_size <= 0)
          report.error("endpoint-batch-size", "batch_size must be greater than zero", "batch_size");
        checkHttpClient(args, report, given);
      },
    }),
  },
  example: `logs.source.api "in" {
  http {
    listen_address = "127.0.0.1"
    listen_port    = 3101
  }
  labels     = { job = "api" }
  forward_to = [logs.write.loki.receiver]
}

logs.write "loki" {
  endpoint {
    url = "http://localhost:3100/loki/api/v1/push"
  }
}
`,
});
