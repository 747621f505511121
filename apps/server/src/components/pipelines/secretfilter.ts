/** `logs.secretfilter`: the one step of a pipeline, with the queue and the slices of `logs.process`. */
import { logsSecretfilter } from "@sluice/engine";
import { defineRunning } from "../../core/component-record.ts";
import { ProcessComponent } from "./process.ts";

export const secretfilterRecord = defineRunning({
  spec: logsSecretfilter,
  build: ({ host, next, seed, context, ...block }) =>
    new ProcessComponent(block, host, next, seed, context, "secretfilter"),
});
