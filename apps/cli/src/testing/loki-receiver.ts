/** A Loki-compatible endpoint for tests: keeps what it is sent, by tenant and stream, in order, and can be asked for it. */

import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { LabelSet, messageOf } from "@sluice/engine";
import { compileEntryFilter, decodePushBody } from "@sluice/server";

const MAX_BODY = 64 * 1024 * 1024;

export interface ReceivedEntry {
  readonly timestamp: string;
  readonly line: string;
  readonly metadata: readonly (readonly [string, string])[];
}

interface ReceivedStream {
  readonly labels: Readonly<Record<string, string>>;
  readonly entries: readonly ReceivedEntry[];
}

export interface LokiReceiver {
  readonly url: string;
  /** `tenant {labels}` → entries in the order of arrival. */
  readonly streams: ReadonlyMap<string, readonly ReceivedEntry[]>;
  /** Every stream with its labels. */
  all(): readonly ReceivedStream[];
  close(): Promise<void>;
}

/** The key of a stream in `streams`. */
export function streamKey(tenant: string, labels: Readonly<Record<string, string>>): string {
  return `${tenant} ${JSON.stringify(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)))}`;
}

/** What `query_range` answers: the newest entries of these that fit the query. */
function answerQuery(query: URLSearchParams, streams: readonly ReceivedStream[]): unknown {
  const made = compileEntryFilter(query.get("query") ?? "", undefined);
  if (!made.ok) throw new Error(made.message);
  const found = streams
    .flatMap(({ labels, entries }) => entries.map((entry) => ({ labels, entry })))
    .filter(({ labels, entry }) => made.filter?.({ labels: LabelSet.of(labels), line: entry.line }) !== false)
    .sort((a, b) => Number(BigInt(b.entry.timestamp) - BigInt(a.entry.timestamp)))
    .slice(0, Number(query.get("limit") ?? 100));
  const result = found.map(({ labels, entry: { timestamp, line, metadata } }) => ({
    stream: labels,
    values: [[timestamp, line, { structuredMetadata: Object.fromEntries(metadata) }]],
  }));
  return { status: "success", data: { resultType: "streams", result } };
}

export async function startLokiReceiver(): Promise<LokiReceiver> {
  const streams = new Map<string, ReceivedEntry[]>();
  const labelsOf = new Map<string, Readonly<Record<string, string>>>();
  const all = () => [...streams].map(([key, entries]) => ({ labels: labelsOf.get(key)!, entries }));
  const take = async (body: Buffer, { headers }: IncomingMessage) => {
    const { "x-scope-orgid": tenant = "", "content-type": type = "", "content-encoding": encoding = "" } = headers;
    for (const { labels, entries } of await decodePushBody(body, type, encoding, MAX_BODY)) {
      const key = streamKey(String(tenant), labels);
      const list = streams.get(key) ?? [];
      list.push(...entries.map(({ timestamp, line, metadata }) => ({ timestamp: String(timestamp), line, metadata })));
      streams.set(key, list);
      labelsOf.set(key, labels);
    }
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const { pathname, searchParams } = new URL(request.url ?? "", "http://loki");
      try {
        if (pathname === "/loki/api/v1/query_range") {
          response.end(JSON.stringify(answerQuery(searchParams, all())));
          return;
        }
        await take(Buffer.concat(chunks), request);
        response.writeHead(204).end();
      } catch (error) {
        response.writeHead(400).end(messageOf(error));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/loki/api/v1/push`,
    streams,
    all,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
