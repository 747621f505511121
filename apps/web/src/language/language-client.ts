/** Talks to the language worker. Requests are answered in order; an analysis that a newer text overtook is not reported. */

import type { CompletionItem, Hover } from "@sluice/engine";
import type { StartWorker, WorkerPort } from "../preview/worker-port.ts";
import type { Analysis, LanguageReply, LanguageRequest } from "./protocol.ts";

type Resolve = (reply: LanguageReply | undefined) => void;

export class LanguageClient {
  readonly #start: StartWorker<LanguageRequest, LanguageReply>;
  readonly #waiting = new Map<number, Resolve>();
  #worker: WorkerPort<LanguageRequest, LanguageReply> | undefined;
  #lastId = 0;
  #lastAnalysis = 0;

  constructor(start: StartWorker<LanguageRequest, LanguageReply>) {
    this.#start = start;
  }

  /** Understands `text`; undefined when a newer text was asked for meanwhile, or the worker failed. */
  async analyze(text: string): Promise<Analysis | undefined> {
    const id = ++this.#lastId;
    this.#lastAnalysis = id;
    const reply = await this.#ask({ type: "analyze", id, text });
    return reply?.type === "analyze" && id === this.#lastAnalysis ? reply.analysis : undefined;
  }

  async complete(text: string, offset: number): Promise<readonly CompletionItem[]> {
    const reply = await this.#ask({ type: "complete", id: ++this.#lastId, text, offset });
    return reply?.type === "complete" ? reply.items : [];
  }

  async hover(text: string, offset: number): Promise<Hover | undefined> {
    const reply = await this.#ask({ type: "hover", id: ++this.#lastId, text, offset });
    return reply?.type === "hover" ? reply.hover : undefined;
  }

  /** The formatted text; undefined when it does not parse. */
  async format(text: string): Promise<string | undefined> {
    const reply = await this.#ask({ type: "format", id: ++this.#lastId, text });
    return reply?.type === "format" ? reply.text : undefined;
  }

  #ask(request: LanguageRequest): Promise<LanguageReply | undefined> {
    this.#worker ??= this.#open();
    const worker = this.#worker;
    return new Promise((resolve) => {
      this.#waiting.set(request.id, resolve);
      worker.postMessage(request);
    });
  }

  #open(): WorkerPort<LanguageRequest, LanguageReply> {
    const worker = this.#start();
    worker.onmessage = ({ data }) => {
      this.#waiting.get(data.id)?.(data.type === "failed" ? undefined : data);
      this.#waiting.delete(data.id);
    };
    worker.onerror = (event) => {
      event.preventDefault?.();
      worker.terminate();
      if (worker === this.#worker) this.#worker = undefined;
      for (const resolve of this.#waiting.values()) resolve(undefined);
      this.#waiting.clear();
    };
    return worker;
  }
}
