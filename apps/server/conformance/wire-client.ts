/** A request as recorded, put on the wire byte by byte, and the answer as it comes back. */
import { connect } from "node:net";
import { gunzipSync } from "node:zlib";
import { NOTHING, readAnswer, type WireAnswer } from "../src/testing/wire-answer.ts";
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

/** The body as text, after decompression. */
export const textOf = ({ headers, body }: Pick<WireAnswer, "headers" | "body">): string =>
  (/gzip/.test(headers["content-encoding"] ?? "") ? gunzipSync(body) : body).toString();
