/**
 * `logs.write`: one push client for each endpoint; every endpoint gets every entry. When its arguments change, the
 * clients of addresses that stay keep their queues; one whose address is gone sends what it has, apart from the others.
 */
import { type ComponentArgs, logsWrite, SECOND, SeededRandom } from "@sluice/engine";
import type { AskableLoki, ComponentContext, EntryCounts, Leaving, RunningComponent } from "../../core/component.ts";
import { defineRunning } from "../../core/component-record.ts";
import { fanOut, type LogsReceiver } from "../../core/entries/receiver.ts";
import { ReceiverHandle } from "../../core/entries/receiver-handle.ts";
import { type Health, joinHealth } from "../../core/health.ts";
import type { EndpointOptions } from "../../loki/endpoint.ts";
import { type Post, Poster } from "../../loki/post.ts";
import { PushClient } from "../../loki/push-client.ts";
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
  #clients: readonly PushClient[];
  /** Clients that are draining, with the entries that each has lost. */
  readonly #leaving = new Set<Promise<number>>();
  /** Ends the wait for those. */
  readonly #hurry: Promise<void>;
  #endLeaving = () => {};
  readonly receiver: LogsReceiver;
  readonly #handle = new ReceiverHandle();

  constructor(args: WriteArgs, seed: number, context: ComponentContext, post?: Post) {
    this.#seed = seed;
    this.#context = context;
    this.#post = post;
    this.#hurry = new Promise((resolve) => {
      this.#endLeaving = resolve;
    });
    this.#clients = optionsOf(args).map((options) => this.#create(options));
    this.receiver = this.#handle;
    this.#handle.bind(fanOut(this.#clients));
  }

  #create(options: EndpointOptions): PushClient {
    const { scheduler, faults, metrics, log, prefix, hideFrom, files } = this.#context;
    const random = new SeededRandom(this.#seed);
    const post = this.#post;
    const poster = (home: string, { tls, proxy }: EndpointOptions) =>
      post === undefined
        ? new Poster({ home, tls, proxy, files }, scheduler)
        : { post, retire: () => {}, problem: undefined };
    return new PushClient(options, { scheduler, faults, random, metrics, log, prefix, poster, hideFrom, files });
  }

  /** Takes other arguments over; `undefined` where no address stays, so that nothing could be kept. */
  update(args: WriteArgs): (() => void) | undefined {
    const left = new Set(this.#clients);
    const wanted = optionsOf(args).map((options) => {
      const client = [...left].find((one) => one.sendsTo(options));
      if (client !== undefined) left.delete(client);
      return { options, client };
    });
    if (wanted.every(({ client }) => client === undefined)) return undefined;
    return () => {
      this.#clients = wanted.map(({ options, client }) => client ?? this.#create(options));
      this.#handle.bind(fanOut(this.#clients));
      for (const client of left) this.#leave(client);
      for (const { options, client } of wanted) client?.update(options);
    };
  }

  /** Lets a client send what it holds, with nothing coming any more. */
  #leave(client: PushClient): void {
    const { scheduler, faults, log } = this.#context;
    let cancel = () => {};
    const deadline = new Promise<void>((resolve) => {
      cancel = scheduler.after(LEAVING_DRAIN, resolve);
    });
    const drained = faults
      .settle("draining", () => client.drain(Promise.race([deadline, this.#hurry]), "component"), 0)
      .then((lost) => {
        cancel();
        client.forget();
        this.#leaving.delete(drained);
        if (lost > 0) log.write("warn", "entries for a removed endpoint were lost", { entries: lost });
        return lost;
      });
    this.#leaving.add(drained);
  }

  async start(): Promise<void> {}

  get health(): Health {
    return joinHealth(this.#clients);
  }

  get lokis(): readonly AskableLoki[] {
    return this.#clients.flatMap((client) => client.askable ?? []);
  }

  counts(): EntryCounts {
    const sum = (of: (client: PushClient) => number) => this.#clients.reduce((total, client) => total + of(client), 0);
    return { dropped: sum(({ dropped }) => dropped), held: sum(({ held }) => held) };
  }

  details(): Readonly<Record<string, unknown>> {
    return { endpoints: this.#clients.map(({ details }) => details) };
  }

  async drain(deadline: Promise<void>, { ends }: Leaving): Promise<number> {
    void deadline.then(() => this.#endLeaving());
    const lost = await Promise.all([...this.#clients.map((client) => client.drain(deadline, ends)), ...this.#leaving]);
    return lost.reduce((sum, one) => sum + one, 0);
  }
}

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
  validate: findBadEndpoint,
  build: ({ args, seed, context }) => new WriteComponent(args, seed, context),
  update: (running, args) => running.update(args),
});
