// Profiles itself with @pyroscope/nodejs while it is busy; the environment says where to and how long.
import { stat } from "node:fs/promises";
import { setImmediate as nextCheck } from "node:timers/promises";
import pyroscope from "@pyroscope/nodejs";

const { SERVER_ADDRESS, APPLICATION, BUSY_SECONDS } = process.env;

function busyWork(until) {
  let sum = 0;
  while (performance.now() < until) for (let i = 0; i < 100_000; i++) sum += Math.sqrt(i);
  return sum;
}

pyroscope.init({
  serverAddress: SERVER_ADDRESS,
  appName: APPLICATION,
  tags: { region: "eu-west", shard: "7" },
  flushIntervalMs: 1000,
  wall: { samplingDurationMs: 1000, collectCpuTime: true },
});
pyroscope.start();
const end = performance.now() + Number(BUSY_SECONDS) * 1000;
// In turns, so that the profiler's timers fire.
while (performance.now() < end) {
  busyWork(performance.now() + 100);
  await new Promise((resolve) => setTimeout(resolve, 5));
}
// The client's rounds are timers that leave the work to `setImmediate`, where `stop` does not reach it: a round in between
// would find its profiler stopped and end the process by a rejection that nobody handles. What is queued while the event loop
// polls runs after all that timers queued, and before the next timer.
await stat(".");
await nextCheck();
await pyroscope.stop();
