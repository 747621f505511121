/** An upstream server for forwarded profiles, and recorded requests of profilers. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface Upstream {
  readonly url: string;
  /** Targets of the received requests. */
  readonly arrived: string[];
  /** Its answer. */
  status: number;
  close(): void;
}

export async function startUpstream(): Promise<Upstream> {
  const server = createServer((request, response) => {
    const target = request.url ?? "";
    upstream.arrived.push(target);
    const type = target.startsWith("/ingest") ? {} : { "Content-Type": "application/proto" };
    request.resume().on("end", () => response.writeHead(upstream.status, type).end());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const upstream: Upstream = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived: [],
    status: 200,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return upstream;
}

interface Recorded {
  readonly id: string;
  readonly request: {
    readonly target: string;
    readonly headers: readonly (readonly [name: string, value: string])[];
    readonly body_b64: string;
  };
}

/** A recorded request of a profiler. */
export const recordedRequest = (id: string): Recorded["request"] =>
  (
    JSON.parse(readFileSync(new URL("../apps/server/conformance/vectors/profiles.json", import.meta.url), "utf8")) as {
      vectors: readonly Recorded[];
    }
  ).vectors.find((vector) => vector.id === id)!.request;

/** Sends a recorded request, under the name of a service; returns the status. */
export async function pushRecorded(
  address: string,
  id: string,
  service: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  const { target, headers: sent, body_b64 } = recordedRequest(id);
  // Headers of the original connection do not apply to this one.
  const own = sent.filter(([name]) => !/^(connection|accept-encoding|sec-.*)$/i.test(name));
  const answer = await fetch(address + target.replace(/name=[\w.]+/, `name=${service}`), {
    method: "POST",
    headers: { ...Object.fromEntries(own), ...headers },
    body: Buffer.from(body_b64, "base64"),
  });
  return answer.status;
}
