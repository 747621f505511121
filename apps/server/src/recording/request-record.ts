/**
 * The last requests of all receivers of profiles, for those who want to see what was sent. They are recorded where the
 * page listens on the loopback, or when `--inspect-profiles` says so: 200 of them, with at most 64 MiB of bodies.
 * Recording costs little: bodies are kept as they arrived (`kept-bodies.ts`), and nothing is looked into before
 * somebody asks (`profiles/recorded-content.ts`).
 */

import { PROFILES_BOUNDS, type Random } from "@sluice/engine";
import type { ProfileLabels, ServiceNameEffect } from "@sluice/engine/profiles";
import type { TargetResult } from "@sluice/protocol";
import type { HeldBody } from "../platform/held-body.ts";
import { KeptBodies, type KeptBody } from "./kept-bodies.ts";

/** Requests that are kept. */
export const MAX_REQUESTS = PROFILES_BOUNDS.recorded.requests;
/** Of their bodies together. Bytes. */
export const MAX_BODIES = PROFILES_BOUNDS.recorded.bodies;
/** Of everything else: headers, labels. Bytes. */
const MAX_TEXTS = PROFILES_BOUNDS.recorded.texts;
/** Of one request besides its body: labels that are larger are left out. Bytes. */
const MAX_LABELS = PROFILES_BOUNDS.recorded.labels;
/** Memory that something takes besides its texts. Bytes. */
const OBJECT_BYTES = 100;

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
  /** Names and values in turn, as they came. */
  readonly rawHeaders: readonly string[];
  readonly milliseconds: number;
  readonly status: number;
  /** The beginning of the answer's text, where the request was refused. */
  readonly answer?: string | undefined;
  readonly profiles: number;
  readonly targets: readonly TargetResult[];
}

export interface RecordedRequest {
  readonly id: string;
  readonly notes: RequestNotes;
  /** Absent where there is none, or it is too large. */
  readonly name: RecordedName | undefined;
  /** Of its body. */
  readonly bytes: number;
  /** Absent where none arrived. */
  readonly body: KeptBody | undefined;
}

interface Kept {
  readonly request: RecordedRequest;
  readonly textBytes: number;
}

export interface RecordBounds {
  readonly requests: number;
  /** Of bodies. */
  readonly bytes: number;
  /** Of everything else. */
  readonly texts: number;
}

/** What ids of one process begin with: a page that stays open over a restart must not take new requests for old ones. */
export const idPrefix = (random: Random): string =>
  `${Math.floor(random.next() * 36 ** 6)
    .toString(36)
    .padStart(6, "0")}-`;

export class RequestRecord {
  readonly #prefix: string;
  readonly #bounds: RecordBounds;
  readonly #bodies: KeptBodies;
  /** The oldest first. */
  readonly #kept: Kept[] = [];
  #texts = 0;
  #received = 0;
  /** Whether anything is kept. */
  recording = false;

  /** `random` makes ids differ from those of the process before. */
  constructor(random: Random, bounds: RecordBounds = { requests: MAX_REQUESTS, bytes: MAX_BODIES, texts: MAX_TEXTS }) {
    this.#prefix = idPrefix(random);
    this.#bounds = bounds;
    this.#bodies = new KeptBodies(bounds.bytes);
  }

  /** Requests since the start, kept or not. */
  get received(): number {
    return this.#received;
  }

  /** Bytes of bodies and of everything else that are kept. */
  get held(): { readonly bodies: number; readonly texts: number } {
    return { bodies: this.#bodies.held, texts: this.#texts };
  }

  /** Counts a request that is not kept. */
  count(): void {
    this.#received++;
  }

  /** Keeps a body as it arrived, besides those who hold it, for a request that is added later. */
  keep(body: HeldBody): KeptBody {
    return this.#bodies.keep(body);
  }

  /** Keeps a request and its body, if that arrived, and lets go of the oldest as far as that is necessary. `name` is that of its first profile. */
  add(notes: RequestNotes, body: KeptBody | undefined, name?: RecordedName): void {
    this.#received++;
    if (!this.recording) {
      if (body !== undefined) this.#bodies.forget(body);
      return;
    }
    const { requests, texts } = this.#bounds;
    if (this.#kept.length >= requests) this.#forget();
    // What is left out must not stay in memory with the rest.
    const labelBytes = sizeOf(name);
    const isLarge = labelBytes > MAX_LABELS;
    const request: RecordedRequest = {
      id: `${this.#prefix}${this.#received}`,
      notes,
      name: isLarge ? undefined : name,
      bytes: body?.length ?? 0,
      body,
    };
    const textBytes = sizeOfTexts(notes) + (isLarge ? 0 : labelBytes);
    this.#kept.push({ request, textBytes });
    this.#texts += textBytes;
    while (this.#texts > texts) this.#forget();
  }

  #forget(): void {
    const { request, textBytes } = this.#kept.shift()!;
    this.#texts -= textBytes;
    if (request.body !== undefined) this.#bodies.forget(request.body);
  }

  /** The newest first. */
  list(): RecordedRequest[] {
    return this.#kept.map(({ request }) => request).reverse();
  }

  find(id: string): RecordedRequest | undefined {
    return this.#kept.find(({ request }) => request.id === id)?.request;
  }

  /** As it arrived, if it is still there: a view, to be copied by whoever wants it for longer than this moment. */
  bodyOf({ body }: RecordedRequest): Buffer | undefined {
    return body?.read();
  }
}

function sizeOf(name: RecordedName | undefined): number {
  if (name === undefined) return 0;
  let size = OBJECT_BYTES * (name.received.size + name.labels.length) + (name.problem?.length ?? 0);
  if (size > MAX_LABELS) return size;
  // A character takes two bytes at most, and both have nearly the same texts.
  for (const [label, value] of name.received) size += 4 * (label.length + value.length);
  return size;
}

function sizeOfTexts({ url, rawHeaders, answer = "" }: RequestNotes): number {
  let size = OBJECT_BYTES * (1 + rawHeaders.length / 2) + url.length + 2 * answer.length;
  for (const text of rawHeaders) size += text.length;
  return size;
}
