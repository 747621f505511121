/** Go durations (`1h30m`) and Alloy's byte sizes (`8KB`): strings in, values out. */
export type { ByteSizeResult } from "./bytesize.ts";
export { formatByteSize, parseByteSize } from "./bytesize.ts";
export type { DurationResult } from "./duration.ts";
export { formatDuration, parseDuration } from "./duration.ts";
export { quoteTime, quoteTimeBytes } from "./quote.ts";
