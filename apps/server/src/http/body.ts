/** Reads request bodies ourselves: with limits on what arrives, on what it inflates to, and on the time that it takes. */

import type { IncomingMessage } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createGunzip, createInflateRaw } from "node:zlib";
import { messageOf } from "@sluice/languages/base";
import type { After } from "../platform/deadlines.ts";
import { lengthOf } from "../platform/length-of.ts";
import { BodyError, BrokenBody, CLIENT_GONE } from "./body-error.ts";
import type { ByteShare } from "./byte-budget.ts";
import { type ByteParts, PartsCollector } from "./parts.ts";

/** Emitted by a request whose body breaks off though its client may still read an answer. */
export const BROKEN = Symbol("the body ended early");

export interface ReadOptions {
  /** How long the whole body may take; 0 is without end. Milliseconds. */
  readonly timeout?: number | undefined;
  /** What the bytes are counted in. */
  readonly share?: ByteShare | undefined;
  /** How its time is measured; without it by the platform's timers. */
  readonly after?: After | undefined;
}

const DEFAULT_TIMEOUT_MS = 30_000;

/** The body as it arrived, in one piece; otherwise as `readParts`. */
export async function readBody(request: IncomingMessage, limit: number, options: ReadOptions = {}): Promise<Buffer> {
  return joinParts(await readParts(request, limit, options), options.share);
}

/** In one piece what was read in parts, which `share` counts meanwhile. Throws `BodyError`. */
export const joinParts = (parts: ByteParts, share?: ByteShare): Buffer | Promise<Buffer> =>
  join(parts, lengthOf(parts), share);

/**
 * The body as it arrived, at most `limit` bytes, in parts. Throws `BodyError` or `ClientGone`; after
 * the first the answer can be sent, and what is still to come is read and forgotten, within the server's time limit for a
 * request.
 */
export function readParts(
  request: IncomingMessage,
  limit: number,
  { timeout = DEFAULT_TIMEOUT_MS, share, after = platformAfter }: ReadOptions = {},
): Promise<ByteParts> {
  const announced = Number(request.headers["content-length"] ?? 0);
  if (announced > limit) return Promise.reject(tooLarge(limit));
  const parts = new PartsCollector();
  let size = 0;
  const pace = paceOf(request);
  return new Promise((resolve, reject) => {
    const stop = () => {
      cancelTimeout();
      if (share !== undefined) share.giveWay = undefined;
      request.off("data", onData).off("end", onEnd).off("close", onClose).off(BROKEN, onBroken);
    };
    const refuse = (error: unknown) => {
      stop();
      parts.take();
      request.on("data", pace);
      reject(error);
    };
    const onData = (chunk: Buffer) => {
      pace();
      size += chunk.length;
      if (size > limit) return refuse(tooLarge(limit));
      try {
        share?.take(chunk.length);
      } catch (error) {
        return refuse(error);
      }
      parts.add(chunk);
    };
    const onEnd = () => {
      stop();
      resolve(parts.take());
    };
    const onClose = () => {
      stop();
      inTurn(() => reject(CLIENT_GONE));
    };
    const onBroken = () => refuse(new BrokenBody());
    const cancelTimeout =
      timeout === 0
        ? () => {}
        : after(timeout, () => refuse(new BodyError(408, `the body took longer than ${timeout / 1000} seconds`)));
    if (share !== undefined) share.giveWay = refuse;
    // The error of a connection that breaks is followed by its close; without a listener it would end the process.
    request.on("error", ignore);
    request.on("data", onData).on("end", onEnd).on("close", onClose).on(BROKEN, onBroken);
    // Else the first piece, which follows at once, waits for the next turn, and the connection is stopped and started for it.
    if (request.destroyed && !request.readableEnded) onClose();
    else request.read(0);
  });
}

/** What follows from clients that go away, thousands of them at once, perhaps, so that others get their turn in between. */
const following: (() => void)[] = [];
const FOLLOWED_AT_ONCE = 50;

function inTurn(action: () => void): void {
  if (following.push(action) === 1) setImmediate(follow);
}

function follow(): void {
  for (const action of following.splice(0, FOLLOWED_AT_ONCE)) action();
  if (following.length > 0) setImmediate(follow);
}

/**
 * Pieces of a body after which others get their turn: a client chooses how small they are, and what has arrived of them
 * comes one after the other.
 */
const PIECES_AT_ONCE = 1024;

/** To be called for each piece of a body. */
function paceOf(request: IncomingMessage): () => void {
  let pieces = 0;
  return () => {
    if (++pieces % PIECES_AT_ONCE !== 0) return;
    request.pause();
    setImmediate(() => request.resume());
  };
}

const ignore = () => {};

const platformAfter: After = (ms, action) => {
  const timer = setTimeout(action, ms);
  return () => clearTimeout(timer);
};

/** Bytes that are copied before others get their turn. */
const COPY_AT_ONCE = 4 * 1024 * 1024;

/** What is small is there at once. */
function join(chunks: ByteParts, size: number, share: ByteShare | undefined): Buffer | Promise<Buffer> {
  if (chunks.length === 1) return chunks[0]!;
  return size <= COPY_AT_ONCE ? Buffer.concat(chunks, size) : joinInTurns(chunks, size, share);
}

async function joinInTurns(chunks: ByteParts, size: number, share: ByteShare | undefined): Promise<Buffer> {
  // The pieces and the whole are held together for a moment.
  share?.take(size);
  const whole = Buffer.allocUnsafeSlow(size);
  let at = 0;
  for (const chunk of chunks) {
    const before = at;
    at += chunk.copy(whole, at);
    if (Math.floor(before / COPY_AT_ONCE) !== Math.floor(at / COPY_AT_ONCE)) await nextTurn();
  }
  share?.give(size);
  return whole;
}

/** Bytes that are inflated at a time. */
const MIN_CHUNK = 16 * 1024;
const MAX_CHUNK = 1024 * 1024;

/** What a body is after its Content-Encoding; at most `limit` bytes, which `share` counts. Throws `BodyError`. */
export async function decodeContent(body: Buffer, encoding: string, limit: number, share?: ByteShare): Promise<Buffer> {
  if (encoding === "" || encoding === "identity") return body;
  if (encoding !== "gzip" && encoding !== "deflate") {
    throw new BodyError(
      415,
      `Content-Encoding ${JSON.stringify(encoding)} is not supported; send gzip, deflate or none`,
    );
  }
  const options = { chunkSize: Math.min(MAX_CHUNK, Math.max(MIN_CHUNK, body.length * 4)) };
  const inflater = encoding === "gzip" ? createGunzip(options) : createInflateRaw(options);
  inflater.end(body);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of inflater as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) throw tooLarge(limit);
      share?.take(chunk.length);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof BodyError) throw error;
    throw new BodyError(400, `body is not ${encoding}: ${messageOf(error)}`);
  }
  return join(chunks, size, share);
}

const tooLarge = (limit: number) => new BodyError(413, `body is larger than ${limit} bytes`);
