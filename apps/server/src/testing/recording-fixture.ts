/** A server whose receiver of profiles is recorded: what is sent to it, and what its API tells of that. */

import { gzipSync } from "node:zlib";
import { create, toBinary } from "@bufbuild/protobuf";
import { SeededRandom } from "@sluice/engine";
import type { ProfileRequestDetail, ProfileRequestList } from "@sluice/protocol";
import { expect } from "vitest";
import { PushRequestSchema } from "../gen/push/v1/push_pb.ts";
import { idPrefix } from "../recording/request-record.ts";
import type { ServerOptions } from "../server.ts";
import { SEED, ServerFixture } from "./server-fixture.ts";
import { StubUpstream } from "./stub-upstream.ts";

export const RECEIVER = "profiles.receive_http.in";
export const WRITE = "profiles.write.up";
export const PUSH_PATH = "/push.v1.PusherService/Push";
export const PROTO = { "Content-Type": "application/proto" };
/** A small profile. */
export const PROFILE = gzipSync(Buffer.from([0x0a, 0x04, 0x08, 0x01, 0x10, 0x02]));

/** Id of the request that came in this place: 1 is the first. */
export const idOf = (place: number): string => `${idPrefix(new SeededRandom(SEED))}${place}`;

export const pushOf = (...series: Record<string, string>[]) =>
  create(PushRequestSchema, {
    series: series.map((labels) => ({
      labels: Object.entries(labels).map(([name, value]) => ({ name, value })),
      samples: [{ rawProfile: PROFILE, ID: "1" }],
    })),
  });
export const protoOf = (...series: Record<string, string>[]) => toBinary(PushRequestSchema, pushOf(...series));

export const receiverText = (forwardTo = "", more = "") =>
  `profiles.receive_http "in" {\n  http {\n    listen_address = "127.0.0.1"\n    listen_port = 0\n  }\n  forward_to = [${forwardTo}]\n  ${more}\n}\n`;
export const writeText = (url: string) =>
  `profiles.write "up" {\n  endpoint {\n    url = "${url}"\n    min_backoff_period = "1ms"\n    max_backoff_period = "2ms"\n    max_backoff_retries = 3\n  }\n}\n`;

export class RecordingFixture {
  readonly #server = new ServerFixture();
  readonly #upstreams: StubUpstream[] = [];
  /** Where the server asks for a token. */
  #authorization: Record<string, string> = {};

  get url(): string {
    return this.#server.server.url;
  }

  get = (path: string) => this.#server.get(path, this.#authorization);

  /** A server that answers with these statuses, one after the other, and the last again and again; without any it does not. */
  async upstream(...statuses: number[]): Promise<StubUpstream> {
    const stub = await StubUpstream.start((response) => {
      const status = statuses.length > 1 ? statuses.shift() : statuses[0];
      if (status === undefined) return;
      response.writeHead(status, { "Content-Type": status === 200 ? "application/proto" : "text/plain" });
      response.end(status === 200 ? "" : "not now");
    });
    this.#upstreams.push(stub);
    return stub;
  }

  async start(text: string, options: Partial<ServerOptions> = {}): Promise<void> {
    expect(await this.#server.start(text, options)).toMatchObject({ ok: true });
    if (options.tokens !== undefined) this.#authorization = { Authorization: `Bearer ${options.tokens.full}` };
  }

  async list(): Promise<ProfileRequestList> {
    return JSON.parse((await this.get("/api/profiles/requests")).text);
  }

  /** The list, once it has so many requests. */
  async listOf(requests: number): Promise<ProfileRequestList> {
    await expect.poll(async () => (await this.list()).requests.length).toBe(requests);
    return this.list();
  }

  async detail(id: string): Promise<ProfileRequestDetail> {
    return JSON.parse((await this.get(`/api/profiles/requests/${id}`)).text);
  }

  /** Asks the API. */
  async post(path: string, body: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(new URL(path, this.url), {
      method: "POST",
      headers: { "Content-Type": "application/json", ...this.#authorization, ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  }

  /** Sends what a profiler sends; `path` with its query. */
  async send(path: string, body: Uint8Array | string, headers: Record<string, string> = {}): Promise<number> {
    const { address } = (await this.list()).receivers[0]!;
    const response = await fetch(`http://${address}${path}`, { method: "POST", headers, body: Buffer.from(body) });
    await response.arrayBuffer();
    return response.status;
  }

  async remove(): Promise<void> {
    await this.#server.remove();
    for (const upstream of this.#upstreams) await upstream.close();
  }
}
