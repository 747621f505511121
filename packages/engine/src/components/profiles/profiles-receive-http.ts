/** `profiles.receive_http`: a receiver for profiles over HTTP, on a server of its own. */

import { SECOND } from "@sluice/languages/base";
import { block, bytesField, durationField, intField, profilesReceiversField, secretField } from "../../schema/field.ts";
import { defineComponent } from "../component-spec.ts";
import { unservedGrpcBlock } from "../shared/grpc-server.ts";
import { allowCrossSite, plainHttp2, serverTls, shutdownTimeout } from "../shared/http-server.ts";
import { listenerFields } from "../shared/listener.ts";
import { listensAt } from "../shared/outside.ts";
import { debugInfoTimeout } from "./debug-info.ts";

/** What all receivers of profiles may hold. Sizes in bytes. */
export const PROFILES_BOUNDS = {
  /** Requests that are recorded, and of them: bodies, everything else, labels of one. */
  recorded: { requests: 200, bodies: 64 * 1024 * 1024, texts: 16 * 1024 * 1024, labels: 64 * 1024 },
  /** Bodies of all requests, and what they are read into, unless three of the largest are more. */
  inFlight: 512 * 1024 * 1024,
  /** Bodies that are recorded and read once more, of all who ask at a time, and what they are read into. */
  reading: 192 * 1024 * 1024,
  /** Files with debug information on their way at a time, and the size of a question about one. */
  debugInfo: { uploads: 16, question: 64 * 1024 },
  /** Headers of one request. */
  headers: 1024 * 1024,
  /** Connections that are served at a time, by default. */
  connections: 16384,
} as const;

const OURS = "Alloy has no such argument.";

export const profilesReceiveHttp = defineComponent({
  name: "profiles.receive_http",
  alias: "pyroscope.receive_http",
  summary:
    "Receives profiles over HTTP and forwards a copy of each to every receiver: `POST /ingest` with anything in the body, and the service `push.v1.PusherService` by Connect, gRPC-web and gRPC (over HTTP/1.1, and over HTTP/2 with TLS). Debug information of binaries, by `debuginfo.v1alpha1.DebuginfoService`, goes to the first endpoint behind them. The client gets its response when every receiver is done.",
  listens: { who: "profilers that push to it", serves: "the push API for profiles", at: listensAt },
  graphKind: "receiver",
  runs: "server",
  fields: {
    forward_to: profilesReceiversField({ doc: "Receivers that get the profiles.", required: true }),
    max_body_size: bytesField({
      doc: `Maximum size of a request's body, and of a message after decompression; a larger one is answered 413. 0 means as much as fits: all bodies with their parsed forms take at most 512 MiB together (or three bodies of the maximum size), a single one half of that. Without room the answer is 429. A message has at most 250,000 series, labels and samples. ${OURS}`,
      notInAlloy: true,
      default: 0,
      unit: "bytes",
    }),
    bearer_token: secretField({
      doc: `Token that clients must send as \`Authorization: Bearer …\`; without it the answer is 401. Empty means no authentication. ${OURS}`,
      notInAlloy: true,
      default: "",
    }),
    graceful_shutdown_timeout: shutdownTimeout,
    debug_info_upload_timeout: debugInfoTimeout(
      "Time for a file with debug information to arrive and be forwarded, instead of the block's read and write timeouts. The file is streamed to the first endpoint behind `forward_to`; `max_body_size` does not apply to it.",
    ),
  },
  blocks: {
    http: block({
      doc: "Where and how it listens.",
      occurs: "one",
      fields: {
        ...listenerFields(8080),
        conn_limit: intField({
          doc: "Connections served at a time, idle ones included. Up to 4096 further ones wait until one closes or falls idle. One client address gets at most three quarters. 0 or less means no limit.",
          default: PROFILES_BOUNDS.connections,
          unit: "connections",
        }),
        server_read_timeout: durationField({
          doc: "Time for a whole request to arrive, from its first byte. 0 means no limit.",
          default: 30n * SECOND,
        }),
        server_write_timeout: durationField({
          doc: "Time from the end of a request's headers to the end of its response. After it the connection is closed without a response, but the profile is still forwarded. 0 means no limit.",
          default: 30n * SECOND,
        }),
        server_idle_timeout: durationField({
          doc: "How long a connection may be idle between two requests. 0 means `server_read_timeout`.",
          default: 120n * SECOND,
        }),
        allow_cross_site: allowCrossSite,
      },
      blocks: {
        tls: serverTls,
        http2: plainHttp2,
      },
    }),
    grpc: unservedGrpcBlock,
  },
  example: `profiles.receive_http "in" {
  http {
    listen_address = "127.0.0.1"
    listen_port    = 4041
  }
  forward_to = []
}
`,
});
