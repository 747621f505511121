/** Configurations of other programs as ours. */
export { type ImportedConfig, importPromtail } from "./promtail/index.ts";
