/** The one way to give up a question that a worker answers: of each kind only the newest is wanted. */

/**
 * Questions of one kind, by their ids, which only grow. The signal of a question is aborted as soon as a newer one is asked.
 * A question may be begun twice, since a part of the engine was loaded for it; it has the same signal then, and one that is
 * begun again after a newer one is given up at once.
 */
export function latest(): (id: number) => AbortSignal {
  let newest = -1;
  let controller = new AbortController();
  return (id) => {
    if (id < newest) return AbortSignal.abort();
    if (id > newest) {
      controller.abort();
      controller = new AbortController();
      newest = id;
    }
    return controller.signal;
  };
}

/** Lets queued messages be read. */
const breathe = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/** For what takes long: lets messages in, and says whether the answer is still wanted. */
export function whileWanted(...signals: readonly AbortSignal[]): () => Promise<boolean> {
  return async () => {
    await breathe();
    return signals.every(({ aborted }) => !aborted);
  };
}
