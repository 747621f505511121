/** The server as a library: what the command line and the tests start. */
export { ConfigFiles } from "@sluice/engine";

export type { AccessTokens } from "./api/tokens.ts";
export { diagnoseComponents } from "./components/index.ts";
export { explain, type LoadResult } from "./configs/load-result.ts";
export { openConfig } from "./configs/open-config.ts";
export { type FaultBelt, installFaultBelt } from "./core/fault-belt.ts";
export { configFolder, nodeStageHost, sha256Hex } from "./host/stage-host.ts";
export { decodePushBody, encodePushBody, type PushEncoding } from "./loki/wire.ts";
export type { WireStream } from "./loki/wire-stream.ts";
export { keepHeapSmall } from "./platform/allocator.ts";
export { createLogger, createProcessLog, type Logger, type LogLevel } from "./platform/log.ts";
export { ManualScheduler, type Scheduler } from "./platform/scheduler.ts";
export { type ServerOptions, SluiceServer, type StartResult } from "./server.ts";
export { compileEntryFilter } from "./watch/entry-filter.ts";
