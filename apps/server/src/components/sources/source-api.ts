/**
 * `logs.source.api`: Loki's push API, and lines as they are. Answers 204, 400 (malformed), 408 (too slow), 413 (too much), 415 (plain lines in an encoding
 * that is not read), 429 (what comes after is full, or too much is in flight; the client should try again). A body is taken
 * whole or refused whole, but for streams whose labels cannot be read: as in Alloy the others are taken and the answer is
 * 400, since clients do not repeat what was answered so.
 *
 * Whatever is sent, bytes in flight are bounded over all requests, what a body may hold is counted while it is read, and
 * reading stops now and then to let others work. What is large, or turns out to hold much, is read one after the other
 * and only while there is room for it: what waits holds nothing but its bytes.
 */
import { atOnce, type ComponentArgs, LabelSet, logsSourceApi, MILLISECOND } from "@sluice/engine";
import type { PushLimits, PushResult, PushStream } from "@sluice/engine/lokipush";
import type { Request, Response } from "express";
import type { ComponentContext, RunningComponent } from "../../core/component.ts";
import { defineRunning, type Reserved, type TakeOver } from "../../core/component-record.ts";
import type { LogEntry, LogsReceiver } from "../../core/entries/receiver.ts";
import { TENANT_HEADER, TENANT_LABEL, tenantOf } from "../../core/entries/tenant.ts";
import type { Health } from "../../core/health.ts";
import { SourceLabels } from "../../core/source-labels.ts";
import { SparseLog } from "../../core/sparse-log.ts";
import { type AnswerLine, answerLine, onlyMethods } from "../../http/answers.ts";
import { BodyError, ClientGone } from "../../http/body-error.ts";
import { createRoutes } from "../../http/routes.ts";
import { openRawBody } from "../../loki/raw-lines.ts";
import { openPushBody, type PushContent } from "../../loki/wire.ts";
import { inSlices, SLICE_MS } from "../../platform/scheduler.ts";
import { HttpIntake } from "../listening/http-intake.ts";
import { passOn, pipelineFull } from "../listening/passing-on.ts";

const PUSH_PATHS = ["/loki/api/v1/push", "/api/v1/push"];
const RAW_PATHS = ["/loki/api/v1/raw", "/api/v1/raw"];
const READY_PATHS = ["/ready", "/loki/ready"];
const OTHER = "other";
/** What requests count under, by their path: as the paths read in metrics. */
const ROUTES: ReadonlyMap<string, string> = new Map(
  [...PUSH_PATHS, ...RAW_PATHS, ...READY_PATHS].map((path) => [path, path.slice(1).replaceAll("/", "_")]),
);
/** Bodies of more bytes than this are read one at a time, since what they are read into takes memory as well. */
const LARGE_BODY = 256 * 1024;
/** The same for what is in them: bodies are read to the end at once up to so many stops, each some thousand objects. */
const STOPS_AT_ONCE = 4;
/** Entries that are made between two looks at the time. */
const ENTRIES_AT_ONCE = 1000;
/** Bytes in flight unless the configuration says: this, or so many bodies of the largest size. */
const MIN_IN_FLIGHT = 256 * 1024 * 1024;
const BODIES_IN_FLIGHT = 3;
type Args = ComponentArgs<typeof logsSourceApi>;

export class ApiSource implements RunningComponent {
  readonly #next: LogsReceiver;
  readonly #context: ComponentContext;
  readonly #requests;
  readonly #entries;
  readonly #written;
  readonly #unlabelled;
  readonly #log: SparseLog;
  readonly #labels: SourceLabels;
  readonly #intake: HttpIntake<Args>;
  #limits: PushLimits;
  /** Resolves when no large body is being read. */
  #reading: Promise<unknown> = Promise.resolve();
  /** How long small bodies have been read since others had their turn. Milliseconds. */
  #readFor = 0;

  constructor(args: Args, next: LogsReceiver, context: ComponentContext) {
    this.#next = next;
    this.#context = context;
    const name = `${context.prefix}source_api_`;
    this.#requests = context.metrics.counter(`${name}requests_total`, "Push requests by response status", [
      "status_code",
    ]);
    this.#entries = context.metrics.counter(`${name}entries_total`, "Entries accepted");
    this.#written = context.metrics.counter(`${name}entries_written`, "Total number of entries written.").with();
    const ruledOut = context.metrics.counter(
      `${name}relabel_dropped_entries_total`,
      "Entries that relabel_rules dropped, or left without labels",
    );
    this.#labels = new SourceLabels(args.relabel_rules?.rules, ruledOut.with(), context.faults);
    this.#log = new SparseLog(context);
    this.#unlabelled = context.metrics.counter(
      `${name}unlabelled_entries_total`,
      "Entries dropped because their stream has no labels",
    );
    this.#limits = limitsOf(args);
    this.#intake = new HttpIntake(args, {
      bytesInFlight,
      context,
      name: "the push API",
      prefix: name,
      routes: [...ROUTES.values(), OTHER],
      handler: this.#createApp(),
    });
  }

  reserve(args: Args, isEnding: (owner: string) => boolean): Promise<Reserved> {
    return this.#intake.reserve(args, isEnding);
  }

  update(args: Args): TakeOver {
    return () => {
      this.#intake.takeOver(args);
      this.#limits = limitsOf(args);
      this.#labels.rules = args.relabel_rules?.rules ?? [];
      return this.#follow();
    };
  }

  get health(): Health {
    return this.#intake.health;
  }

  details(): Readonly<Record<string, unknown>> {
    return this.#intake.details();
  }

  start(): Promise<void> {
    return this.#follow();
  }

  #follow(): Promise<void> {
    this.#intake.address.grace = this.#args.graceful_shutdown_timeout;
    return this.#intake.follow();
  }

  #createApp() {
    const failed = (error: unknown) => this.#context.faults.record("answering a request", error);
    const answer: AnswerLine = (response, status, line) => {
      this.#requests.with(String(status)).inc();
      this.#intake.address.counted.sent(response, Buffer.byteLength(line) + 1);
      answerLine(response, status, line);
    };
    const notFound = `not found; push to POST ${PUSH_PATHS[0]}`;
    return createRoutes({ failed, answer, notFound, strictPaths: true }, (routes) => {
      routes.use((request, response, next) => {
        this.#intake.address.counted.follow(request, response, ROUTES.get(request.path) ?? OTHER);
        next();
      });
      routes.post(PUSH_PATHS, (request, response) => this.#take(request, response, "push"));
      routes.post(RAW_PATHS, (request, response) => this.#take(request, response, "raw"));
      routes.all([...PUSH_PATHS, ...RAW_PATHS], onlyMethods("POST", answer));
      routes.get(READY_PATHS, (_request, response) => answerLine(response, 200, "ready"));
      routes.all(READY_PATHS, onlyMethods("GET, HEAD", answer));
    });
  }

  get #args(): Args {
    return this.#intake.args;
  }

  get #bodyTimeout(): number {
    return Number(this.#args.http.args.server_read_timeout / MILLISECOND);
  }

  async #take(request: Request, response: Response, form: "push" | "raw"): Promise<void> {
    const limit = this.#args.max_send_message_size;
    try {
      this.#expectRoom();
      await this.#intake.bodies.take(request, { limit, timeout: this.#bodyTimeout }, async (body, share) => {
        this.#expectRoom();
        const { "content-type": type = "", "content-encoding": encoding = "" } = request.headers;
        const { counted } = this.#intake.address;
        counted.received(response, body.length);
        const content =
          form === "raw"
            ? await openRawBody(body, encoding, limit, share)
            : await openPushBody(body, type, encoding, limit, share);
        const tenant = form === "raw" ? undefined : tenantOf(request.headers[TENANT_HEADER]);
        const refused = await this.#accept(content, tenant, counted.answerBy(response));
        if (refused !== undefined) throw new BodyError(400, refused);
        this.#requests.with("204").inc();
        response.status(204).end();
      });
    } catch (error) {
      if (!(error instanceof ClientGone)) throw error;
      this.#context.log.write("debug", "a client disconnected in the middle of a request", { error });
    }
  }

  /** Reads and passes on what was sent; `answerBy` is as in `passOn`. Gives why some of it was left out. */
  async #accept(
    content: PushContent,
    tenant: string | undefined,
    answerBy: number | undefined,
  ): Promise<string | undefined> {
    const small = content.bytes > LARGE_BODY ? undefined : await this.#readSmall(content);
    if (small !== undefined) {
      const { streams, refused } = readOrRefused(small);
      await this.#passOn(atOnce(this.#toEntries(streams, tenant)), answerBy);
      return refused;
    }
    const read = this.#reading.then(async () => {
      this.#expectRoom();
      const { scheduler } = this.#context;
      const { streams, refused } = readOrRefused(await inSlices(content.read(this.#limits), scheduler));
      const passedOn = this.#passOn(await inSlices(this.#toEntries(streams, tenant), scheduler), answerBy);
      // Whoever waits for the body looks at it; until then it may already be refused.
      passedOn.catch(() => {});
      return { refused, passedOn };
    });
    // The next one may be read while this one is written to disk or delivered.
    this.#reading = read.catch(() => {});
    const { refused, passedOn } = await read;
    await passedOn;
    return refused;
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

  async #passOn(batch: readonly LogEntry[], answerBy: number | undefined): Promise<void> {
    const { acknowledge } = this.#args;
    const { scheduler } = this.#context;
    await passOn(this.#next, batch, { acknowledge, answerBy, scheduler });
    this.#entries.with().add(batch.length);
    this.#written.add(batch.length);
  }

  /** While what comes after is full, nothing is read: it would be refused whatever it is. */
  #expectRoom(): void {
    if (this.#next.full) throw pipelineFull();
  }

  /**
   * As Alloy has it: the configured labels override those that were sent, an empty value is not a label, a stream without
   * labels is not passed on, and names that begin with two underscores are not for clients to give. Plain lines, which have no
   * tenant here (undefined), have the configured labels as they are, and the time at which they came.
   */
  *#toEntries(streams: readonly PushStream[], tenant: string | undefined): Generator<void, LogEntry[]> {
    const now = this.#context.scheduler.now();
    const { labels: configured, use_incoming_timestamp } = this.#args;
    const isRaw = tenant === undefined;
    const all: LogEntry[] = [];
    for (const { labels, entries } of streams) {
      yield;
      const set = isRaw ? LabelSet.of([...configured]) : this.#labelsOf(labels, entries.length, tenant);
      if (set === undefined) continue;
      for (const { timestamp, line, metadata } of entries) {
        all.push({ labels: set, line, timestamp: use_incoming_timestamp && !isRaw ? timestamp : now, metadata });
        if (all.length % ENTRIES_AT_ONCE === 0) yield;
      }
    }
    return all;
  }

  /** What the entries of a stream that was sent have; undefined where they go no further, which is counted. */
  #labelsOf(sent: PushStream["labels"], entries: number, tenant: string): LabelSet | undefined {
    const all = [...Object.entries(sent), ...this.#args.labels];
    const set = LabelSet.of(all).filter((_, value) => value !== "");
    if (set.size === 0) {
      this.#unlabelled.with().add(entries);
      this.#log.warn("entries were dropped because their stream has no labels; give them some, or set `labels`", {
        entries,
      });
      return undefined;
    }
    const finished = this.#labels.finish(set, entries);
    return tenant === "" ? finished : finished?.with(TENANT_LABEL, tenant);
  }

  drain(deadline: Promise<void>): Promise<number> {
    return this.#intake.drain(deadline);
  }
}

function readOrRefused(result: PushResult): PushResult & { readonly ok: true } {
  if (result.ok) return result;
  const { tooMuch, message } = result;
  throw new BodyError(tooMuch ? 413 : 400, tooMuch ? `${message}; send it in parts` : message);
}

function bytesInFlight({ max_in_flight_size, max_send_message_size }: Args): number {
  return max_in_flight_size > 0
    ? max_in_flight_size
    : Math.max(MIN_IN_FLIGHT, BODIES_IN_FLIGHT * max_send_message_size);
}

function limitsOf(args: Args): PushLimits {
  return { streams: args.max_send_streams, entries: args.max_send_entries, pairs: args.max_send_pairs };
}

export const sourceApiRecord = defineRunning({
  spec: logsSourceApi,
  build: ({ args, next, context }) => new ApiSource(args, next, context),
  reserve: (running, args, isEnding) => running.reserve(args, isEnding),
  update: (running, args) => running.update(args),
});
