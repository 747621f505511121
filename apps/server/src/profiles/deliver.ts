/** Handing one thing to several receivers: all at once, and until the slowest is done. */
import type { ProfilesReceiver } from "../core/profiles-receiver.ts";

/** Gives what went wrong, that of the receiver which was done first being first. */
export async function deliver(
  receivers: readonly ProfilesReceiver[],
  hand: (receiver: ProfilesReceiver, index: number) => Promise<void>,
): Promise<unknown[]> {
  const errors: unknown[] = [];
  const one = async (receiver: ProfilesReceiver, index: number) => {
    try {
      await hand(receiver, index);
    } catch (error) {
      errors.push(error);
    }
  };
  if (receivers.length === 1) await one(receivers[0]!, 0);
  else await Promise.all(receivers.map(one));
  return errors;
}
