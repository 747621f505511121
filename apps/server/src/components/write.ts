/** `logs.write`: one push client for each endpoint; every endpoint gets every entry. */
import { type ComponentArgs, logsWrite, SeededRandom } from "@sluice/engine";
import type { ComponentContext, RunningComponent } from "../core/component.ts";
import { defineRunning } from "../core/component-record.ts";
import { HEALTHY, type Health } from "../core/health.ts";
import { fanOut, type LogsReceiver } from "../core/receiver.ts";
import { type Post, postWithFetch } from "../loki/post.ts";
import { PushClient } from "../loki/push-client.ts";

/** What no client could send to, although it looks like an address; `undefined` when there is nothing wrong. */
function findBadEndpoint({ endpoint }: ComponentArgs<typeof logsWrite>): string | undefined {
  const bad = endpoint.find(({ args }) => !URL.canParse(args.url));
  return bad && `endpoint: ${JSON.stringify(bad.args.url)} is not an address`;
}

export class WriteComponent implements RunningComponent {
  readonly #clients: readonly PushClient[];
  readonly receiver: LogsReceiver;

  constructor(
    args: ComponentArgs<typeof logsWrite>,
    seed: number,
    context: ComponentContext,
    post: Post = postWithFetch,
  ) {
    this.#clients = args.endpoint.map(({ args: endpoint }) => {
      return new PushClient(
        {
          url: endpoint.url,
          batchWait: endpoint.batch_wait,
          batchSize: endpoint.batch_size,
          remoteTimeout: endpoint.remote_timeout,
          minBackoff: endpoint.min_backoff_period,
          maxBackoff: endpoint.max_backoff_period,
          maxAttempts: endpoint.max_backoff_retries,
          retryOn429: endpoint.retry_on_http_429,
          tenant: endpoint.tenant_id,
          headers: endpoint.headers,
          bearerToken: endpoint.bearer_token,
          externalLabels: args.external_labels,
          encoding: endpoint.encoding,
          followRedirects: endpoint.follow_redirects,
        },
        {
          scheduler: context.scheduler,
          faults: context.faults,
          random: new SeededRandom(seed),
          metrics: context.metrics,
          log: context.log,
          prefix: context.prefix,
          post,
          hideFrom: context.hideFrom,
        },
      );
    });
    this.receiver = fanOut(this.#clients);
  }

  async start(): Promise<void> {}

  /** An endpoint that does not answer is no fault of the configuration: the component stays healthy and says what happened. */
  get health(): Health {
    const problem = this.#clients.map((client) => client.lastError).find((error) => error !== "");
    return problem === undefined ? HEALTHY : { state: "healthy", message: problem };
  }

  details(): Readonly<Record<string, unknown>> {
    return { endpoints: this.#clients.map(({ details }) => details) };
  }

  async drain(deadline: Promise<void>): Promise<number> {
    const lost = await Promise.all(this.#clients.map((client) => client.drain(deadline)));
    return lost.reduce((sum, one) => sum + one, 0);
  }
}

export const write = defineRunning({
  spec: logsWrite,
  exports: "logs",
  validate: findBadEndpoint,
  build: ({ args, seed, context }) => new WriteComponent(args, seed, context),
});
