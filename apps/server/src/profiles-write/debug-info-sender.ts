/** Debug information of binaries on its way to an endpoint: questions as they came, and files while they arrive. */
import type { Nanos } from "@sluice/engine";
import {
  type DebugInfoCall,
  DebugInfoError,
  type DebugInfoTarget,
  type DebugInfoUpload,
} from "../core/entries/debug-info.ts";
import type { StopSignal } from "../platform/stop-signal.ts";
import type { ExchangeResult } from "../upstream/exchange.ts";
import { StreamedBody } from "../upstream/streamed-body.ts";
import { findCallFailure } from "./connect-answer.ts";
import { callHeaders } from "./delivery.ts";
import type { Asked, EndpointClient } from "./endpoint-client.ts";
import type { Patience } from "./patience.ts";

const SERVICE = "/debuginfo.v1alpha1.DebuginfoService/";
/** Bytes of an answer, which says little. */
const LONGEST_ANSWER = 64 * 1024;

/** Does something for as long as a client waits. Throws where nothing is begun any more. */
type WhileWaited = <T>(
  signal: StopSignal,
  deadline: Nanos | undefined,
  work: (patience: Patience) => Promise<T>,
) => Promise<T>;

export class DebugInfoSender implements DebugInfoTarget {
  readonly #client: EndpointClient;
  readonly #wait: WhileWaited;

  constructor(client: EndpointClient, wait: WhileWaited) {
    this.#client = client;
    this.#wait = wait;
  }

  async call(
    { method, contentType, message }: DebugInfoCall,
    signal: StopSignal,
    deadline?: Nanos,
  ): Promise<Uint8Array> {
    const headers = (left: Nanos) => ({ ...callHeaders(left), "content-type": contentType });
    const question = { path: SERVICE + method, query: "", body: [message], headers, wholeAnswer: LONGEST_ANSWER };
    const asked = await this.#wait(signal, deadline, (patience) => this.#ask(question, patience));
    const { result, tell } = this.#resultOf(asked);
    const failure = findCallFailure(result, tell, contentType);
    if (failure !== undefined) throw new DebugInfoError(failure.code, failure.message);
    const body = result.kind === "answer" ? result.answer.body : undefined;
    if (body === undefined) throw new DebugInfoError("internal", "the answer is too large, or breaks off");
    return body;
  }

  async upload({ buildId, body, length }: DebugInfoUpload, signal: StopSignal, deadline: Nanos): Promise<void> {
    const streamed = new StreamedBody(body, length);
    const timeout = this.#client.options.debugInfoUploadTimeout;
    const headers = () => ({});
    const question = { path: `${SERVICE}Upload`, part: buildId, query: "", body: streamed, headers, timeout };
    const asked = await this.#wait(signal, deadline, (patience) => this.#ask(question, patience));
    streamed.stop();
    const { result, tell } = this.#resultOf(asked);
    if (result.kind === "answer") {
      const { status, text } = result.answer;
      if (status === 200) return;
      const told = tell(text);
      throw new DebugInfoError("unknown", `HTTP ${status}${told === "" ? "" : `: ${told}`}`);
    }
    const { code, message } = findCallFailure(result, tell)!;
    throw new DebugInfoError(code, message);
  }

  /** What is not waited for because of a deadline took too long. */
  async #ask(question: Parameters<EndpointClient["ask"]>[0], patience: Patience): Promise<Asked> {
    const asked = await this.#client.ask(question, patience);
    const late = asked.failure === undefined && asked.result.kind === "aborted" && patience.timedOut;
    return late ? { ...asked, result: { kind: "timeout" } } : asked;
  }

  #resultOf(asked: Asked): { readonly result: ExchangeResult; readonly tell: (text: string) => string } {
    if (asked.failure !== undefined) throw new DebugInfoError("internal", asked.failure.problem);
    const { result, secrets } = asked;
    return { result, tell: (text) => this.#client.tell(text, secrets) };
  }
}
