/** A `profiles.write` under a clock of the test's, with endpoints of its own to send to. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ComponentArgs, MILLISECOND, type Nanos, type profilesWrite, SECOND } from "@sluice/engine";
import { ProfilesWrite } from "../components/profiles/profiles-write.ts";
import type { ComponentContext } from "../core/component.ts";
import { FileGate } from "../platform/file-gate.ts";
import { ManualScheduler } from "../platform/scheduler.ts";
import type { StopSignal } from "../platform/stop-signal.ts";
import { componentOf, START, type TestContext, testContext, valuesOf } from "./fixtures.ts";
import { type Answering, StubUpstream } from "./stub-upstream.ts";

/** Writes down the pauses that are asked for; while it is `hasty` they pass at once. */
class PauseWatch extends ManualScheduler {
  readonly pauses: Nanos[] = [];
  hasty = true;

  /** All that waits but for attempts, which have 10 s here, and bodies. */
  override after(delay: Nanos, action: () => void): () => void {
    const cancel = super.after(delay, action);
    if (delay === 10n * SECOND || delay === 250n * MILLISECOND) return cancel;
    this.pauses.push(delay);
    if (this.hasty) setImmediate(() => void this.advance(delay));
    return cancel;
  }
}

export const LABELS = [
  ["__name__", "n"],
  ["service_name", "n"],
] as const;
export const BODY = Buffer.from("profile");
/** Of a client that never goes away. */
export const nobody: StopSignal = new AbortController().signal;

export class ProfilesWriteFixture {
  readonly scheduler = new PauseWatch(START);
  /** Where relative paths begin. */
  readonly folder = mkdtempSync(join(tmpdir(), "sluice-profiles-write-"));
  readonly #stubs: StubUpstream[] = [];
  #started: { readonly write: ProfilesWrite; readonly context: TestContext } | undefined;

  async stub(answer: Answering, tls?: Parameters<typeof StubUpstream.start>[1]): Promise<StubUpstream> {
    const one = await StubUpstream.start(answer, tls);
    this.#stubs.push(one);
    return one;
  }

  /** `text`: the component's body. */
  start(text: string, more: Partial<ComponentContext> = {}): void {
    const given = { prefix: "profiles_", baseDir: this.folder, files: new FileGate(this.folder), ...more } as const;
    const context = testContext("profiles.write.out", { ...given, scheduler: this.scheduler });
    this.#started = { write: new ProfilesWrite(argsOf(text), 1, context), context };
  }

  get write(): ProfilesWrite {
    return this.#started!.write;
  }

  get context(): TestContext {
    return this.#started!.context;
  }

  readonly ingest = (signal: StopSignal = nobody, deadline?: Nanos) => {
    const profile = { labels: LABELS, body: [BODY], contentTypes: ["a/b"], rawQuery: "name=n" };
    return this.write.profiles.ingest(profile, signal, deadline);
  };

  readonly push = (signal: StopSignal = nobody, deadline?: Nanos) =>
    this.write.profiles.append({ labels: LABELS, samples: [{ id: "", parts: [BODY] }] }, signal, deadline);

  values() {
    return valuesOf(this.context.metrics.collect(0n));
  }

  /** Of the first endpoint. */
  details(): Readonly<Record<string, unknown>> {
    return (this.write.details().endpoints as Readonly<Record<string, unknown>>[])[0]!;
  }

  async close(): Promise<void> {
    await this.#started?.write.drain(Promise.resolve());
    await Promise.all(this.#stubs.map((stub) => stub.close()));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** As a server of profiles answers. */
export const fine: Answering = (response, { url }) =>
  response.writeHead(200, url.includes("PusherService") ? { "Content-Type": "application/proto" } : {}).end();

/** Answers one after the other, the last of them from then on. */
export const inTurn = (...answers: Answering[]): Answering => {
  let i = 0;
  return (...asked) => answers[Math.min(i++, answers.length - 1)]!(...asked);
};

export const says =
  (status: number, body = "", type = "text/plain"): Answering =>
  (response) =>
    response.writeHead(status, { "Content-Type": type }).end(body);

export const saysCode = (status: number, code: string, message = "m") =>
  says(status, JSON.stringify({ code, message }), "application/json");

const SHORT = 'min_backoff_period = "1s"\nmax_backoff_period = "4s"';
export const endpoint = (url: string, more = "max_backoff_retries = 3") =>
  `endpoint {\nurl = "${url}"\n${SHORT}\n${more}\n}`;
export const nodeOf = (text: string) => componentOf("profiles.write", `profiles.write "out" {\n${text}\n}`);
export const argsOf = (text: string) => nodeOf(text).args as ComponentArgs<typeof profilesWrite>;

export const errorOf = (sent: Promise<unknown>): Promise<Error | undefined> =>
  sent.then(
    () => undefined,
    (error: Error) => error,
  );
