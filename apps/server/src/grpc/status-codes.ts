/**
 * Codes of gRPC for statuses of HTTP, as OTLP asks for them: a client repeats an export after UNAVAILABLE and
 * DEADLINE_EXCEEDED, and after RESOURCE_EXHAUSTED only where the answer says when. So what is full for a while is UNAVAILABLE,
 * and what is too large for ever is RESOURCE_EXHAUSTED without a delay.
 */
import { Code } from "@connectrpc/connect";

const CODES: ReadonlyMap<number, Code> = new Map([
  [400, Code.InvalidArgument],
  [404, Code.Unimplemented],
  [405, Code.Unimplemented],
  [408, Code.DeadlineExceeded],
  [413, Code.ResourceExhausted],
  [415, Code.Unimplemented],
  [429, Code.Unavailable],
  [500, Code.Internal],
  [503, Code.Unavailable],
]);

export const codeOfStatus = (status: number): Code => CODES.get(status) ?? Code.Unknown;

/** Whether a client may send the same again after a delay that the answer names. */
export const isWorthRetrying = (code: Code): boolean => code === Code.Unavailable;
