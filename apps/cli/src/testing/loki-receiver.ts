/** A Loki-compatible endpoint for tests: keeps what it is sent, by tenant and stream, in order. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { decodePushBody } from "@sluice/server";

const MAX_BODY = 64 * 1024 * 1024;

export interface ReceivedEntry {
  readonly timestamp: string;
  readonly line: string;
  readonly metadata: readonly (readonly [string, string])[];
}

export interface LokiReceiver {
  readonly url: string;
  /** `tenant {labels}` → entries in the order of arrival. */
  readonly streams: ReadonlyMap<string, readonly ReceivedEntry[]>;
  close(): Promise<void>;
}

/** The key of a stream in `streams`. */
export function streamKey(tenant: string, labels: Readonly<Record<string, string>>): string {
  return `${tenant} ${JSON.stringify(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)))}`;
}

export async function startLokiReceiver(): Promise<LokiReceiver> {
  const streams = new Map<string, ReceivedEntry[]>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const {
        "x-scope-orgid": tenant = "",
        "content-type": type = "",
        "content-encoding": encoding = "",
      } = request.headers;
      try {
        for (const { labels, entries } of await decodePushBody(Buffer.concat(chunks), type, encoding, MAX_BODY)) {
          const key = streamKey(String(tenant), labels);
          const list = streams.get(key) ?? [];
          list.push(
            ...entries.map(({ timestamp, line, metadata }) => ({ timestamp: String(timestamp), line, metadata })),
          );
          streams.set(key, list);
        }
      } catch (error) {
        response.writeHead(400).end((error as Error).message);
        return;
      }
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/loki/api/v1/push`,
    streams,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
