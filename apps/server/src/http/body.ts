/** Reads request bodies ourselves: with a limit on what arrives and on what it inflates to. */
import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { gunzip, inflateRaw } from "node:zlib";

/** Why a body was not taken, with the HTTP status that says so. */
export class BodyError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The client went away before its body had arrived; there is nobody to answer. */
export class ClientGone extends Error {}

const DECODERS = { gzip: promisify(gunzip), deflate: promisify(inflateRaw) };

/** The body as it arrived, at most `limit` bytes. Throws `BodyError` or `ClientGone`. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const announced = Number(request.headers["content-length"] ?? 0);
  if (announced > limit) throw tooLarge(limit);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // Not destroyed on return, so that a client that is refused half-way still gets its answer.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += (chunk as Buffer).length;
      if (size > limit) throw tooLarge(limit);
      chunks.push(chunk as Buffer);
    }
  } catch (error) {
    if (error instanceof BodyError) {
      // What is still to come is read and forgotten, within the server's time limit for a request.
      request.resume();
      throw error;
    }
    throw new ClientGone((error as Error).message);
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size);
}

/** What a body is after its Content-Encoding; at most `limit` bytes. Throws `BodyError`. */
export async function decodeContent(body: Buffer, encoding: string, limit: number): Promise<Buffer> {
  if (encoding === "" || encoding === "identity") return body;
  if (encoding !== "gzip" && encoding !== "deflate") {
    throw new BodyError(415, `Content-Encoding ${JSON.stringify(encoding)} is not read; send gzip, deflate or none`);
  }
  try {
    return await DECODERS[encoding](body, { maxOutputLength: limit });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge(limit);
    throw new BodyError(400, `body is not ${encoding}: ${(error as Error).message}`);
  }
}

export const tooLarge = (limit: number) => new BodyError(413, `body is larger than ${limit} bytes`);
