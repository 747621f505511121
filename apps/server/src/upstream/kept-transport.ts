/**
 * The connections to one endpoint over the changes of files that its TLS settings name: others once those have changed. With
 * files that cannot be used, half-written ones among them, requests go on by what was read before.
 */
import type { FileGate } from "../platform/file-gate.ts";
import { keepFileError, SmallFileError } from "../platform/small-file.ts";
import type { ProxySettings } from "./proxies.ts";
import { readsTlsFiles, readTlsSettings, type TlsSettings } from "./tls-config.ts";
import { findTlsProblem, type TlsOptions, Transport } from "./transport.ts";

export interface KeptTransportOptions {
  /** An address of the endpoint's own origin. */
  readonly home: string;
  readonly tls: TlsSettings | undefined;
  readonly proxy: ProxySettings | undefined;
  /** Where relative paths begin. */
  readonly files: FileGate;
}

interface Connected {
  readonly transport: Transport;
  readonly tls: TlsOptions | undefined;
  readonly usable: boolean;
}

export class KeptTransport {
  readonly #options: KeptTransportOptions;
  #now: Connected | undefined;
  /** What was read last and cannot be used, with the reason. */
  #refused: { readonly tls: TlsOptions | SmallFileError; readonly problem: string } | undefined;
  #retired = false;

  constructor(options: KeptTransportOptions) {
    this.#options = options;
  }

  /** Whether it may be another next time. */
  get readsFiles(): boolean {
    return readsTlsFiles(this.#options.tls);
  }

  /** Why its files cannot be used, while requests go on by what was read before. */
  get problem(): string | undefined {
    return this.#refused && `tls_config: goes on with the files as they were: ${this.#refused.problem}`;
  }

  /** Rejects with a `SmallFileError`, unless there is one from before. */
  async get(): Promise<Transport> {
    const { home, tls: settings, proxy, files } = this.#options;
    if (this.#now !== undefined && !this.readsFiles) return this.#now.transport;
    const tls = settings && (await readTlsSettings(settings, files).catch(keepFileError));
    const now = this.#now;
    if (now !== undefined && sameFiles(now.tls, tls)) {
      this.#refused = undefined;
      return now.transport;
    }
    const problem = tls && this.#problemOf(tls);
    if (problem !== undefined && now?.usable === true) return now.transport;
    if (tls instanceof SmallFileError) throw tls;
    now?.transport.retire();
    const transport = new Transport({ home, tls, proxy });
    if (this.#retired) transport.retire();
    this.#now = { transport, tls, usable: problem === undefined };
    this.#refused = undefined;
    return transport;
  }

  #problemOf(tls: TlsOptions | SmallFileError): string | undefined {
    if (this.#refused !== undefined && sameFiles(this.#refused.tls, tls)) return this.#refused.problem;
    const problem = tls instanceof SmallFileError ? tls.message : findTlsProblem(tls);
    this.#refused = problem === undefined ? undefined : { tls, problem };
    return problem;
  }

  /** Nothing more is sent: connections are closed, those in use as soon as they are free. */
  retire(): void {
    this.#retired = true;
    this.#now?.transport.retire();
  }
}

function sameFiles(a: TlsOptions | SmallFileError | undefined, b: TlsOptions | SmallFileError | undefined): boolean {
  if (a instanceof SmallFileError || b instanceof SmallFileError) return a === b;
  return a?.ca === b?.ca && a?.cert === b?.cert && a?.key === b?.key;
}
