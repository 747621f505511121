/** What the page uses of a worker and of time, so that tests can put something else in their place. */

export interface WorkerPort<In, Out> {
  postMessage(message: In): void;
  onmessage: ((event: { data: Out }) => void) | null;
  onerror: ((event: { message?: string; preventDefault?(): void }) => void) | null;
  terminate(): void;
}

export type StartWorker<In, Out> = () => WorkerPort<In, Out>;

/** The other side. */
export interface WorkerScope<In, Out> {
  postMessage(message: Out): void;
  onmessage: ((event: { data: In }) => void) | null;
}

/** Time as far as the page's logic needs it. */
export interface Scheduler {
  after(milliseconds: number, run: () => void): () => void;
  now(): number;
}
