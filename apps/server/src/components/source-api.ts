/**
 * `logs.source.api`: Loki's push API. Answers 204, 400 (malformed), 408 (too slow), 413 (too much), 415 (an encoding we
 * do not read), 429 (what comes after is full, or too much is in flight; the client should try again). A body is taken
 * whole or refused whole, but for streams whose labels cannot be read: as in Alloy the others are taken and the answer is
 * 400, since clients do not repeat what was answered so.
 *
 * Whatever is sent, bytes in flight are bounded over all requests, what a body may hold is counted while it is read, and
 * reading stops now and then to let others work. What is large, or turns out to hold much, is read one after the other
 * and only while there is room for it: what waits holds nothing but its bytes.
 */
import { isDeepStrictEqual } from "node:util";
import {
  atOnce,
  type ComponentArgs,
  LabelSet,
  logsSourceApi,
  MILLISECOND,
  type Nanos,
  relabelSet,
  SECOND,
} from "@sluice/engine";
import type { PushLimits, PushResult, PushStream } from "@sluice/engine/lokipush";
import type { Request, Response } from "express";
import type { ComponentContext, RunningComponent } from "../core/component.ts";
import { defineRunning, type Reserved, type TakeOver } from "../core/component-record.ts";
import { HEALTHY, type Health } from "../core/health.ts";
import type { LogEntry, LogsReceiver } from "../core/receiver.ts";
import { TENANT_HEADER, TENANT_LABEL, tenantOf } from "../core/tenant.ts";
import { type AnswerLine, answerLine, onlyMethods } from "../http/answers.ts";
import { BodyError, ClientGone } from "../http/body-error.ts";
import { BodyIntake } from "../http/body-intake.ts";
import type { Serving } from "../http/listen.ts";
import { HEADERS_TIMEOUT_MS } from "../http/request-server.ts";
import { createRoutes } from "../http/routes.ts";
import { openPushBody, type PushContent } from "../loki/wire.ts";
import { inSlices, SLICE_MS } from "../platform/scheduler.ts";
import { type Place, ServedAddress } from "./served-address.ts";

const PUSH_PATHS = ["/loki/api/v1/push", "/api/v1/push"];
/** Bodies of more bytes than this are read one at a time, since what they are read into takes memory as well. */
const LARGE_BODY = 256 * 1024;
/** The same for what is in them: bodies are read to the end at once up to so many stops, each some thousand objects. */
const STOPS_AT_ONCE = 4;
/** Entries that are made between two looks at the time. */
const ENTRIES_AT_ONCE = 1000;
/** Bytes in flight unless the configuration says: this, or so many bodies of the largest size. */
const MIN_IN_FLIGHT = 256 * 1024 * 1024;
const BODIES_IN_FLIGHT = 3;
/** Pauses between attempts to open a port that is in use. */
const MIN_LISTEN_PAUSE = SECOND;
const MAX_LISTEN_PAUSE = 30n * SECOND;

type Args = ComponentArgs<typeof logsSourceApi>;

export class ApiSource implements RunningComponent {
  #args: Args;
  readonly #next: LogsReceiver;
  readonly #context: ComponentContext;
  readonly #requests;
  readonly #entries;
  readonly #unlabelled;
  readonly #ruledOut;
  #intake: BodyIntake;
  #limits: PushLimits;
  readonly #served: ServedAddress;
  /** What it serves by, where it serves. */
  #servedArgs: Args["http"]["args"] | undefined;
  readonly #app;
  #health: Health = HEALTHY;
  #stopped = false;
  /** Of the next attempt to open the port. */
  #cancelTimer = () => {};
  /** Changes of where it listens, one after the other. */
  #changing: Promise<unknown> = Promise.resolve();
  /** Resolves when no large body is being read. */
  #reading: Promise<unknown> = Promise.resolve();
  /** How long small bodies have been read since others had their turn. Milliseconds. */
  #readFor = 0;

  constructor(args: Args, next: LogsReceiver, context: ComponentContext) {
    this.#args = args;
    this.#next = next;
    this.#context = context;
    const name = `${context.prefix}source_api_`;
    this.#requests = context.metrics.counter(`${name}requests_total`, "Push requests by response status", [
      "status_code",
    ]);
    this.#entries = context.metrics.counter(`${name}entries_total`, "Entries accepted");
    this.#ruledOut = context.metrics.counter(
      `${name}relabel_dropped_entries_total`,
      "Entries that relabel_rules dropped, or left without labels",
    );
    this.#unlabelled = context.metrics.counter(
      `${name}unlabelled_entries_total`,
      "Entries dropped because their stream has no labels",
    );
    this.#intake = new BodyIntake({ inFlight: bytesInFlight(args) });
    this.#limits = limitsOf(args);
    this.#served = new ServedAddress(context);
    this.#app = this.#createApp();
  }

  /** Gets what it needs to listen as `args` say, before they count. */
  async reserve({ http: { args: http } }: Args, isEnding: (owner: string) => boolean): Promise<Reserved> {
    return this.#served.reserve(placeOf(http), this.#serving(http), isEnding);
  }

  /** Takes other arguments over; connections stay unless they are about where and how it listens. */
  update(args: Args): TakeOver {
    return () => {
      // Requests under way are counted where they began.
      if (bytesInFlight(args) !== bytesInFlight(this.#args))
        this.#intake = new BodyIntake({ inFlight: bytesInFlight(args) });
      this.#args = args;
      this.#limits = limitsOf(args);
      return this.#inTurn(() => this.#follow(args.http.args, MIN_LISTEN_PAUSE));
    };
  }

  get health(): Health {
    return this.#health;
  }

  details(): Readonly<Record<string, unknown>> {
    const { listener } = this.#served;
    if (listener === undefined) return {};
    const { address, port } = listener.address;
    const { connections, waiting } = listener;
    return {
      listening: `${address}:${port}`,
      connections,
      connections_waiting: waiting,
      bytes_in_flight: this.#intake.held,
    };
  }

  start(): Promise<void> {
    return this.#inTurn(() => this.#follow(this.#args.http.args, MIN_LISTEN_PAUSE));
  }

  #inTurn(action: () => Promise<void>): Promise<void> {
    const done = this.#changing.then(action);
    this.#changing = done.catch(() => {});
    return done;
  }

  #createApp() {
    const failed = (error: unknown) => this.#context.faults.record("answering a request", error);
    const answer: AnswerLine = (response, status, line) => {
      this.#requests.with(String(status)).inc();
      answerLine(response, status, line);
    };
    const notFound = `not found; push to POST ${PUSH_PATHS[0]}`;
    return createRoutes({ failed, answer, notFound }, (routes) => {
      routes.post(PUSH_PATHS, (request, response) => this.#take(request, response));
      routes.all(PUSH_PATHS, onlyMethods("POST", answer));
      routes.get(["/ready", "/loki/ready"], (_request, response) => answerLine(response, 200, "ready"));
    });
  }

  #serving({ conn_limit, server_idle_timeout, server_read_timeout }: Args["http"]["args"]): Serving {
    const bodyTimeout = Number(server_read_timeout / MILLISECOND);
    return {
      handler: this.#app,
      limits: {
        // Longer than ours for the body, which is answered and counted.
        requestTimeout: bodyTimeout === 0 ? 0 : HEADERS_TIMEOUT_MS + bodyTimeout,
        idleTimeout: Number(server_idle_timeout / MILLISECOND),
        maxConnections: conn_limit,
      },
      failed: (error) => this.#context.faults.record("answering a request", error),
    };
  }

  /** Listens as the arguments say; where nothing can be had, tries again after a pause, twice as long each time. */
  async #follow(http: Args["http"]["args"], pause: Nanos): Promise<void> {
    if (this.#stopped) return;
    this.#cancelTimer();
    if (this.#served.listener !== undefined && isDeepStrictEqual(http, this.#servedArgs)) {
      this.#health = HEALTHY;
      return;
    }
    const problem = await this.#served.serve(placeOf(http), this.#serving(http));
    if (problem !== undefined) {
      if (this.#health.message !== problem)
        this.#context.log.write("error", "the push API cannot listen; it keeps retrying", { reason: problem });
      this.#health = { state: "unhealthy", message: problem };
      if (this.#stopped) return;
      this.#cancelTimer = this.#context.scheduler.after(pause, () => {
        const longer = pause * 2n < MAX_LISTEN_PAUSE ? pause * 2n : MAX_LISTEN_PAUSE;
        const again = () => this.#inTurn(() => this.#follow(this.#args.http.args, longer));
        void this.#context.faults.settle("listening", again, undefined);
      });
      return;
    }
    this.#servedArgs = http;
    this.#health = HEALTHY;
    const { address, port } = this.#served.listener!.address;
    this.#context.log.write("info", "the push API is listening", { address: `${address}:${port}` });
  }

  get #bodyTimeout(): number {
    return Number(this.#args.http.args.server_read_timeout / MILLISECOND);
  }

  async #take(request: Request, response: Response): Promise<void> {
    const limit = this.#args.max_send_message_size;
    try {
      this.#expectRoom();
      await this.#intake.take(request, { limit, timeout: this.#bodyTimeout }, async (body, share) => {
        this.#expectRoom();
        const { "content-type": type = "", "content-encoding": encoding = "" } = request.headers;
        const content = await openPushBody(body, type, encoding, limit, share);
        const refused = await this.#accept(content, tenantOf(request.headers[TENANT_HEADER]));
        if (refused !== undefined) throw new BodyError(400, refused);
        this.#requests.with("204").inc();
        response.status(204).end();
      });
    } catch (error) {
      if (error instanceof ClientGone)
        this.#context.log.write("debug", "a client disconnected in the middle of a request", { error });
      throw error;
    }
  }

  /** Reads and passes on what was sent. Gives why some of it was left out. */
  async #accept(content: PushContent, tenant: string): Promise<string | undefined> {
    const small = content.bytes > LARGE_BODY ? undefined : await this.#readSmall(content);
    if (small !== undefined) {
      const { streams, refused } = readOrRefused(small);
      this.#passOn(atOnce(this.#toEntries(streams, tenant)));
      return refused;
    }
    const read = this.#reading.then(async () => {
      this.#expectRoom();
      const { scheduler } = this.#context;
      const { streams, refused } = readOrRefused(await inSlices(content.read(this.#limits), scheduler));
      this.#passOn(await inSlices(this.#toEntries(streams, tenant), scheduler));
      return refused;
    });
    this.#reading = read.catch(() => {});
    return read;
  }

  /** Reads what holds little. Gives nothing, and keeps nothing, where it turns out to hold much. */
  async #readSmall(content: PushContent): Promise<PushResult | undefined> {
    const { scheduler } = this.#context;
    if (this.#readFor >= SLICE_MS) {
      await new Promise<void>((resolve) => scheduler.soon(resolve));
      this.#readFor = 0;
    }
    this.#expectRoom();
    const begun = scheduler.elapsed();
    const reading = content.read(this.#limits);
    let step = reading.next();
    for (let stops = 1; !step.done && stops < STOPS_AT_ONCE; stops++) step = reading.next();
    this.#readFor += scheduler.elapsed() - begun;
    return step.done ? step.value : undefined;
  }

  #passOn(batch: readonly LogEntry[]): void {
    if (batch.length > 0 && this.#next.push(batch) === "full") throw full();
    this.#entries.with().add(batch.length);
  }

  /** While what comes after is full, nothing is read: it would be refused whatever it is. */
  #expectRoom(): void {
    if (this.#next.full) throw full();
  }

  /**
   * As Alloy has it: the configured labels override those that were sent, an empty value is not a label, a stream without
   * labels is not passed on, and names that begin with two underscores are not for clients to give.
   */
  *#toEntries(streams: readonly PushStream[], tenant: string): Generator<void, LogEntry[]> {
    const now = this.#context.scheduler.now();
    const all: LogEntry[] = [];
    for (const { labels, entries } of streams) {
      yield;
      let set = LabelSet.of([...Object.entries(labels), ...this.#args.labels]).filter((_, value) => value !== "");
      if (set.size === 0) {
        this.#unlabelled.with().add(entries.length);
        continue;
      }
      const relabelled = this.#relabel(set);
      if (relabelled === undefined || relabelled.size === 0) {
        this.#ruledOut.with().add(entries.length);
        continue;
      }
      set = relabelled.filter((name) => !name.startsWith("__"));
      if (tenant !== "") set = set.with(TENANT_LABEL, tenant);
      for (const { timestamp, line, metadata } of entries) {
        all.push({ labels: set, line, timestamp: this.#args.use_incoming_timestamp ? timestamp : now, metadata });
        if (all.length % ENTRIES_AT_ONCE === 0) yield;
      }
    }
    return all;
  }

  /** What exceeds the bounds of expressions goes on unchanged. */
  #relabel(labels: LabelSet): LabelSet | undefined {
    const rules = this.#args.relabel_rules?.rules ?? [];
    let result: LabelSet | undefined = labels;
    this.#context.faults.guard("relabelling", () => {
      result = relabelSet(rules, labels);
    });
    return result;
  }

  async drain(deadline: Promise<void>): Promise<number> {
    this.#stopped = true;
    this.#cancelTimer();
    await Promise.race([this.#changing, deadline]);
    await this.#served.close(deadline);
    return 0;
  }
}

function readOrRefused(result: PushResult): PushResult & { readonly ok: true } {
  if (result.ok) return result;
  const { tooMuch, message } = result;
  throw new BodyError(tooMuch ? 413 : 400, tooMuch ? `${message}; send it in parts` : message);
}

const full = () => new BodyError(429, "the pipeline is full; try again later");

function bytesInFlight({ max_in_flight_size, max_send_message_size }: Args): number {
  return max_in_flight_size > 0
    ? max_in_flight_size
    : Math.max(MIN_IN_FLIGHT, BODIES_IN_FLIGHT * max_send_message_size);
}

const placeOf = ({ listen_address: host, listen_port: port }: Args["http"]["args"]): Place => ({ host, port });

function limitsOf(args: Args): PushLimits {
  return { streams: args.max_send_streams, entries: args.max_send_entries, pairs: args.max_send_pairs };
}

export const sourceApiRecord = defineRunning({
  spec: logsSourceApi,
  build: ({ args, next, context }) => new ApiSource(args, next, context),
  reserve: (running, args, isEnding) => running.reserve(args, isEnding),
  update: (running, args) => running.update(args),
});
