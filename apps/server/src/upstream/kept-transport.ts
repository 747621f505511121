/** The connections to one endpoint over the changes of files that its TLS settings name: others once those have changed. */
import type { ProxySettings } from "./proxies.ts";
import { readsTlsFiles, readTlsSettings, type TlsSettings } from "./tls-config.ts";
import { type TlsOptions, Transport } from "./transport.ts";

export interface KeptTransportOptions {
  /** An address of the endpoint's own origin. */
  readonly home: string;
  readonly tls: TlsSettings | undefined;
  readonly proxy: ProxySettings | undefined;
  /** Where relative paths begin. */
  readonly baseDir: string;
}

export class KeptTransport {
  readonly #options: KeptTransportOptions;
  #now: { readonly transport: Transport; readonly tls: TlsOptions | undefined } | undefined;
  #retired = false;

  constructor(options: KeptTransportOptions) {
    this.#options = options;
  }

  /** Whether it may be another next time. */
  get readsFiles(): boolean {
    return readsTlsFiles(this.#options.tls);
  }

  /** Rejects with a `SmallFileError`. */
  async get(): Promise<Transport> {
    const { home, tls: settings, proxy, baseDir } = this.#options;
    if (this.#now !== undefined && !this.readsFiles) return this.#now.transport;
    const tls = settings && (await readTlsSettings(settings, baseDir));
    const now = this.#now;
    if (now !== undefined && now.tls?.ca === tls?.ca && now.tls?.cert === tls?.cert && now.tls?.key === tls?.key)
      return now.transport;
    now?.transport.retire();
    const transport = new Transport({ home, tls, proxy });
    if (this.#retired) transport.retire();
    this.#now = { transport, tls };
    return transport;
  }

  /** Nothing more is sent: connections are closed, those in use as soon as they are free. */
  retire(): void {
    this.#retired = true;
    this.#now?.transport.retire();
  }
}
