/** A receiver of profiles for tests: on a port of its own and a clock that the test moves, before a receiver that keeps what it gets. */
import { connect, type Socket } from "node:net";
import type { ComponentArgs, profilesReceiveHttp } from "@sluice/engine";
import { ProfilesSource } from "../components/profiles/profiles-receive-http.ts";
import type { ComponentContext } from "../core/component.ts";
import {
  AT_ONCE,
  type Handed,
  type IngestedProfile,
  type ProfileSeries,
  type ProfilesReceiver,
} from "../core/entries/profiles-receiver.ts";
import type { StopSignal } from "../platform/stop-signal.ts";
import { componentOf, never, type TestContext, testContext } from "./fixtures.ts";
import { Client } from "./wire-connection.ts";

/** Keeps what it gets; where `works` is set, it works on that until it is let go. */
export class KeepingReceiver implements ProfilesReceiver {
  readonly ingested: IngestedProfile[] = [];
  readonly appended: { series: ProfileSeries; signal: StopSignal; deadline: bigint | undefined }[] = [];
  works = false;
  /** What is being worked on, and how much that was at most. */
  busy = 0;
  most = 0;
  readonly #waiting: (() => void)[] = [];

  ingest(profile: IngestedProfile): Promise<Handed> {
    this.ingested.push({ ...profile, body: copyOf(profile.body) });
    return this.#work();
  }

  append(series: ProfileSeries, signal: StopSignal, deadline?: bigint): Promise<Handed> {
    const samples = series.samples.map(({ id, parts }) => ({ id, parts: copyOf(parts) }));
    this.appended.push({ series: { ...series, samples }, signal, deadline });
    return this.#work();
  }

  async #work(): Promise<Handed> {
    if (!this.works) return AT_ONCE;
    this.most = Math.max(this.most, ++this.busy);
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.busy--;
    return AT_ONCE;
  }

  /** Lets what it works on go. */
  letGo(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

const copyOf = (parts: readonly Uint8Array[]) => parts.map((part) => Uint8Array.from(part));

type Args = ComponentArgs<typeof profilesReceiveHttp>;

export const INGEST = "/ingest?name=a";

/** A whole request. `headers`: lines, each with its end. */
export function post(target: string, body: string | Buffer = "x", headers = ""): Buffer {
  const bytes = Buffer.from(body);
  const head = `POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes.length}\r\n${headers}\r\n`;
  return Buffer.concat([Buffer.from(head, "latin1"), bytes]);
}

export class ProfilesFixture {
  readonly kept = new KeepingReceiver();
  readonly outlet: { receivers: readonly ProfilesReceiver[] } = { receivers: [this.kept] };
  readonly context: TestContext;
  readonly source: ProfilesSource;
  readonly #clients: Client[] = [];

  private constructor(text: string, overrides: Partial<ComponentContext>) {
    const { scheduler: _, ...others } = overrides;
    this.context = testContext("profiles.receive_http.in", { prefix: "profiles_", ...others });
    this.source = new ProfilesSource(argsOf(text), this.outlet, this.context);
  }

  /** `http` and `more` hold arguments of the block and of the component. */
  static async start(http = "", more = "", overrides: Partial<ComponentContext> = {}): Promise<ProfilesFixture> {
    const fixture = new ProfilesFixture(configOf(http, more), overrides);
    await fixture.source.start();
    return fixture;
  }

  get port(): number {
    return Number(/:(\d+)$/.exec(String(this.source.details().listening))?.[1]);
  }

  update(http = "", more = ""): Promise<void> {
    return this.source.update(argsOf(configOf(http, more)))();
  }

  /** On a connection of its own, which ends with the fixture. */
  client(): Client {
    const made = new Client(this.port);
    this.#clients.push(made);
    return made;
  }

  /** An open connection, which whoever asked for it ends. */
  socket(): Promise<Socket> {
    return new Promise((resolve) => {
      const socket = connect(this.port, "127.0.0.1", () => resolve(socket));
      socket.on("error", () => {});
    });
  }

  /** The answer to a request on a connection of its own. */
  async ask(...request: Parameters<typeof post>) {
    const answer = await this.client()
      .send(post(...request))
      .answer();
    return { status: answer?.status, text: answer?.body.toString(), headers: answer?.headers ?? {} };
  }

  async stop(): Promise<void> {
    for (const client of this.#clients) client.close();
    this.kept.letGo();
    await this.source.drain(never);
  }
}

const configOf = (http: string, more: string): string =>
  `profiles.receive_http "in" {\n  http {\n    listen_address = "127.0.0.1"\n${/listen_port/.test(http) ? "" : "    listen_port = 0\n"}    ${http}\n  }\n  ${more}\n  forward_to = []\n}\n`;

const argsOf = (text: string): Args => componentOf("profiles.receive_http", text).args as Args;
