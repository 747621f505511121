/**
 * What this process sends to one of its own receivers of profiles. It goes over TCP, so that the receiver treats it as
 * any client's request.
 */
import { SECOND } from "@sluice/engine";
import type { IntakeRequest, ProfilesIntake } from "../../core/profiles-intake.ts";
import type { Listener } from "../../http/listen.ts";
import type { Scheduler } from "../../platform/scheduler.ts";
import { type StopSignal, StopSource } from "../../platform/stop-signal.ts";
import { exchange } from "../../upstream/exchange.ts";
import { Transport } from "../../upstream/transport.ts";

const TIMEOUT = 30n * SECOND;
/** The certificate is not looked at: it was we who opened the address. */
const OWN_TLS = { ca: "", cert: "", key: "", serverName: "", insecure: true, minVersion: "" };

export interface IntakeParts {
  readonly scheduler: Scheduler;
  /** Where it listens now, if it does. */
  readonly listener: () => Listener | undefined;
  /** What clients have to show; empty is nothing. */
  readonly bearerToken: () => string;
}

export class ReceiverIntake implements ProfilesIntake {
  readonly #parts: IntakeParts;

  constructor(parts: IntakeParts) {
    this.#parts = parts;
  }

  get address(): string {
    return this.#parts.listener()?.place ?? "";
  }

  get tls(): boolean {
    return this.#parts.listener()?.url.startsWith("https:") ?? false;
  }

  async post(
    { path, contentType, userAgent, body }: IntakeRequest,
    signal: StopSignal = new StopSource(),
  ): Promise<number> {
    const { scheduler, listener, bearerToken } = this.#parts;
    const home = listener()?.url;
    if (home === undefined) throw new Error("the receiver does not listen; its health says why");
    const transport = new Transport({ home, tls: OWN_TLS });
    const token = bearerToken();
    const headers = {
      "content-type": contentType,
      "user-agent": userAgent,
      ...(token !== "" && { authorization: `Bearer ${token}` }),
    };
    const request = { method: "POST", url: new URL(path, home).href, headers, body: [body] };
    const options = { transport, scheduler, timeout: TIMEOUT, followRedirects: false, signal };
    const result = await exchange(request, options);
    transport.retire();
    if (result.kind === "answer") return result.answer.status;
    if (result.kind === "aborted") throw new Error("the answer is not waited for any more");
    throw new Error(
      result.kind === "broken"
        ? `the receiver cannot be reached: ${result.error}`
        : `the receiver did not answer within ${TIMEOUT / SECOND} seconds`,
    );
  }
}
