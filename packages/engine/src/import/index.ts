/** Configurations of other programs as ours. */
export { type ImportedConfig, type ImportOptions, importPromtail } from "./promtail/index.ts";
