/**
 * `logs.source.api`: Loki's push API. A body is accepted whole or refused whole: 204, 400 (malformed), 413 (too large),
 * 415 (an encoding we do not read), 429 (what comes behind is full; the client should try again).
 */
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type ComponentArgs, decodeGo, LabelSet, type logsSourceApi } from "@sluice/engine";
import { parsePushJson, type PushStream } from "@sluice/engine/lang/lokipush";
import express, { type Request, type Response } from "express";
import { type ComponentContext, HEALTHY, type Health, type RunningComponent } from "../component.ts";
import { BodyError, readBody } from "../http/body.ts";
import { closeServer, listen } from "../http/listen.ts";
import type { LogEntry, LogsReceiver } from "../receiver.ts";

const TENANT_HEADER = "x-scope-orgid";
const TENANT_LABEL = "__tenant_id__";

export class ApiSource implements RunningComponent {
  readonly #args: ComponentArgs<typeof logsSourceApi>;
  readonly #next: LogsReceiver;
  readonly #context: ComponentContext;
  readonly #requests;
  readonly #entries;
  #server: Server | undefined;
  #address: AddressInfo | undefined;
  #health: Health = HEALTHY;

  constructor(args: ComponentArgs<typeof logsSourceApi>, next: LogsReceiver, context: ComponentContext) {
    this.#args = args;
    this.#next = next;
    this.#context = context;
    this.#requests = context.metrics.counter(`${context.prefix}source_api_requests_total`, "Push requests by the status of their answer", ["status_code"]);
    this.#entries = context.metrics.counter(`${context.prefix}source_api_entries_total`, "Entries accepted");
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
    app.post("/loki/api/v1/push", (request, response) => this.#take(request, response));
    app.all("/loki/api/v1/push", (_request, response) => this.#answer(response, 405, "use POST"));
    app.get("/ready", (_request, response) => void response.type("text/plain").send("ready\n"));
    app.use((_request, response) => this.#answer(response, 404, "not found; push to POST /loki/api/v1/push"));
    const { listen_address, listen_port } = this.#args.http.args;
    const result = await listen(app, listen_address, listen_port);
    if (!result.ok) {
      this.#health = { state: "unhealthy", message: result.message };
      this.#context.log.write("error", "the push API does not listen", { reason: result.message });
      return;
    }
    this.#server = result.server;
    this.#address = result.address;
    this.#context.log.write("info", "the push API listens", { address: `${result.address.address}:${result.address.port}` });
  }

  async #take(request: Request, response: Response): Promise<void> {
    try {
      const type = (request.headers["content-type"] ?? "").split(";")[0]!.trim().toLowerCase();
      if (type !== "application/json") {
        throw new BodyError(415, `Content-Type ${JSON.stringify(type)} is not read yet; send application/json`);
      }
      const body = await readBody(request, this.#args.max_send_message_size);
      const parsed = parsePushJson(decodeGo(body));
      if (!parsed.ok) throw new BodyError(400, parsed.message);
      const batch = this.#toEntries(parsed.streams, request.headers[TENANT_HEADER]);
      if (this.#next.push(batch) === "full") throw new BodyError(429, "the pipeline is full; try again later");
      this.#entries.with().add(batch.length);
      this.#requests.with("204").inc();
      response.status(204).end();
    } catch (error) {
      if (!(error instanceof BodyError)) throw error;
      this.#answer(response, error.status, error.message);
    }
  }

  #answer(response: Response, status: number, message: string): void {
    this.#requests.with(String(status)).inc();
    if (status === 413) response.set("Connection", "close");
    response.status(status).type("text/plain").send(`${message}\n`);
  }

  #toEntries(streams: readonly PushStream[], tenant: string | string[] | undefined): LogEntry[] {
    const now = this.#context.scheduler.now();
    return streams.flatMap(({ labels, entries }) => {
      // Labels with two underscores are ours to give, as in Loki's other clients.
      const own = Object.entries(labels).filter(([name]) => !name.startsWith("__"));
      if (typeof tenant === "string" && tenant !== "") own.push([TENANT_LABEL, tenant]);
      const set = LabelSet.of([...own, ...this.#args.labels]);
      return entries.map(({ timestamp, line, metadata }) => ({
        labels: set,
        line,
        timestamp: this.#args.use_incoming_timestamp ? timestamp : now,
        metadata,
      }));
    });
  }

  async drain(deadline: Promise<void>): Promise<number> {
    if (this.#server !== undefined) await closeServer(this.#server, deadline);
    return 0;
  }
}
