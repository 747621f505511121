/**
 * `profiles.write`: hands each profile on to every endpoint while its client waits. Nothing is held, so other arguments
 * count from the next profile on.
 */
import { type ComponentArgs, profilesWrite } from "@sluice/engine";
import type { ComponentContext, RunningComponent } from "../../core/component.ts";
import { defineRunning } from "../../core/component-record.ts";
import { type Health, joinHealth } from "../../core/health.ts";
import type { EndpointOptions } from "../../profiles-write/endpoint.ts";
import { ProfilesWriter, type WriterOptions } from "../../profiles-write/writer.ts";
import { findHttpClientProblem, httpClientOf } from "../../upstream/http-client.ts";

type WriteArgs = ComponentArgs<typeof profilesWrite>;
type EndpointArgs = WriteArgs["endpoint"][number]["args"];

/** What no client could send to, although the arguments are right one by one; `undefined` when there is nothing wrong. */
function findBadEndpoint({ endpoint }: WriteArgs): string | undefined {
  for (const { args } of endpoint) {
    if (!URL.canParse(args.url) || !/^https?:$/.test(new URL(args.url).protocol))
      return `endpoint: ${JSON.stringify(args.url)} is not an http or https URL`;
    const problem = findHttpClientProblem(args);
    if (problem !== undefined) return `endpoint: ${problem}`;
  }
  return undefined;
}

export class ProfilesWrite implements RunningComponent {
  readonly profiles: ProfilesWriter;

  constructor(args: WriteArgs, seed: number, context: ComponentContext) {
    this.profiles = new ProfilesWriter(optionsOf(args), seed, context);
  }

  update(args: WriteArgs): () => void {
    return () => this.profiles.update(optionsOf(args));
  }

  async start(): Promise<void> {}

  get health(): Health {
    return joinHealth(this.profiles.clients);
  }

  details(): Readonly<Record<string, unknown>> {
    return { endpoints: this.profiles.clients.map(({ details }) => details) };
  }

  /** Whoever waits for a profile learns its outcome, so that none is lost. */
  async drain(deadline: Promise<void>): Promise<number> {
    await this.profiles.drain(deadline);
    return 0;
  }
}

const optionsOf = ({ endpoint, external_labels }: WriteArgs): WriterOptions => ({
  endpoints: endpoint.map(({ args }) => endpointOf(args)),
  externalLabels: external_labels,
});

function endpointOf(args: EndpointArgs): EndpointOptions {
  const client = httpClientOf(args);
  return {
    ...client,
    url: args.url,
    name: args.name,
    remoteTimeout: args.remote_timeout,
    debugInfoUploadTimeout: args.debug_info_upload_timeout,
    backoff: { min: args.min_backoff_period, max: args.max_backoff_period },
    maxAttempts: args.max_backoff_retries,
    retryOn429: args.retry_on_http_429,
    followRedirects: args.follow_redirects,
    headers: new Map([...client.headers, ...args.headers]),
  };
}

export const profilesWriteRecord = defineRunning({
  spec: profilesWrite,
  validate: findBadEndpoint,
  build: ({ args, seed, context }) => new ProfilesWrite(args, seed, context),
  update: (running, args) => running.update(args),
});
