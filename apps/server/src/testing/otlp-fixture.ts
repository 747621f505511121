/** Arguments of `logs.source.otlp` on free ports of the loopback. */
import type { ComponentArgs, logsSourceOtlp } from "@sluice/engine";
import { componentOf } from "./fixtures.ts";

/** `more`: further arguments and blocks. */
export const otlpArgs = (more = "") =>
  componentOf(
    "logs.source.otlp",
    `logs.source.otlp "in" {
       http {
         listen_address = "127.0.0.1"
         listen_port = 0
       }
       ${more}
       forward_to = []
     }`,
  ).args as ComponentArgs<typeof logsSourceOtlp>;
