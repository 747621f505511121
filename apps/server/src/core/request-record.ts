/**
 * The last requests of all receivers of profiles, for those who want to see what was sent. Recording costs next to nothing:
 * bodies are kept as they arrived, and nothing is looked into before somebody asks. What is kept is bounded in sum.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { ProfileLabels, ServiceNameEffect, TargetResult } from "@sluice/engine/profiles";

/** Requests that are kept. */
export const MAX_REQUESTS = 200;
/** What they keep alive together: bodies, headers, labels. Bytes. */
export const MAX_HELD = 64 * 1024 * 1024;
/** Of one request besides its body: labels that are larger are left out. Bytes. */
const MAX_LABELS = 64 * 1024;
/** Memory that something takes besides its texts. Bytes. */
const OBJECT_BYTES = 100;
/** A body may keep so much more alive than it is: this, or one eighth of it. */
const MAX_SLACK = 4096;

/** The first profile of a request, named. */
export interface RecordedName {
  /** As they came. */
  readonly received: ReadonlyMap<string, string>;
  /** As they were handed on. */
  readonly labels: ProfileLabels;
  /** Absent where the name could not be read. */
  readonly effect?: ServiceNameEffect | undefined;
  /** Why not. */
  readonly problem?: string | undefined;
}

export interface RequestNotes {
  /** Milliseconds since 1970. */
  readonly time: number;
  /** Id of the component. */
  readonly receiver: string;
  readonly route: "ingest" | "push";
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as they came. */
  readonly rawHeaders: readonly string[];
  /** As it arrived, perhaps compressed; absent where it did not arrive. Nobody changes it. */
  readonly body: Buffer | undefined;
  readonly milliseconds: number;
  readonly status: number;
  readonly profiles: number;
  readonly name: RecordedName | undefined;
  readonly targets: readonly TargetResult[];
}

export interface RecordedRequest extends RequestNotes {
  readonly id: string;
  /** Of its body. */
  readonly bytes: number;
}

/** One that is kept; `body` is given up before the rest. */
interface Kept {
  readonly request: { -readonly [K in keyof RecordedRequest]: RecordedRequest[K] };
  bodyBytes: number;
  readonly otherBytes: number;
}

export interface RecordBounds {
  readonly requests: number;
  readonly bytes: number;
}

export class RequestRecord {
  readonly #bounds: RecordBounds;
  /** The oldest first. */
  readonly #kept: Kept[] = [];
  #held = 0;
  #received = 0;
  /** Whether anything is kept. */
  recording = false;

  constructor(bounds: RecordBounds = { requests: MAX_REQUESTS, bytes: MAX_HELD }) {
    this.#bounds = bounds;
  }

  /** Requests since the start, kept or not. */
  get received(): number {
    return this.#received;
  }

  /** Bytes that are kept alive. */
  get held(): number {
    return this.#held;
  }

  /** Counts a request that is not kept. */
  count(): void {
    this.#received++;
  }

  /** Keeps a request, and lets go of the oldest as far as that is necessary. */
  add(notes: RequestNotes): void {
    this.#received++;
    if (!this.recording) return;
    const labelBytes = sizeOf(notes.name);
    const name = labelBytes > MAX_LABELS ? undefined : notes.name;
    const body = notes.body === undefined ? undefined : ownBytes(notes.body);
    const bodyBytes = body === undefined ? 0 : body.buffer.byteLength;
    const otherBytes = textBytes(notes.url, notes.rawHeaders) + (name === undefined ? 0 : labelBytes);
    const bytes = notes.body?.length ?? 0;
    this.#kept.push({ request: { ...notes, id: String(this.#received), bytes, name, body }, bodyBytes, otherBytes });
    this.#held += bodyBytes + otherBytes;
    this.#makeRoom();
  }

  #makeRoom(): void {
    const { requests, bytes } = this.#bounds;
    const kept = this.#kept;
    if (kept.length > requests) this.#forget();
    for (let i = 0; this.#held > bytes && i < kept.length; i++) {
      const one = kept[i]!;
      this.#held -= one.bodyBytes;
      one.bodyBytes = 0;
      one.request.body = undefined;
    }
    while (this.#held > bytes) this.#forget();
  }

  #forget(): void {
    const { bodyBytes, otherBytes } = this.#kept.shift()!;
    this.#held -= bodyBytes + otherBytes;
  }

  /** The newest first. */
  list(): RecordedRequest[] {
    return this.#kept.map(({ request }) => request).reverse();
  }

  find(id: string): RecordedRequest | undefined {
    return this.#kept.find(({ request }) => request.id === id)?.request;
  }
}

/** What was read from a socket, or stands in a pool, may be a small piece of something large, all of which it keeps alive. */
function ownBytes(body: Buffer): Buffer {
  const slack = body.buffer.byteLength - body.length;
  if (slack <= MAX_SLACK || slack <= body.length / 8) return body;
  const own = Buffer.allocUnsafeSlow(body.length);
  body.copy(own);
  return own;
}

function sizeOf(name: RecordedName | undefined): number {
  if (name === undefined) return 0;
  let size = OBJECT_BYTES * (name.received.size + name.labels.length) + (name.problem?.length ?? 0);
  if (size > MAX_LABELS) return size;
  // A character takes two bytes at most, and both have nearly the same texts.
  for (const [label, value] of name.received) size += 4 * (label.length + value.length);
  return size;
}

function textBytes(url: string, rawHeaders: readonly string[]): number {
  let size = OBJECT_BYTES + url.length;
  for (const text of rawHeaders) size += text.length;
  return size;
}
