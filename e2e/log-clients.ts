/** Third-party clients that send logs while a test does something else. */
export interface Sending {
  /** Stops it once everything it sent was answered; returns the number of entries, numbered from 0, and its errors. */
  stop(): Promise<{ readonly sent: number; readonly problems: readonly string[] }>;
}

export interface LogClient {
  readonly name: string;
  /** The kind of component that it sends to. */
  readonly to: "logs.source.api" | "logs.source.otlp" | "logs.source.syslog";
  /** Starts sending lines `client=NAME id=NUMBER user=…` to an address. */
  start(address: string): Sending;
}

interface Prepared {
  readonly ready: readonly LogClient[];
  /** The clients that this machine does not have, and why. */
  readonly absent: readonly string[];
}

export async function prepareLogClients(): Promise<Prepared> {
  const { prepareLogClients: prepare } = (await import(
    new URL("../scripts/check/clients/log-clients.mjs", import.meta.url).href
  )) as { prepareLogClients(): Prepared };
  return prepare();
}
