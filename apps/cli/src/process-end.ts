/**
 * Ends the process in a bounded time after its work is done, whatever is left: a connection that nobody closed, output
 * that nobody reads, or a call of the system that does not come back.
 */

/** Between two looks at whether what was printed is still being read. Milliseconds. */
const LOOK_EVERY = 2000;

/** Requests that a thread may hang in (network file systems, names). */
const THREAD_WORK = /^(?:FSReq|GETADDRINFO|GETNAMEINFO)/i;

/** At once. The platform's own exit waits for its threads; where one hangs in the system, only a kill ends it. */
export function endProcess(code: number): never {
  if (process.getActiveResourcesInfo().some((name) => THREAD_WORK.test(name))) process.kill(process.pid, "SIGKILL");
  process.exit(code);
}

/** What was printed and not taken yet: characters, or bytes where the system tells. */
function unread(stream: NodeJS.WriteStream): number {
  // A text that is half read counts as a whole in `writableLength`.
  const { _handle: handle } = stream as { _handle?: { writeQueueSize?: number } | null };
  return stream.destroyed ? 0 : stream.writableLength + (handle?.writeQueueSize ?? 0);
}

/**
 * Sets the exit code, and ends the process soon: as soon as nothing is left, and else when what was printed has not been
 * read any further for a while.
 */
export function endSoon(code: number): void {
  process.exitCode = code;
  let before = Number.POSITIVE_INFINITY;
  const look = () => {
    const now = unread(process.stdout) + unread(process.stderr);
    if (now === 0 || now >= before) endProcess(code);
    before = now;
    setTimeout(look, LOOK_EVERY).unref();
  };
  setTimeout(look, LOOK_EVERY).unref();
}
