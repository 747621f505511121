/**
 * Pushes that Connect's own code reads: in JSON, and by gRPC and gRPC-web. What it gets has been taken, bounded and
 * decompressed here, so that bounds, time-outs and compression are the same as for other pushes. Only messages in envelopes
 * are decompressed by it, and handed out for inspection before they are read.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { create } from "@bufbuild/protobuf";
import { Code, ConnectError, createConnectRouter } from "@connectrpc/connect";
import type { Compression, UniversalServerRequest, UniversalServerResponse } from "@connectrpc/connect/protocol";
import { codeFromString } from "@connectrpc/connect/protocol-connect";
import { compressionGzip, universalRequestFromNodeRequest } from "@connectrpc/connect-node";
import { MILLISECOND, type Nanos } from "@sluice/engine";
import { isConnectCode } from "../core/entries/connect-codes.ts";
import { PusherService, PushResponseSchema } from "../gen/push/v1/push_pb.ts";
import { MAX_TIMER } from "../platform/max-timer.ts";
import type { StopSignal } from "../platform/stop-signal.ts";
import type { Reply } from "./exchange.ts";
import { type ClientWait, contentOf, type PushContent, type PushFailure } from "./push.ts";
import { admitMessage, decompress, type MessageBounds, readJson, readProto } from "./push-message.ts";
import { PushError } from "./push-protocol.ts";

/** Where the service stands, for code that wants an address. */
const ADDRESS = "http://receiver.invalid/push.v1.PusherService/Push";

/** A single message without compression. */
export interface MessagePush {
  readonly contentType: string;
  readonly message: Buffer;
  readonly wait: ClientWait;
  readonly now: () => Nanos;
  /** Does what is asked for; gives what went wrong. */
  readonly push: (request: PushContent, wait: ClientWait) => PushFailure;
}

/** A request as Connect's code has it, besides its body. */
export type UniversalRequest = Omit<UniversalServerRequest, "body">;

/** Nothing where its host is none. */
export function universalRequest(request: IncomingMessage, response: ServerResponse): UniversalRequest | undefined {
  try {
    return { ...universalRequestFromNodeRequest(request, response, undefined, undefined), url: ADDRESS };
  } catch {
    return undefined;
  }
}

/** The same of one whose connection is gone; names and values of its headers in turn. */
export function recordedRequest(rawHeaders: readonly string[]): UniversalRequest {
  const header = new Headers();
  // HTTP/2 has headers of its own, which are none to others.
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (!rawHeaders[i]!.startsWith(":")) header.append(rawHeaders[i]!, rawHeaders[i + 1]!);
  return { httpVersion: "1.1", method: "POST", url: ADDRESS, header, signal: new AbortController().signal };
}

export interface EnvelopePush extends Omit<MessagePush, "message"> {
  /** As `universalRequest` gives it. */
  readonly request: UniversalRequest;
  /** The body, or why there is none. */
  readonly body: Buffer | PushError;
  readonly bounds: MessageBounds;
}

interface ConnectCall extends Pick<EnvelopePush, "request" | "push" | "wait" | "now"> {
  readonly body: Iterable<Buffer>;
}

const GRPC_TIMEOUT = "Grpc-Timeout";

/** A message in either of Connect's own forms. Gives the empty message of the answer. Throws a `PushError`. */
export async function pushByConnect({ contentType, message, ...asked }: MessagePush): Promise<Uint8Array> {
  const header = new Headers({ "Content-Type": contentType });
  const signal = platformSignal(asked.wait.signal);
  const request = { httpVersion: "1.1", method: "POST", url: ADDRESS, header, signal };
  const { response, entered } = await call({ ...asked, body: [message], request }, []);
  const body = await collect(response);
  if (response.status === 200) return body;
  const { code, message: why = "" } = JSON.parse(body.toString()) as { code: string; message?: string };
  // What cannot be read is the client's mistake, which Connect's code calls its own.
  if (code === "internal" && !entered) throw new PushError("invalid_argument", `unmarshal message: ${why}`);
  throw new PushError(isConnectCode(code) ? code : "internal", why);
}

/** A message in an envelope; errors go into the answer's trailers. */
export async function pushEnvelope(asked: EnvelopePush): Promise<Reply> {
  const form = asked.contentType.includes("+json") ? "json" : "proto";
  // Read here for what goes wrong: Connect's code calls that an internal error, which clients try again.
  const inspect = (message: Buffer) =>
    told(() => {
      admitMessage([message], form, asked.bounds);
      if (form === "json") readJson(message);
      else readProto([message]);
    });
  const gzipped: Compression = {
    ...compressionGzip,
    // Bounded together with all others, where the platform's would bound each by itself.
    decompress: async (bytes) => {
      const message = await told(() =>
        decompress(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), asked.bounds),
      );
      inspect(message);
      return message as Uint8Array<ArrayBuffer>;
    },
  };
  const { response } = await call(
    { ...asked, request: withinTimers(asked.request), body: singleMessage(asked.body, inspect) },
    [gzipped],
  );
  return {
    status: response.status,
    headers: Object.fromEntries(response.header ?? []),
    body: await collect(response),
    trailers: [...(response.trailer ?? [])],
  };
}

/** Does something, and answers its `PushError` in Connect's form. */
function told<T>(action: () => T): T {
  const tell = (error: unknown) =>
    error instanceof PushError ? new ConnectError(error.message, codeFromString(error.code)) : error;
  try {
    const result = action();
    if (!(result instanceof Promise)) return result;
    return result.catch((error: unknown) => {
      throw tell(error);
    }) as T;
  } catch (error) {
    throw tell(error);
  }
}

/**
 * The body up to the end of its first message, and then what Connect's code says of a second one: it would make an object
 * of each that follows before it says so, and five bytes can be one. `inspect` gets what is not compressed.
 */
function* singleMessage(body: Buffer | PushError, inspect: (message: Buffer) => void): Generator<Buffer> {
  if (body instanceof PushError) throw new ConnectError(body.message, codeFromString(body.code));
  const first = envelopeAt(body, 0);
  if (first?.plain !== undefined) inspect(first.plain);
  const second = first && envelopeAt(body, first.end);
  if (second === undefined) return yield body;
  if (second.plain !== undefined) inspect(second.plain);
  yield body.subarray(0, first!.end);
  throw new ConnectError("protocol error: received extra input message for unary method", Code.Unimplemented);
}

/** The envelope that begins at a place, if all of it is there; `plain` is its message where that is not compressed. */
function envelopeAt(
  body: Buffer,
  at: number,
): { readonly plain: Buffer | undefined; readonly end: number } | undefined {
  if (at + 5 > body.length) return undefined;
  const end = at + 5 + body.readUInt32BE(at + 1);
  return end > body.length ? undefined : { plain: body[at] === 0 ? body.subarray(at + 5, end) : undefined, end };
}

/** Milliseconds of each unit that a header `Grpc-Timeout` can have; in smaller ones none is long. */
const GRPC_UNITS: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1000, m: 1 };

/** With a time-out that Connect's code can set a timer for: 24 days where the client waits for longer. */
function withinTimers(request: UniversalRequest): UniversalRequest {
  const [, count = "", unit = ""] = /^(\d{1,8})([HMSm])$/.exec(request.header.get(GRPC_TIMEOUT) ?? "") ?? [];
  if (unit === "" || Number(count) * GRPC_UNITS[unit]! <= MAX_TIMER) return request;
  const header = new Headers(request.header);
  header.set(GRPC_TIMEOUT, `${Math.floor(MAX_TIMER / 1000)}S`);
  return { ...request, header };
}

/** Has Connect's code read and answer a push; `body` may throw what it is to tell. */
async function call(
  { request: asked, body, push, wait, now }: ConnectCall,
  acceptCompression: Compression[],
): Promise<{ readonly response: UniversalServerResponse; readonly entered: boolean }> {
  let entered = false;
  // Of messages in envelopes Connect's code reads how long their client waits.
  const deadline = (left: number | undefined) =>
    left === undefined ? wait.deadline : now() + BigInt(Math.max(0, Math.round(left))) * MILLISECOND;
  const router = createConnectRouter({
    acceptCompression,
    compressMinBytes: 0,
    binaryOptions: { readUnknownFields: false },
  }).service(PusherService, {
    async push(request, context) {
      entered = true;
      const failed = await push(contentOf(request), {
        signal: context.signal,
        deadline: deadline(context.timeoutMs()),
      });
      if (failed !== undefined) throw new ConnectError(failed, Code.Internal);
      return create(PushResponseSchema);
    },
  });
  const handler = router.handlers[0]!;
  async function* chunks() {
    yield* body;
  }
  const response = await handler({ ...asked, body: chunks() });
  return { response, entered };
}

/** The same as the platform has it, which Connect's code asks for. */
function platformSignal(signal: StopSignal): AbortSignal {
  const controller = new AbortController();
  const stop = () => controller.abort(signal.reason);
  if (signal.aborted) stop();
  else signal.addEventListener("abort", stop);
  return controller.signal;
}

async function collect({ body }: UniversalServerResponse): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body ?? []) chunks.push(chunk);
  return Buffer.concat(chunks);
}
