/**
 * The one way to talk to a worker: a request of a kind, and its answer. Each message carries the id of its request, so
 * that nothing but the messages has to remember what belongs to what. The kinds of requests are a table of types.
 */
import { messageOf } from "@sluice/engine";
import type { StartWorker, WorkerPort, WorkerScope } from "./port.ts";

/** For each kind of request its question and its answer. */
export type Kinds<K> = { readonly [N in keyof K]: { readonly ask: unknown; readonly answer: unknown } };
export type KindOf<K> = keyof K & string;

export type Request<K extends Kinds<K>> = {
  readonly [N in KindOf<K>]: { readonly id: number; readonly kind: N; readonly ask: K[N]["ask"] };
}[KindOf<K>];

export type Reply<K extends Kinds<K>> =
  | { readonly id: number; readonly ok: true; readonly answer: K[KindOf<K>]["answer"] }
  | { readonly id: number; readonly ok: false; readonly message: string };

/** `ended`: the worker was ended before it answered, which whoever ended it knows. */
export type Answered<T> =
  | { readonly ok: true; readonly answer: T }
  | { readonly ok: false; readonly ended: boolean; readonly message: string };

export type StartKinds<K extends Kinds<K>> = StartWorker<Request<K>, Reply<K>>;

/** The page's side. The worker starts with the first request, and again with the first after its end. */
export class Requester<K extends Kinds<K>> {
  readonly #start: StartKinds<K>;
  readonly #opened: (ask: Requester<K>["ask"]) => void;
  readonly #waiting = new Map<number, (answered: Answered<never>) => void>();
  #worker: WorkerPort<Request<K>, Reply<K>> | undefined;
  #lastId = 0;

  /** `opened` is called for each worker that is started, before its first request. */
  constructor(start: StartKinds<K>, opened: (ask: Requester<K>["ask"]) => void = () => {}) {
    this.#start = start;
    this.#opened = opened;
  }

  get started(): boolean {
    return this.#worker !== undefined;
  }

  /** Starts the worker ahead of its first request. */
  start(): void {
    if (this.#worker === undefined) this.#open();
  }

  /** Sends a request; `done` is called once, with the answer or the reason for none. */
  ask<N extends KindOf<K>>(kind: N, ask: K[N]["ask"], done: (answered: Answered<K[N]["answer"]>) => void): void {
    const worker = this.#worker ?? this.#open();
    const id = ++this.#lastId;
    this.#waiting.set(id, done as (answered: Answered<never>) => void);
    worker.postMessage({ id, kind, ask } as Request<K>);
  }

  /** Ends the worker with everything that it was asked. */
  end(): void {
    this.#close({ ok: false, ended: true, message: "The worker was stopped." });
  }

  #open(): WorkerPort<Request<K>, Reply<K>> {
    const worker = this.#start();
    this.#worker = worker;
    worker.onmessage = ({ data }) => {
      const done = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if (data.ok) done?.({ ok: true, answer: data.answer as never });
      else done?.({ ok: false, ended: false, message: data.message });
    };
    worker.onerror = (event) => {
      event.preventDefault?.();
      if (worker !== this.#worker) return;
      this.#close({ ok: false, ended: false, message: event.message || "The worker could not be started." });
    };
    this.#opened((kind, ask, done) => this.ask(kind, ask, done));
    return worker;
  }

  #close(answered: Answered<never>): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const done of waiting) done(answered);
  }
}

export type Handlers<K extends Kinds<K>> = {
  readonly [N in KindOf<K>]: (ask: K[N]["ask"], id: number) => K[N]["answer"] | Promise<K[N]["answer"]>;
};

/** The worker's side: every request is answered, one that throws with its message. `call` calls the handlers. */
export function serveRequests<K extends Kinds<K>>(
  scope: WorkerScope<Request<K>, Reply<K>>,
  handlers: Handlers<K>,
  call: <T>(handle: () => T | Promise<T>) => T | Promise<T> = (handle) => handle(),
): void {
  scope.onmessage = ({ data: { id, kind, ask } }) => {
    const failed = (error: unknown) => scope.postMessage({ id, ok: false, message: messageOf(error) });
    try {
      const answer = call(() => handlers[kind as KindOf<K>](ask, id));
      if (answer instanceof Promise) answer.then((value) => scope.postMessage({ id, ok: true, answer: value }), failed);
      else scope.postMessage({ id, ok: true, answer });
    } catch (error) {
      failed(error);
    }
  };
}
