/** Shared by components that listen by gRPC. */
import { HOUR, SECOND } from "@sluice/languages/base";
import { block, boolField, bytesField, durationField, type Field, intField, stringField } from "../../schema/field.ts";
import { serverTls } from "./http-server.ts";

/** Calls at a time on one connection. */
const MAX_STREAMS = 10_000;
const PINGS = "pings of clients are answered however often they come";
const BUFFERS = "the platform chooses its buffers";
const METADATA = "of what clients send along, only the tenant is used";

/** Of gRPC's servers, as OpenTelemetry's configuration has them. */
const keepalive = block({
  doc: "How long connections stay, and how clients that are gone are noticed.",
  occurs: "one",
  fields: {},
  blocks: {
    server_parameters: block({
      doc: "What the server does with connections.",
      occurs: "one",
      fields: {
        max_connection_idle: durationField({
          doc: "How long a connection may be without a call; then the client is asked to close it. 0 means no limit.",
          default: 0n,
        }),
        max_connection_age: durationField({
          doc: "How long a connection may stay; then the client is asked to close it. 0 means no limit.",
          default: 0n,
        }),
        max_connection_age_grace: durationField({
          doc: "Time for calls to finish after `max_connection_age`. 0 means no limit.",
          default: 0n,
        }),
        time: durationField({
          doc: "Time without a call after which a client has to answer a ping. 0 means never.",
          default: 2n * HOUR,
        }),
        timeout: durationField({
          doc: "Time to answer that ping before the connection is closed. 0 means no limit.",
          default: 20n * SECOND,
        }),
      },
    }),
    enforcement_policy: block({
      doc: "Which pings of clients are too many.",
      occurs: "optional",
      fields: {
        min_time: durationField({ doc: `Accepted without effect: ${PINGS}.`, default: 300n * SECOND, inert: PINGS }),
        permit_without_stream: boolField({ doc: `Accepted without effect: ${PINGS}.`, default: false, inert: PINGS }),
      },
    }),
  },
});

/** The block `grpc` of components that receive logs, with its default port. */
export const grpcBlock = (port: number) =>
  block({
    doc: "Where it listens by gRPC; without this block it does not.",
    occurs: "optional",
    fields: {
      listen_address: stringField({ holds: "address", doc: "Address to listen on; empty means all.", default: "" }),
      listen_port: intField({ doc: "Port to listen on; 0 picks a free one.", default: port }),
      conn_limit: intField({
        doc: "Connections served at a time. Up to 4096 further ones wait until one closes or falls idle. One client address gets at most three quarters.",
        default: 1024,
        unit: "connections",
      }),
      max_recv_msg_size: bytesField({
        doc: "Maximum size of a message, also after decompression; a larger one is answered RESOURCE_EXHAUSTED.",
        default: 4 * 1024 * 1024,
        unit: "bytes",
      }),
      max_concurrent_streams: intField({
        doc: "Calls at a time on one connection; a client waits with further ones.",
        default: 100,
      }),
      server_read_timeout: durationField({
        doc: "Time for a client to send a message before the answer is DEADLINE_EXCEEDED. 0 means no limit.",
        default: 30n * SECOND,
      }),
      server_write_timeout: durationField({
        doc: "Time from the beginning of a call to the end of its response; after it the call is cut. 0 means no limit.",
        default: 30n * SECOND,
      }),
      include_metadata: boolField({
        doc: `Accepted without effect: ${METADATA}.`,
        default: false,
        inert: METADATA,
      }),
      read_buffer_size: bytesField({
        doc: `Accepted without effect: ${BUFFERS}.`,
        default: 512 * 1024,
        inert: BUFFERS,
      }),
      write_buffer_size: bytesField({
        doc: `Accepted without effect: ${BUFFERS}.`,
        default: 32 * 1024,
        inert: BUFFERS,
      }),
      transport: stringField({
        holds: "word",
        doc: "`tcp`, the only one here.",
        default: "tcp",
      }),
    },
    blocks: { tls: serverTls, keepalive },
    check(args, report) {
      const { listen_port, conn_limit, max_recv_msg_size, max_concurrent_streams, transport } = args;
      if (listen_port < 0 || listen_port > 65535)
        report.error("port-range", "listen_port must be between 0 and 65535", "listen_port");
      if (conn_limit < 1) report.error("conn-limit", "conn_limit must be at least 1", "conn_limit");
      if (max_recv_msg_size < 1)
        report.error("body-size", "max_recv_msg_size must be greater than zero", "max_recv_msg_size");
      if (max_concurrent_streams < 1 || max_concurrent_streams > MAX_STREAMS)
        report.error(
          "stream-limit",
          `max_concurrent_streams must be between 1 and ${MAX_STREAMS}`,
          "max_concurrent_streams",
        );
      if (transport !== "tcp") report.error("transport", 'transport must be "tcp"', "transport");
    },
  });

const UNSERVED = "nothing is served over gRPC";

/** The same field, which does nothing. */
const unserved = <T extends Field>(field: T): T => ({
  ...field,
  doc: `Accepted without effect: ${UNSERVED}.`,
  inert: UNSERVED,
});

const unservedTls = Object.fromEntries(
  Object.entries(serverTls.fields).map(([name, field]) => [name, unserved(field)]),
) as typeof serverTls.fields;

/** The block `grpc` of Alloy's components whose servers have one: it opens a port, on which there is no service. */
export const unservedGrpcBlock = block({
  doc: `Accepted without effect: ${UNSERVED}.`,
  occurs: "optional",
  fields: {
    listen_address: unserved(stringField({ holds: "address", doc: "", default: "" })),
    listen_port: unserved(intField({ doc: "", default: 0 })),
    conn_limit: unserved(intField({ doc: "", default: 0 })),
    max_connection_age: unserved(durationField({ doc: "" })),
    max_connection_age_grace: unserved(durationField({ doc: "" })),
    max_connection_idle: unserved(durationField({ doc: "" })),
    server_max_concurrent_streams: unserved(intField({ doc: "", default: 100 })),
    server_max_recv_msg_size: unserved(intField({ doc: "", default: 4 * 1024 * 1024 })),
    server_max_send_msg_size: unserved(intField({ doc: "", default: 4 * 1024 * 1024 })),
  },
  blocks: { tls: block({ doc: `Accepted without effect: ${UNSERVED}.`, occurs: "optional", fields: unservedTls }) },
});
