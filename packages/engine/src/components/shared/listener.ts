/** Where a component listens, over whatever protocol. */
import { type CheckReport, intField, stringField } from "../../schema/field.ts";

/** `port`: by default. */
export const listenerFields = (port: number) => ({
  listen_address: stringField({ holds: "address", doc: "Address to listen on; empty means all.", default: "" }),
  listen_port: intField({ doc: "Port to listen on; 0 picks a free one.", default: port }),
});

export function checkPort({ listen_port }: { readonly listen_port: number }, report: CheckReport): void {
  if (listen_port < 0 || listen_port > 65535)
    report.error("port-range", "listen_port must be between 0 and 65535", "listen_port");
}
