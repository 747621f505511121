/**
 * How debug information of binaries gets to a server of profiles: to one alone, which has to answer the questions of its
 * client from the first to the last. Nothing is kept, and nothing is sent twice.
 */
import type { Readable } from "node:stream";
import type { Nanos } from "@sluice/engine";
import type { StopSignal } from "../../platform/stop-signal.ts";
import type { ConnectCode } from "./connect-codes.ts";

export type DebugInfoMethod = "ShouldInitiateUpload" | "UploadFinished";

/** A question of a client. */
export interface DebugInfoCall {
  readonly method: DebugInfoMethod;
  readonly contentType: "application/proto" | "application/json";
  /** Without compression, in the form of the content type. Nobody looks into it on the way. */
  readonly message: Uint8Array;
}

/** A file, which is read as fast as it is taken. */
export interface DebugInfoUpload {
  /** Any text without a slash. */
  readonly buildId: string;
  readonly body: Readable;
  /** Bytes, where they are known. */
  readonly length: number | undefined;
}

export interface DebugInfoTarget {
  /** Gives the message of the answer, in the form of the question. Rejects with a `DebugInfoError`. */
  call(call: DebugInfoCall, signal: StopSignal, deadline?: Nanos): Promise<Uint8Array>;
  /** Resolves once the file was taken. Rejects with a `DebugInfoError`. */
  upload(upload: DebugInfoUpload, signal: StopSignal, deadline: Nanos): Promise<void>;
}

/** The server did not do what it was asked; `code` is one of Connect's. The message is meant for the client. */
export class DebugInfoError extends Error {
  readonly code: ConnectCode;

  constructor(code: ConnectCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** The first that takes debug information. */
export function firstDebugInfo(
  receivers: readonly { readonly debugInfo?: DebugInfoTarget | undefined }[],
): DebugInfoTarget | undefined {
  for (const { debugInfo } of receivers) if (debugInfo !== undefined) return debugInfo;
  return undefined;
}
