/** A request as recorded, put on the wire byte by byte, and the answer as it comes back. */
import { connect } from "node:net";
import { gunzipSync } from "node:zlib";
import type { WireRequest } from "./profiles-cases.ts";

const CHUNK = 8192;
const LINE = "\r\n";

export function bodyOf({ body_gen: made, body_b64: base64 = "" }: WireRequest): Buffer {
  return made === undefined ? Buffer.from(base64, "base64") : Buffer.alloc(made.len, Buffer.from(made.hex, "hex"));
}

export function bytesOf(request: WireRequest): Buffer {
  const { method, target, proto, headers, framing } = request;
  const body = bodyOf(request);
  const head = [`${method} ${target} ${proto}`];
  if (proto === "HTTP/1.1" && !headers.some(([name]) => name.toLowerCase() === "host"))
    head.push("Host: receiver.test");
  for (const [name, value] of headers) head.push(`${name}: ${value}`);
  const parts: Buffer[] = [];
  if (framing === "content-length") head.push(`Content-Length: ${body.length}`);
  if (framing === "chunked") {
    head.push("Transfer-Encoding: chunked");
    for (let at = 0; at < body.length; at += CHUNK) {
      const chunk = body.subarray(at, at + CHUNK);
      parts.push(Buffer.from(chunk.length.toString(16) + LINE), chunk, Buffer.from(LINE));
    }
    parts.push(Buffer.from(`0${LINE}${LINE}`));
  } else if (framing !== "none") parts.push(body);
  return Buffer.concat([Buffer.from(head.join(LINE) + LINE + LINE), ...parts]);
}

export interface WireAnswer {
  readonly outcome: "response" | "connection_closed" | "timeout";
  readonly status: number;
  /** By names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly trailers: Readonly<Record<string, string>>;
}

const NOTHING = { status: 0, headers: {}, body: Buffer.alloc(0), trailers: {} };
const TIMEOUT_MS = 20_000;

/** Sends bytes to a port of this machine and gives the first answer that is not an interim one. */
export function exchange(
  port: number,
  bytes: Buffer,
  { method = "POST", halfClose = false } = {},
): Promise<WireAnswer> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port, allowHalfOpen: true });
    let received = Buffer.alloc(0);
    const finish = (answer: WireAnswer) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    const timer = setTimeout(() => finish({ outcome: "timeout", ...NOTHING }), TIMEOUT_MS);
    const look = (ended: boolean) => {
      const answer = readAnswer(received, method, ended);
      if (answer !== undefined) finish({ outcome: "response", ...answer });
      else if (ended) finish({ outcome: "connection_closed", ...NOTHING });
    };
    socket.on("data", (data) => {
      received = Buffer.concat([received, data]);
      look(false);
    });
    socket.on("end", () => look(true));
    socket.on("close", () => look(true));
    socket.on("error", () => look(true));
    socket.write(bytes);
    if (halfClose) socket.end();
  });
}

/** The first whole answer in what arrived, interim ones left out; `ended` when nothing more comes. */
export function readAnswer(all: Buffer, method: string, ended: boolean): Omit<WireAnswer, "outcome"> | undefined {
  let rest = all;
  for (;;) {
    const end = rest.indexOf(LINE + LINE);
    if (end < 0) return undefined;
    const [first = "", ...lines] = rest.toString("latin1", 0, end).split(LINE);
    const status = Number(/^HTTP\/1\.[01] (\d+)/.exec(first)?.[1]);
    rest = rest.subarray(end + 4);
    if (status >= 100 && status < 200) continue;
    const headers = fieldsOf(lines);
    if (method === "HEAD" || status === 204 || status === 304) return { ...NOTHING, status, headers };
    if (/chunked/i.test(headers["transfer-encoding"] ?? "")) {
      const read = readChunks(rest);
      return read === undefined ? undefined : { status, headers, ...read };
    }
    const { "content-length": announced } = headers;
    if (announced === undefined) return ended ? { ...NOTHING, status, headers, body: rest } : undefined;
    if (rest.length < Number(announced)) return undefined;
    return { ...NOTHING, status, headers, body: rest.subarray(0, Number(announced)) };
  }
}

function readChunks(bytes: Buffer): Pick<WireAnswer, "body" | "trailers"> | undefined {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf(LINE, at);
    if (end < 0) return undefined;
    const length = Number.parseInt(bytes.toString("latin1", at, end), 16);
    if (length === 0) {
      const last = bytes.indexOf(LINE + LINE, end);
      if (last < 0) return undefined;
      const lines = bytes.toString("latin1", end + 2, Math.max(end + 2, last)).split(LINE);
      return { body: Buffer.concat(chunks), trailers: fieldsOf(lines) };
    }
    if (bytes.length < end + 2 + length + 2) return undefined;
    chunks.push(bytes.subarray(end + 2, end + 2 + length));
    at = end + 2 + length + 2;
  }
}

function fieldsOf(lines: readonly string[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(":");
    if (colon <= 0) continue;
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    fields[name] = name in fields ? `${fields[name]}, ${value}` : value;
  }
  return fields;
}

/** The body as text, after decompression. */
export const textOf = ({ headers, body }: Pick<WireAnswer, "headers" | "body">): string =>
  (/gzip/.test(headers["content-encoding"] ?? "") ? gunzipSync(body) : body).toString();
