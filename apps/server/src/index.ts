/** The server as a library: what the command line and the tests start. */
export { type FaultBelt, installFaultBelt } from "./core/fault-belt.ts";
export { createLogger, type Logger, type LogLevel } from "./core/log.ts";
export { ManualScheduler, type Scheduler } from "./core/scheduler.ts";
export { nodeStageHost, sha256Hex } from "./host/stage-host.ts";
export { decodePushBody, encodePushBody, type PushEncoding, type WireEntry, type WireStream } from "./loki/wire.ts";
export { type ServerOptions, SluiceServer, type StartResult } from "./server.ts";
