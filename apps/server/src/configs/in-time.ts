/** Reading for a load that may not keep the others waiting: a file system that hangs gives nothing, and no error either. */
import { messageOf, type Nanos, SECOND } from "@sluice/engine";
import type { Scheduler } from "../platform/scheduler.ts";

const READING_TIME: Nanos = 10n * SECOND;

/** What was read, or why nothing was. */
export type Reading<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

/** `what` is read, in words. What comes later, or fails later, is nobody's any more. */
export async function readInTime<T>(what: string, reading: Promise<T>, scheduler: Scheduler): Promise<Reading<T>> {
  let cancel = () => {};
  const late = new Promise<Reading<T>>((resolve) => {
    cancel = scheduler.after(READING_TIME, () =>
      resolve({ ok: false, message: `reading ${what} took longer than ${READING_TIME / SECOND} s` }),
    );
  });
  const read = reading.then(
    (value): Reading<T> => ({ ok: true, value }),
    (error: unknown): Reading<T> => ({ ok: false, message: messageOf(error) }),
  );
  try {
    return await Promise.race([read, late]);
  } finally {
    cancel();
  }
}
