/** Where the page and the API are: an address that stays open while its certificate changes. */
import type { AddressInfo } from "node:net";
import { SECOND } from "@sluice/engine";
import type { Faults } from "../core/faults.ts";
import { type Handler, protectAnswer, tellWhen } from "../http/answers.ts";
import { type Listener, listen, type Serving } from "../http/listen.ts";
import { RequestRoom } from "../http/request-room.ts";
import type { AddressBook } from "../platform/address-book.ts";
import type { Scheduler } from "../platform/scheduler.ts";
import { refuseRequest } from "./json-body.ts";
import { type PageTlsFiles, readPageTls } from "./page-tls.ts";

/** At a time: each may hold a socket and a file. */
const MAX_CONNECTIONS = 256;
/** Connections that wait until others end or give way. */
const MAX_WAITING = 256;
/**
 * Requests that are answered at a time. Fewer than connections, of one address as of all: what nobody has to show a token
 * for and whoever runs the server lives by, its health, has room however busy the rest is; so has what scrapes it.
 */
const REQUESTS = { all: 200, each: 150 };
const SCRAPES = { all: 16, each: 8 };
const HEALTH = /^\/-\/(?:healthy|ready)\/?(?:\?|$)/i;
const METRICS = /^\/metrics\/?(?:\?|$)/i;
/** For requests over connections with a certificate that was replaced. */
const REPLACED_GRACE = 30n * SECOND;

export interface PageOptions {
  readonly host: string;
  readonly port: number;
  readonly tls: PageTlsFiles | undefined;
  readonly handler: Handler;
  readonly book: AddressBook;
  readonly scheduler: Scheduler;
  readonly faults: Faults;
}

export class PageListener {
  readonly #options: PageOptions;
  readonly #serving: Serving;
  readonly #listener: Listener;

  private constructor(options: PageOptions, serving: Serving, listener: Listener) {
    this.#options = options;
    this.#serving = serving;
    this.#listener = listener;
  }

  /** Gives why the address, or its certificate, cannot be had. */
  static async open(
    options: PageOptions,
  ): Promise<{ readonly ok: true; readonly page: PageListener } | { readonly ok: false; readonly message: string }> {
    const { host, port, book, faults } = options;
    const failed = (error: unknown) => faults.record("answering a request", error);
    // Express takes the place of what a request of HTTP/2 inherits from, so that none of these is ever answered.
    const serving: Serving = {
      handler: withRoom(options.handler),
      limits: { maxConnections: MAX_CONNECTIONS, maxWaiting: MAX_WAITING },
      http2: "never",
      failed,
    };
    const tls = await readPageTls(options.tls);
    if (!tls.ok) return tls;
    const entry = { book, owner: "the page of this server" };
    const listening = await listen({ host, port, ...serving, tls: tls.tls, entry });
    return listening.ok ? { ok: true, page: new PageListener(options, serving, listening.listener) } : listening;
  }

  /** `http://127.0.0.1:3180/`. */
  get url(): string {
    return this.#listener.url;
  }

  get address(): AddressInfo {
    return this.#listener.address;
  }

  /** Reads certificate and key anew. Gives why that cannot be; then those before stay. */
  async refresh(): Promise<string | undefined> {
    const { tls: files, scheduler, faults } = this.#options;
    if (files === undefined) return undefined;
    const tls = await readPageTls(files);
    if (!tls.ok) return tls.message;
    const replaced = this.#listener.replace({ ...this.#serving, tls: tls.tls });
    if (!replaced.ok) return replaced.message;
    let cancel = () => {};
    const grace = new Promise<void>((done) => {
      cancel = scheduler.after(REPLACED_GRACE, done);
    });
    void faults.settle("closing what was replaced", () => replaced.end(grace), undefined).finally(cancel);
    return undefined;
  }

  close(deadline: Promise<void>): Promise<void> {
    return this.#listener.close(deadline);
  }
}

/** Answers as many requests at a time as there is room for, and always those for health. */
function withRoom(handler: Handler): Handler {
  const requests = new RequestRoom(REQUESTS);
  const scrapes = new RequestRoom(SCRAPES);
  return (request, response) => {
    const { url = "" } = request;
    const room = METRICS.test(url) ? scrapes : requests;
    if (HEALTH.test(url) || room.enter(request, response)) return handler(request, response);
    protectAnswer(response);
    tellWhen(response, 503);
    response.setHeader("Connection", "close");
    refuseRequest(response, 503, "the server is answering as many requests as it can; try again later");
  };
}
