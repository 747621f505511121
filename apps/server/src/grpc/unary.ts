/**
 * gRPC on requests of HTTP/2: calls with one message each way. The message is taken by the same intake as other bodies, so
 * that bounds and time-outs are the same; what is refused as a `BodyError` becomes a status of gRPC.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { ConnectError } from "@connectrpc/connect";
import { parseContentType, setTrailerStatus } from "@connectrpc/connect/protocol-grpc";
import { RetryInfoSchema } from "../gen/google/rpc/error_details_pb.ts";
import { decodeContent } from "../http/body.ts";
import { BodyError } from "../http/body-error.ts";
import type { BodyIntake, BodyLimits } from "../http/body-intake.ts";
import type { ByteShare } from "../http/byte-budget.ts";
import { codeOfStatus, isWorthRetrying } from "./status-codes.ts";

/** Before each message: whether it is compressed, and its length. */
const PREFIX = 5;
const NOTHING = Buffer.alloc(0);
/** Seconds after which a client that was turned away may come again. */
const RETRY_DELAY = 1n;

/** Whether what a request carries is a message of gRPC. */
export const isGrpc = ({ headers }: IncomingMessage): boolean =>
  parseContentType(headers["content-type"] ?? null)?.binary === true;

/** Reads the message of a call and hands it to `use`, decompressed. Throws `BodyError` or `ClientGone`. */
export function takeMessage<T>(
  request: IncomingMessage,
  intake: BodyIntake,
  { limit, timeout }: BodyLimits,
  use: (message: Buffer, share: ByteShare) => Promise<T>,
): Promise<T> {
  const encoding = String(request.headers["grpc-encoding"] ?? "").trim();
  if (!["", "identity", "gzip"].includes(encoding))
    throw new BodyError(415, `grpc-encoding ${JSON.stringify(encoding)} is not supported; send gzip or none`);
  return intake.take(request, { limit: limit + PREFIX, timeout }, async (body, share) => {
    const { message, compressed } = singleMessage(body);
    if (compressed && encoding !== "gzip")
      throw new BodyError(400, "the message is compressed, but grpc-encoding is not set");
    return use(compressed ? await decodeContent(message, encoding, limit, share) : message, share);
  });
}

function singleMessage(body: Buffer): { readonly message: Buffer; readonly compressed: boolean } {
  if (body.length < PREFIX) throw new BodyError(400, "the call has no message");
  const flag = body[0]!;
  if (flag > 1) throw new BodyError(400, `the message begins with ${flag}, neither 0 nor 1`);
  const message = body.subarray(PREFIX);
  const length = body.readUInt32BE(1);
  if (length > message.length) throw new BodyError(400, "the message ended too early");
  if (length < message.length) throw new BodyError(400, "the call has more than one message");
  return { message, compressed: flag === 1 };
}

/** Answers a call by a message. Gives the bytes of its body. */
export function answerMessage(response: ServerResponse, message: Uint8Array): number {
  const prefix = Buffer.alloc(PREFIX);
  prefix.writeUInt32BE(message.length, 1);
  return end(response, Buffer.concat([prefix, message]));
}

/** Refuses a call; `status` is that of HTTP which means the same. Gives the bytes of its body. */
export function refuseCall(response: ServerResponse, status: number, message: string): number {
  const code = codeOfStatus(status);
  const retry = { desc: RetryInfoSchema, value: { retryDelay: { seconds: RETRY_DELAY } } };
  const details = isWorthRetrying(code) ? [retry] : [];
  return end(response, NOTHING, new ConnectError(message.toWellFormed(), code, undefined, details));
}

/** Trailers say how a call went, also where it has no message: with them the call is over, whatever is still to come of it. */
function end(response: ServerResponse, message: Buffer, error?: ConnectError): number {
  response.statusCode = 200;
  response.setHeader("Content-Type", "application/grpc");
  response.addTrailers(Object.fromEntries(setTrailerStatus(new Headers(), error)));
  response.write(message);
  response.end();
  return message.length;
}
