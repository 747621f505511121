/**
 * `logs.source.api`: Loki's push API. A body is accepted whole or refused whole: 204, 400 (malformed), 413 (too large),
 * 415 (an encoding we do not read), 429 (what comes behind is full; the client should try again).
 */
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type ComponentArgs, LabelSet, type logsSourceApi } from "@sluice/engine";
import type { PushStream } from "@sluice/engine/lang/lokipush";
import express, { type NextFunction, type Request, type Response } from "express";
import { type ComponentContext, HEALTHY, type Health, type RunningComponent } from "../component.ts";
import { BodyError, ClientGone, readBody } from "../http/body.ts";
import { closeServer, listen } from "../http/listen.ts";
import { decodePushBody } from "../loki/wire.ts";
import type { LogEntry, LogsReceiver } from "../receiver.ts";

const TENANT_HEADER = "x-scope-orgid";
const TENANT_LABEL = "__tenant_id__";
const PUSH_PATHS = ["/loki/api/v1/push", "/api/v1/push"];
/** Requests whose bodies are read at the same time; each may take memory up to the body limit. */
const MAX_READING = 64;

export class ApiSource implements RunningComponent {
  readonly #args: ComponentArgs<typeof logsSourceApi>;
  readonly #next: LogsReceiver;
  readonly #context: ComponentContext;
  readonly #requests;
  readonly #entries;
  #server: Server | undefined;
  #address: AddressInfo | undefined;
  #health: Health = HEALTHY;
  #reading = 0;

  constructor(args: ComponentArgs<typeof logsSourceApi>, next: LogsReceiver, context: ComponentContext) {
    this.#args = args;
    this.#next = next;
    this.#context = context;
    const name = `${context.prefix}source_api_`;
    this.#requests = context.metrics.counter(`${name}requests_total`, "Push requests by the status of their answer", [
      "status_code",
    ]);
    this.#entries = context.metrics.counter(`${name}entries_total`, "Entries accepted");
  }

  get health(): Health {
    return this.#health;
  }

  details(): Readonly<Record<string, unknown>> {
    return this.#address === undefined ? {} : { listening: `${this.#address.address}:${this.#address.port}` };
  }

  async start(): Promise<void> {
    const app = express();
    app.disable("x-powered-by");
    app.post(PUSH_PATHS, (request, response) => this.#take(request, response));
    app.all(PUSH_PATHS, (_request, response) => this.#answer(response.set("Allow", "POST"), 405, "use POST"));
    app.get(["/ready", "/loki/ready"], (_request, response) => void response.type("text/plain").send("ready\n"));
    app.use((_request, response) => this.#answer(response, 404, `not found; push to POST ${PUSH_PATHS[0]}`));
    app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
      this.#context.faults.record("answering a request", error);
      if (response.headersSent) response.destroy();
      else this.#answer(response, 500, "internal error; the server's log says more");
    });
    const { listen_address, listen_port } = this.#args.http.args;
    const result = await listen(app, listen_address, listen_port);
    if (!result.ok) {
      this.#health = { state: "unhealthy", message: result.message };
      this.#context.log.write("error", "the push API does not listen", { reason: result.message });
      return;
    }
    this.#server = result.server;
    this.#address = result.address;
    this.#context.log.write("info", "the push API listens", {
      address: `${result.address.address}:${result.address.port}`,
    });
  }

  async #take(request: Request, response: Response): Promise<void> {
    const limit = this.#args.max_send_message_size;
    try {
      if (this.#next.full) throw full();
      const body = await this.#read(request, limit);
      const { "content-type": type = "", "content-encoding": encoding = "" } = request.headers;
      const streams = await decodePushBody(body, type, encoding, limit);
      const batch = this.#toEntries(streams, request.headers[TENANT_HEADER]);
      if (this.#next.push(batch) === "full") throw full();
      this.#entries.with().add(batch.length);
      this.#requests.with("204").inc();
      response.status(204).end();
    } catch (error) {
      if (error instanceof ClientGone) {
        this.#context.log.write("debug", "a client went away in the middle of its request", { error });
      } else if (error instanceof BodyError) this.#answer(response, error.status, error.message);
      else throw error;
    }
  }

  async #read(request: Request, limit: number): Promise<Buffer> {
    if (this.#reading >= MAX_READING) throw new BodyError(429, "too many requests at once; try again later");
    this.#reading++;
    try {
      return await readBody(request, limit);
    } finally {
      this.#reading--;
    }
  }

  #answer(response: Response, status: number, message: string): void {
    this.#requests.with(String(status)).inc();
    response.status(status).type("text/plain").send(`${message}\n`);
  }

  /**
   * As Loki's other clients have it: the configured labels override those that were sent, an empty value is no label,
   * and names that begin with two underscores are not for clients to give.
   */
  #toEntries(streams: readonly PushStream[], tenant: string | string[] | undefined): LogEntry[] {
    const now = this.#context.scheduler.now();
    const all: LogEntry[] = [];
    for (const { labels, entries } of streams) {
      let set = LabelSet.of([...Object.entries(labels), ...this.#args.labels]);
      set = set.filter((name, value) => value !== "" && !name.startsWith("__"));
      if (typeof tenant === "string" && tenant !== "") set = set.with(TENANT_LABEL, tenant);
      for (const { timestamp, line, metadata } of entries) {
        all.push({ labels: set, line, timestamp: this.#args.use_incoming_timestamp ? timestamp : now, metadata });
      }
    }
    return all;
  }

  async drain(deadline: Promise<void>): Promise<number> {
    if (this.#server !== undefined) await closeServer(this.#server, deadline);
    return 0;
  }
}

const full = () => new BodyError(429, "the pipeline is full; try again later");
