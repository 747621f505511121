/** A `logs.source.api` without a server around it, and clients that push to it. */
import { create, toBinary } from "@bufbuild/protobuf";
import type { ComponentArgs, logsSourceApi } from "@sluice/engine";
import { compressSync } from "snappy";
import { ApiSource } from "../components/sources/source-api.ts";
import { PushRequestSchema } from "../gen/loki/push_pb.ts";
import { CollectingReceiver, componentOf, never, type TestContext, testContext, valuesOf } from "./fixtures.ts";

/** Its arguments: `args` of its own, and `http` of that block; `others` are other components. */
export const apiArgs = (args = "", port = 0, http = "", others = "") =>
  componentOf(
    "logs.source.api",
    `${others}
     logs.source.api "in" {
       http {
         listen_address = "127.0.0.1"
         listen_port = ${port}
         ${http}
       }
       ${args}
       forward_to = []
     }`,
  ).args as ComponentArgs<typeof logsSourceApi>;

export class ApiFixture {
  readonly next = new CollectingReceiver();
  readonly context: TestContext = testContext("logs.source.api.in");
  #source: ApiSource | undefined;

  get source(): ApiSource {
    return this.#source!;
  }

  /** Starts it; gives the address to push to. */
  async start(args = "", port = 0, http = "", others = ""): Promise<string> {
    this.#source = new ApiSource(apiArgs(args, port, http, others), this.next, this.context);
    await this.#source.start();
    return `http://${this.#source.details().listening}/loki/api/v1/push`;
  }

  async stop(): Promise<void> {
    await this.#source?.drain(never);
    this.#source = undefined;
  }

  /** What was passed on. */
  shown() {
    return this.next.entries.map(({ labels, line, timestamp, metadata }) => [
      labels.toString(),
      line,
      timestamp,
      metadata,
    ]);
  }

  metrics(): Record<string, number> {
    return valuesOf(this.context.metrics.collect(0n));
  }
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

export async function post(
  url: string,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const type = { "Content-Type": typeof body === "string" ? "application/json" : "application/x-protobuf" };
  const response = await fetch(url, {
    method: "POST",
    body: body as Uint8Array<ArrayBuffer>,
    headers: { ...type, ...headers },
  });
  return { status: response.status, text: await response.text() };
}

/** A push of one stream. */
export const json = (values: unknown[], stream: Record<string, string> = { job: "a" }) =>
  JSON.stringify({ streams: [{ stream, values }] });
/** The same in protobuf, in a snappy block. */
export function protobuf(labels: string, lines: readonly string[]): Buffer {
  const entries = lines.map((line, i) => ({
    timestamp: { seconds: 1_700_000_000n, nanos: i },
    line,
    structuredMetadata: [{ name: "n", value: String(i) }],
  }));
  return compressSync(toBinary(PushRequestSchema, create(PushRequestSchema, { streams: [{ labels, entries }] })));
}
