/**
 * Where a component that serves HTTP listens: opened as its arguments say, tried for again while it cannot be had, and with
 * another certificate when the files of that have changed.
 */
import { isDeepStrictEqual } from "node:util";
import type { BlockArgs, httpBlock, Nanos } from "@sluice/engine";
import type { ComponentContext } from "../../core/component.ts";
import type { Reserved } from "../../core/component-record.ts";
import type { Health } from "../../core/health.ts";
import { refuseCrossSite } from "../../http/cross-site.ts";
import type { Listener, Serving } from "../../http/listen.ts";
import type { TlsSettings } from "../../http/request-server.ts";
import { readTls, type TlsArgs } from "../../http/tls-settings.ts";
import { type Attempted, KeepingOpen } from "./keeping-open.ts";
import { type Place, ServedAddress } from "./served-address.ts";

export type HttpArgs = BlockArgs<ReturnType<typeof httpBlock>>;

/** What of it says where it listens, and by which certificate. */
type Asked = Pick<HttpArgs, "listen_address" | "listen_port" | "allow_cross_site"> & {
  readonly tls: { readonly args: TlsArgs } | undefined;
};

export interface KeptListenerOptions<H extends Asked> {
  readonly context: ComponentContext;
  /** What listens, in words: `the push API`. */
  readonly name: string;
  /** How it is served, besides TLS. */
  readonly servingOf: (http: H) => Serving;
  /** Told of each connection that begins and ends to be served. */
  readonly count?: ((change: 1 | -1) => void) | undefined;
  /** Told when it is served so. */
  readonly served: (http: H) => void;
}

type ServingResult =
  | { readonly ok: true; readonly serving: Serving }
  | { readonly ok: false; readonly message: string };

export class KeptListener<H extends Asked> {
  readonly #options: KeptListenerOptions<H>;
  readonly #served: ServedAddress;
  readonly #open: KeepingOpen;
  #wanted: H | undefined;
  /** What it serves by, where it serves. */
  #servedBy: { readonly http: H; readonly tls: TlsSettings | undefined } | undefined;

  constructor(options: KeptListenerOptions<H>) {
    const { context, name, count } = options;
    this.#options = options;
    this.#served = new ServedAddress(context, count);
    this.#open = new KeepingOpen({ context, name, attempt: () => this.#attempt() });
  }

  get health(): Health {
    return this.#open.health;
  }

  get listener(): Listener | undefined {
    return this.#served.listener;
  }

  /** Longest time for requests that are being answered where they come to an end. */
  set grace(grace: Nanos) {
    this.#served.grace = grace;
  }

  /** Gets what it needs to listen as `http` says, before that counts. */
  async reserve(http: H, isEnding: (owner: string) => boolean): Promise<Reserved> {
    if (this.#serves(http)) return { ok: true, release: async () => {} };
    const found = await this.#serving(http);
    return found.ok ? this.#served.reserve(placeOf(http), found.serving, isEnding) : found;
  }

  /** Listens so from now on, as soon as that can be had. `change` is called when it is its turn. */
  follow(http: H, change: () => void = () => {}): Promise<void> {
    return this.#open.follow(() => {
      this.#wanted = http;
      change();
    });
  }

  #serves(http: H): boolean {
    return this.#served.listener !== undefined && isDeepStrictEqual(http, this.#servedBy?.http);
  }

  async #serving(http: H): Promise<ServingResult> {
    const settings = await readTls(http.tls?.args, this.#options.context.files);
    if (!settings.ok) return settings;
    const own = this.#options.servingOf(http);
    const handler = http.allow_cross_site === true ? own.handler : refuseCrossSite(own.handler);
    return { ok: true, serving: { ...own, handler, tls: settings.tls } };
  }

  async #attempt(): Promise<Attempted> {
    const http = this.#wanted!;
    const problem = await this.#listen(http);
    const goesOn = problem !== undefined && this.listener !== undefined;
    return { problem: goesOn ? `${problem}; it goes on as before` : problem, readsFiles: readsFiles(http) };
  }

  /** Gives why it cannot; then what was served stays. */
  async #listen(http: H): Promise<string | undefined> {
    const isServed = this.#serves(http);
    if (isServed && !readsFiles(http)) return undefined;
    const found = await this.#serving(http);
    if (!found.ok) return found.message;
    const { tls } = found.serving;
    const { context, name, served } = this.#options;
    if (isServed) {
      if (isDeepStrictEqual(tls, this.#servedBy!.tls)) return undefined;
      const problem = this.#served.listener!.renew(tls!);
      if (problem !== undefined) return problem;
      this.#servedBy = { http, tls };
      context.log.write("info", `the certificate of ${name} was read anew`, { address: this.listener!.place });
      return undefined;
    }
    const problem = await this.#served.serve(placeOf(http), found.serving);
    if (problem !== undefined) return problem;
    this.#servedBy = { http, tls };
    served(http);
    const how = tls === undefined ? "plain HTTP" : "TLS";
    context.log.write("info", `${name} is listening`, { address: this.listener!.place, by: how });
    return undefined;
  }

  /** Lets answers that are being made finish until the deadline. */
  async close(deadline: Promise<void>): Promise<void> {
    await this.#open.stop(deadline);
    await this.#served.close(deadline);
  }
}

const placeOf = ({ listen_address: host, listen_port: port }: Asked): Place => ({ host, port });

/** Whether its certificate stands in files. */
const readsFiles = ({ tls }: Asked): boolean =>
  [tls?.args.cert_file, tls?.args.key_file, tls?.args.client_ca_file].some((file) => (file ?? "") !== "");
