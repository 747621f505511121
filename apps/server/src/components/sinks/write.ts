/**
 * `logs.write`: one push client for each endpoint; every endpoint gets every entry, with a `wal` from a journal on disk.
 * When its arguments change, the clients of addresses that stay keep their queues; one whose address is gone sends what it
 * has, apart from the others.
 */
import { join } from "node:path";
import { type ComponentArgs, logsWrite, type Nanos, SECOND, SeededRandom } from "@sluice/engine";
import type {
  AskableLoki,
  ComponentContext,
  EntryCounts,
  JournalView,
  Leaving,
  RunningComponent,
} from "../../core/component.ts";
import { defineRunning } from "../../core/component-record.ts";
import { LogsTargets } from "../../core/entries/logs-targets.ts";
import { fanOut, type LogsReceiver } from "../../core/entries/receiver.ts";
import { ReceiverHandle } from "../../core/entries/receiver-handle.ts";
import { type Health, joinHealth } from "../../core/health.ts";
import { Journal, type JournalArgs } from "../../journal/journal.ts";
import type { EndpointOptions } from "../../loki/endpoint.ts";
import { type Post, Poster } from "../../loki/post.ts";
import { PushClient } from "../../loki/push-client.ts";
import { timeLimit } from "../../platform/scheduler.ts";
import { findHttpClientProblem, httpClientOf } from "../../upstream/http-client.ts";

type WriteArgs = ComponentArgs<typeof logsWrite>;

/** A client whose address is gone has this long to send what it holds. */
const LEAVING_DRAIN = 10n * SECOND;

/** What no client could send to, although the arguments are right one by one; `undefined` when there is nothing wrong. */
function findBadEndpoint({ endpoint }: WriteArgs): string | undefined {
  for (const { args } of endpoint) {
    if (!URL.canParse(args.url)) return `endpoint: ${JSON.stringify(args.url)} is not a URL`;
    const problem = findHttpClientProblem(args);
    if (problem !== undefined) return `endpoint: ${problem}`;
  }
  return undefined;
}

export class WriteComponent implements RunningComponent {
  readonly #seed: number;
  readonly #context: ComponentContext;
  /** How requests are sent, where that is not over connections of its own. */
  readonly #post: Post | undefined;
  /** Where entries go that an endpoint refuses for good, if anywhere. */
  readonly #rejected: LogsReceiver;
  #passesRejected: boolean;
  #clients: readonly PushClient[];
  /** Clients that are draining, with the entries that each has lost. */
  readonly #leaving = new Set<Promise<number>>();
  /** Ends the wait for those. */
  readonly #hurry: Promise<void>;
  #endLeaving = () => {};
  readonly #handle = new ReceiverHandle();
  readonly #targets = new LogsTargets();
  readonly #journal: Journal | undefined;
  #walDrain: Nanos;

  constructor(args: WriteArgs, seed: number, context: ComponentContext, post?: Post, rejected = fanOut([])) {
    this.#seed = seed;
    this.#context = context;
    this.#post = post;
    this.#rejected = rejected;
    this.#passesRejected = args.rejected_to.length > 0;
    this.#hurry = new Promise((resolve) => {
      this.#endLeaving = resolve;
    });
    const journal = journalOf(args);
    if (journal !== undefined)
      this.#journal = new Journal(journal, {
        context,
        targets: this.#targets,
        directory: join(context.dataDir, "wal"),
        prefix: `${context.prefix}write_wal_`,
      });
    this.#walDrain = args.wal?.args.drain_timeout ?? 0n;
    this.#clients = optionsOf(args).map((options) => this.#create(options));
    this.#bind();
  }

  get receiver(): LogsReceiver {
    return this.#journal ?? this.#handle;
  }

  #bind(): void {
    this.#handle.bind(fanOut(this.#clients));
    this.#targets.set(this.#clients.map((client) => ({ id: client.name, receiver: client })));
  }

  #create(options: EndpointOptions): PushClient {
    const { scheduler, faults, metrics, log, prefix, hideFrom, files } = this.#context;
    const random = new SeededRandom(this.#seed);
    const post = this.#post;
    const poster = (home: string, { tls, proxy }: EndpointOptions) =>
      post === undefined
        ? new Poster({ home, tls, proxy, files }, scheduler)
        : { post, retire: () => {}, problem: undefined };
    const rejectedTo = () => (this.#passesRejected ? this.#rejected : undefined);
    const parts = { scheduler, faults, random, metrics, log, prefix, poster, hideFrom, files, rejectedTo };
    return new PushClient(options, parts);
  }

  /** Takes other arguments over; `undefined` where no address stays, so that nothing could be kept. */
  update(args: WriteArgs): (() => void) | undefined {
    const left = new Set(this.#clients);
    const wanted = optionsOf(args).map((options) => {
      const client = [...left].find((one) => one.sendsTo(options));
      if (client !== undefined) left.delete(client);
      return { options, client };
    });
    const journal = journalOf(args);
    if ((journal === undefined) !== (this.#journal === undefined)) return undefined;
    // A journal is one component's at a time: what it holds stays with this one, wherever it is sent.
    if (journal === undefined && wanted.every(({ client }) => client === undefined)) return undefined;
    return () => {
      if (journal !== undefined) this.#journal?.update(journal);
      this.#passesRejected = args.rejected_to.length > 0;
      this.#walDrain = args.wal?.args.drain_timeout ?? 0n;
      this.#clients = wanted.map(({ options, client }) => client ?? this.#create(options));
      // Before they are bound: a journal knows them by their names.
      for (const { options, client } of wanted) client?.update(options);
      this.#bind();
      for (const client of left) this.#leave(client);
    };
  }

  /** Lets a client send what it holds, with nothing coming any more. */
  #leave(client: PushClient): void {
    const { scheduler, faults, log } = this.#context;
    const own = timeLimit(scheduler, LEAVING_DRAIN);
    const drained = faults
      .settle("draining", () => client.drain(Promise.race([own.over, this.#hurry]), "component"), 0)
      .then((lost) => {
        own.cancel();
        client.forget();
        this.#leaving.delete(drained);
        if (lost > 0) log.write("warn", "entries for a removed endpoint were lost", { entries: lost });
        return lost;
      });
    this.#leaving.add(drained);
  }

  async start(): Promise<void> {
    await this.#journal?.start();
  }

  get health(): Health {
    const endpoints = joinHealth(this.#clients);
    if (this.#journal === undefined) return endpoints;
    const { health } = this.#journal;
    return joinHealth([
      ...(health.message === "" ? [] : [{ name: "wal", health }]),
      ...(endpoints.message === "" ? [] : [{ name: "endpoints", health: endpoints }]),
    ]);
  }

  get journal(): JournalView | undefined {
    return this.#journal?.view;
  }

  get lokis(): readonly AskableLoki[] {
    return this.#clients.flatMap((client) => client.askable ?? []);
  }

  counts(): EntryCounts {
    const sum = (of: (client: PushClient) => number) => this.#clients.reduce((total, client) => total + of(client), 0);
    return { dropped: sum(({ dropped }) => dropped), held: this.#journal?.held ?? sum(({ held }) => held) };
  }

  details(): Readonly<Record<string, unknown>> {
    const endpoints = this.#clients.map(({ details }) => details);
    return this.#journal === undefined ? { endpoints } : { endpoints, wal: this.#journal.details() };
  }

  async drain(deadline: Promise<void>, leaving: Leaving): Promise<number> {
    const { ends } = leaving;
    void deadline.then(() => this.#endLeaving());
    const unwritten = await this.#drainJournal(deadline, leaving);
    const lost = await Promise.all([...this.#clients.map((client) => client.drain(deadline, ends)), ...this.#leaving]);
    return lost.reduce((sum, one) => sum + one, unwritten);
  }

  async #drainJournal(deadline: Promise<void>, leaving: Leaving): Promise<number> {
    if (this.#journal === undefined) return 0;
    const own = timeLimit(this.#context.scheduler, this.#walDrain);
    const unwritten = await this.#journal.drain(Promise.race([deadline, own.over]), leaving);
    own.cancel();
    return unwritten;
  }

  async close(): Promise<void> {
    await this.#journal?.close();
  }
}

/** Undefined where there is none. */
const journalOf = ({ wal }: WriteArgs): JournalArgs | undefined =>
  wal?.args.enabled ? { maxBytes: wal.args.max_size, sync: "group", syncInterval: SECOND, start: "oldest" } : undefined;

const optionsOf = ({ endpoint, external_labels, max_streams }: WriteArgs): EndpointOptions[] =>
  endpoint.map(({ args }) => {
    const { queue_config: queue } = args;
    const client = httpClientOf(args);
    return {
      ...client,
      url: args.url,
      name: args.name,
      batchWait: args.batch_wait,
      batchSize: args.batch_size,
      remoteTimeout: args.remote_timeout,
      minBackoff: args.min_backoff_period,
      maxBackoff: args.max_backoff_period,
      maxAttempts: args.max_backoff_retries,
      retryOn429: args.retry_on_http_429,
      tenant: args.tenant_id,
      headers: new Map([...client.headers, ...args.headers]),
      externalLabels: external_labels,
      encoding: args.encoding,
      followRedirects: args.follow_redirects,
      maxStreams: max_streams,
      capacity: queue.args.capacity,
      shards: queue.args.min_shards,
      blockOnOverflow: queue.args.block_on_overflow,
      drainTimeout: queue.args.drain_timeout,
    };
  });

export const writeRecord = defineRunning({
  spec: logsWrite,
  keepsState: (args) => journalOf(args) !== undefined,
  validate: findBadEndpoint,
  build: ({ args, seed, context, next }) => new WriteComponent(args, seed, context, undefined, next),
  update: (running, args) => running.update(args),
});
