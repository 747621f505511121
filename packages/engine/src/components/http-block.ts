/** The block `http` of components that listen: where, and how long clients may take. */
import { SECOND } from "@sluice/languages/base";
import { block, durationField, intField, stringField } from "../schema/field.ts";

/** With its default port. */
export const httpBlock = (port: number) =>
  block({
    doc: "Where it listens.",
    occurs: "one",
    fields: {
      listen_address: stringField({ doc: "Address to listen on; empty means all.", default: "" }),
      listen_port: intField({ doc: "Port to listen on; 0 picks a free one.", default: port }),
      conn_limit: intField({
        doc: "Connections served at a time; up to 4096 further ones wait until one closes. 0 means as many as the system allows, since an idle connection costs little.",
        default: 0,
      }),
      server_read_timeout: durationField({
        doc: "Time that a client has to send the body of a request before it is answered 408; for the headers it has ten seconds. 0 means no limit.",
        default: 30n * SECOND,
      }),
      server_idle_timeout: durationField({
        doc: "How long a connection may be idle between two requests.",
        default: 120n * SECOND,
      }),
    },
    notRun: ["server_write_timeout", "tls"],
    check({ listen_port, conn_limit }, report) {
      if (conn_limit < 0) report.error("conn-limit", "conn_limit must not be negative", "conn_limit");
      if (listen_port < 0 || listen_port > 65535)
        report.error("port-range", "listen_port must be between 0 and 65535", "listen_port");
    },
  });
