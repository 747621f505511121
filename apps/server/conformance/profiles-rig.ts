/** What scenarios play with: a receiver with arguments of their own, what it was handed, and clients byte by byte. */
import type { MetricFamily } from "@sluice/engine";
import { loadConfig } from "@sluice/engine";
import { RUNNING } from "../src/components/index.ts";
import type { ProfilesReceiver } from "../src/core/entries/profiles-receiver.ts";
import { Client } from "../src/testing/wire-connection.ts";
import type { Forwarded, RecorderSetup } from "./profiles-cases.ts";
import { Recorder } from "./profiles-targets.ts";
import { type Built, buildFirst, portOf } from "./running-component.ts";

const forever = new Promise<void>(() => {});

export class Rig {
  readonly forwarded: Forwarded[] = [];
  readonly #clients: Client[] = [];
  readonly #started: Built[] = [];

  /** A receiver on a free port; `http` holds further arguments of that block. Its health may be bad. */
  async receiver(
    http = "",
    targets: readonly (RecorderSetup | ProfilesReceiver)[] = [{ type: "recorder" }],
  ): Promise<Built> {
    const receivers = targets.map((target, i) => ("type" in target ? new Recorder(i, target, this.forwarded) : target));
    const built = await buildFirst(configOf(http), receivers);
    this.#started.push(built);
    await built.component.start();
    return built;
  }

  client(built: Built): Client {
    const client = new Client(portOf(built));
    this.#clients.push(client);
    return client;
  }

  async end(): Promise<void> {
    for (const client of this.#clients) client.close();
    for (const { component } of this.#started) await component.drain(forever, { ends: "process", hurry: forever });
  }
}

export const configOf = (http: string): string =>
  `profiles.receive_http "in" {\n  http {\n    listen_address = "127.0.0.1"\n${http.includes("listen_port") ? "" : "    listen_port = 0\n"}    ${http}\n  }\n  forward_to = []\n}\n`;

/** Has a running component take the arguments of another text over. */
export async function update({ component }: Built, text: string): Promise<void> {
  const config = loadConfig(text);
  if (!config.ok) throw new Error(config.diagnostics[0]!.message);
  const node = config.components[0]!;
  await RUNNING.find(({ spec }) => spec.name === node.spec.name)!.update(component, node)?.();
}

/** Of a receiver's metrics, the one of this name without its prefix. */
export function gauge({ context }: Built, name: string): number | undefined {
  const families: readonly MetricFamily[] = context.metrics.collect(context.scheduler.now());
  return families.find((family) => family.name === `profiles_receive_http_${name}`)?.samples[0]?.value;
}

export const ingest = (body = "x", headers = ""): string =>
  `POST /ingest?name=a HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n${headers}\r\n${body}`;
