/** Clients that others wrote, which send logs while a test does something else. */
export interface Sending {
  /** Ends it once all that it sent was answered: how many entries, numbered from 0, and what it complained of. */
  stop(): Promise<{ readonly sent: number; readonly problems: readonly string[] }>;
}

export interface LogClient {
  readonly name: string;
  /** The kind of the component that it sends to. */
  readonly to: "logs.source.api" | "logs.source.otlp" | "logs.source.syslog";
  /** Begins to send lines `client=NAME id=NUMBER user=…` to an address. */
  start(address: string): Sending;
}

interface Prepared {
  readonly ready: readonly LogClient[];
  /** Those that this machine does not have, and why. */
  readonly absent: readonly string[];
}

export async function prepareLogClients(): Promise<Prepared> {
  const { prepareLogClients: prepare } = (await import(
    new URL("../scripts/check/clients/log-clients.mjs", import.meta.url).href
  )) as { prepareLogClients(): Prepared };
  return prepare();
}
