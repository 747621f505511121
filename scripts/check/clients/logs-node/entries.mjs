// The entries of a client: one every so often, until standard input ends. Their outcome is a line of JSON on standard
// output: how many were handed to the client's library, and what that complained of.
const { LINE, EVERY_MS } = process.env;

/** `send(line, id)` hands one over; `finish()` resolves once all of them are answered, and gives what went wrong. */
export async function sendUntilTold(send, finish) {
  let sent = 0;
  const timer = setInterval(() => send(LINE.replaceAll("{id}", sent), sent++), Number(EVERY_MS));
  for await (const _ of process.stdin);
  clearInterval(timer);
  const problems = await finish();
  console.log(JSON.stringify({ sent, problems }));
  // Libraries keep connections and timers.
  process.exit(0);
}
