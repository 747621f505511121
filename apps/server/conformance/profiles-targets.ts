/** What a recorded request is forwarded to: a receiver that records, or `profiles.write` before endpoints that record. */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pass } from "node:timers/promises";
import { fromBinary } from "@bufbuild/protobuf";
import {
  AT_ONCE,
  type Handed,
  type IngestedProfile,
  type ProfileSeries,
  type ProfilesReceiver,
  RemoteWriteError,
} from "../src/core/entries/profiles-receiver.ts";
import { PushRequestSchema } from "../src/gen/push/v1/push_pb.ts";
import type { EndpointSetup, Forwarded, RecorderSetup, SampleDigest, ScriptedAnswer } from "./profiles-cases.ts";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

const digest = (id: string, bytes: Uint8Array): SampleDigest => ({ id, len: bytes.length, sha256: sha256(bytes) });

/** Keeps what it is given, and then does as told. */
export class Recorder implements ProfilesReceiver {
  readonly #receiver: number;
  readonly #setup: RecorderSetup;
  readonly #kept: Forwarded[];

  constructor(receiver: number, setup: RecorderSetup, kept: Forwarded[]) {
    this.#receiver = receiver;
    this.#setup = setup;
    this.#kept = kept;
  }

  ingest({ labels, body: parts, contentTypes, rawQuery }: IngestedProfile): Promise<Handed> {
    const body = Buffer.concat(parts);
    this.#kept.push({
      receiver: this.#receiver,
      kind: "ingest",
      labels,
      ...(contentTypes.length > 0 && { content_type: contentTypes }),
      url_path: "/ingest",
      raw_query: rawQuery,
      body_len: body.length,
      body_sha256: sha256(body),
    });
    return this.#answer();
  }

  append({ labels, samples }: ProfileSeries): Promise<Handed> {
    const digests = samples.map(({ id, parts }) => digest(id, Buffer.concat(parts)));
    this.#kept.push({ receiver: this.#receiver, kind: "append", labels, samples: digests });
    return this.#answer();
  }

  async #answer(): Promise<Handed> {
    const { delay_ms: delay = 0, error, write_error_status: status } = this.#setup;
    if (delay > 0) await pass(delay);
    if (status !== undefined) throw new RemoteWriteError(status, error ?? "");
    if (error !== undefined) throw new Error(error);
    return AT_ONCE;
  }
}

/** An endpoint of `profiles.write`, on a port of its own. */
export class Endpoint {
  readonly #server: Server;
  readonly #index: number;
  readonly #receiver: number;
  readonly #script: readonly ScriptedAnswer[];
  readonly #kept: Forwarded[];
  #asked = 0;

  private constructor(index: number, receiver: number, { script = [] }: EndpointSetup, kept: Forwarded[]) {
    this.#index = index;
    this.#receiver = receiver;
    this.#script = script;
    this.#kept = kept;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  /** `index` counts the endpoints of one receiver. */
  static async open(index: number, receiver: number, setup: EndpointSetup, kept: Forwarded[]): Promise<Endpoint> {
    const endpoint = new Endpoint(index, receiver, setup, kept);
    await new Promise<void>((resolve) => endpoint.#server.listen(0, "127.0.0.1", resolve));
    return endpoint;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const [path = "", ...query] = (request.url ?? "").split("?");
    const isPush = path.endsWith("/Push");
    this.#kept.push({
      receiver: this.#receiver,
      kind: "downstream",
      downstream: {
        endpoint: this.#index,
        method: request.method ?? "",
        path,
        raw_query: query.join("?"),
        headers: pairsOf(request.rawHeaders),
        body_sha256: sha256(body),
        ...(isPush && { push_decoded: decode(body) }),
      },
    });
    const script = this.#script[Math.min(this.#asked++, this.#script.length - 1)] ?? {};
    const { status = 200, headers = {}, body: text = "", delay_ms: delay = 0, close = false } = script;
    if (delay > 0) await pass(delay);
    if (close) return void request.socket.destroy();
    const type = isPush && status === 200 ? { "Content-Type": "application/proto" } : {};
    response.writeHead(status, { ...type, ...headers });
    response.end(text);
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }
}

function decode(body: Uint8Array) {
  const { series } = fromBinary(PushRequestSchema, body);
  return series.map(({ labels, samples }) => ({
    labels: labels.map(({ name, value }) => [name, value] as const),
    samples: samples.map(({ ID, rawProfile }) => digest(ID, rawProfile)),
  }));
}

function pairsOf(raw: readonly string[]): (readonly [string, string])[] {
  const pairs: (readonly [string, string])[] = [];
  for (let i = 0; i < raw.length; i += 2) pairs.push([raw[i]!, raw[i + 1]!]);
  return pairs;
}
