/** Reads request bodies ourselves: with a limit on what arrives and on what it inflates to. */
import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";

/** Why a body was not taken, with the HTTP status that says so. */
export class BodyError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const inflate = promisify(gunzip);

/** The body, decompressed by its Content-Encoding; at most `limit` bytes before and after. Throws `BodyError`. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const announced = Number(request.headers["content-length"] ?? 0);
  if (announced > limit) throw tooLarge(limit);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > limit) throw tooLarge(limit);
    chunks.push(chunk as Buffer);
  }
  const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  const encoding = (request.headers["content-encoding"] ?? "").trim().toLowerCase();
  if (encoding === "" || encoding === "identity" || encoding === "snappy") return body;
  if (encoding !== "gzip") throw new BodyError(415, `Content-Encoding ${JSON.stringify(encoding)} is not supported; send gzip or none`);
  try {
    return await inflate(body, { maxOutputLength: limit });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge(limit);
    throw new BodyError(400, `body is not gzip: ${(error as Error).message}`);
  }
}

const tooLarge = (limit: number) => new BodyError(413, `body is larger than ${limit} bytes`);
