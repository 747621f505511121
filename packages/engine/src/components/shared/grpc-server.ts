/** Shared by components that listen by gRPC. */
import { HOUR, SECOND } from "@sluice/languages/base";
import {
  block,
  boolField,
  bytesField,
  describeInert,
  durationField,
  intField,
  stringField,
} from "../../schema/field.ts";
import { serverTls } from "./http-server.ts";
import { checkPort, listenerFields } from "./listener.ts";

/** Of listeners, also for the page of limits. */
export const GRPC_BOUNDS = {
  /** Calls at a time on all connections together. */
  calls: 2000,
  /** Calls at a time on one connection, at most. */
  streams: 10_000,
  /** The defaults of arguments. */
  connections: 1024,
  streamsUsually: 100,
  message: 4 * 1024 * 1024,
} as const;
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
        min_time: durationField({ inert: PINGS, default: 300n * SECOND }),
        permit_without_stream: boolField({ inert: PINGS, default: false }),
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
      ...listenerFields(port),
      conn_limit: intField({
        doc: "Connections served at a time. Up to 4096 further ones wait until one closes or falls idle. One client address gets at most three quarters.",
        default: GRPC_BOUNDS.connections,
        unit: "connections",
      }),
      max_recv_msg_size: bytesField({
        doc: "Maximum size of a message, also after decompression; a larger one is answered RESOURCE_EXHAUSTED.",
        default: GRPC_BOUNDS.message,
        unit: "bytes",
      }),
      max_concurrent_streams: intField({
        doc: "Calls at a time on one connection; a client waits with further ones.",
        default: GRPC_BOUNDS.streamsUsually,
      }),
      server_read_timeout: durationField({
        doc: "Time for a client to send a message before the answer is DEADLINE_EXCEEDED. 0 means no limit.",
        default: 30n * SECOND,
      }),
      server_write_timeout: durationField({
        doc: "Time from the beginning of a call to the end of its response; after it the call is cut. 0 means no limit.",
        default: 30n * SECOND,
      }),
      include_metadata: boolField({ inert: METADATA, default: false }),
      read_buffer_size: bytesField({ inert: BUFFERS, default: 512 * 1024 }),
      write_buffer_size: bytesField({ inert: BUFFERS, default: 32 * 1024 }),
      transport: stringField({
        holds: "word",
        doc: "`tcp`, the only one here.",
        default: "tcp",
      }),
    },
    blocks: { tls: serverTls, keepalive },
    check(args, report) {
      const { conn_limit, max_recv_msg_size, max_concurrent_streams, transport } = args;
      checkPort(args, report);
      if (conn_limit < 1) report.error("conn-limit", "conn_limit must be at least 1", "conn_limit");
      if (max_recv_msg_size < 1)
        report.error("body-size", "max_recv_msg_size must be greater than zero", "max_recv_msg_size");
      if (max_concurrent_streams < 1 || max_concurrent_streams > GRPC_BOUNDS.streams)
        report.error(
          "stream-limit",
          `max_concurrent_streams must be between 1 and ${GRPC_BOUNDS.streams}`,
          "max_concurrent_streams",
        );
      if (transport !== "tcp") report.error("transport", 'transport must be "tcp"', "transport");
    },
  });

const UNSERVED = "nothing is served over gRPC";

const unservedTls = Object.fromEntries(
  Object.entries(serverTls.fields).map(([name, field]) => [
    name,
    { ...field, doc: describeInert(UNSERVED), inert: UNSERVED },
  ]),
) as typeof serverTls.fields;

/** The block `grpc` of Alloy's components whose servers have one: it opens a port, on which there is no service. */
export const unservedGrpcBlock = block({
  doc: describeInert(UNSERVED),
  occurs: "optional",
  fields: {
    listen_address: stringField({ holds: "address", inert: UNSERVED, default: "" }),
    listen_port: intField({ inert: UNSERVED, default: 0 }),
    conn_limit: intField({ inert: UNSERVED, default: 0 }),
    max_connection_age: durationField({ inert: UNSERVED }),
    max_connection_age_grace: durationField({ inert: UNSERVED }),
    max_connection_idle: durationField({ inert: UNSERVED }),
    server_max_concurrent_streams: intField({ inert: UNSERVED, default: 100 }),
    server_max_recv_msg_size: intField({ inert: UNSERVED, default: 4 * 1024 * 1024 }),
    server_max_send_msg_size: intField({ inert: UNSERVED, default: 4 * 1024 * 1024 }),
  },
  blocks: { tls: block({ doc: describeInert(UNSERVED), occurs: "optional", fields: unservedTls }) },
});
