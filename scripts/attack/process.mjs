// The process as a whole: signals, mistakes in callbacks, upstreams that redirect.
import { intake, SINK, writer } from "./upstream.mjs";
import { until } from "./victim.mjs";

const LINES = Array.from({ length: 200 }, (_, i) => `line ${i}`);

/** @type {readonly (readonly [status: number, expected: string])[]} */
const REDIRECTS = [
  [302, "GET"],
  [307, "POST"],
  [308, "POST"],
];

/** @type {readonly import("./attempt.mjs").Attack[]} */
const redirects = REDIRECTS.map(([status, expected]) => ({
  name: `upstream: answers ${status}`,
  quick: status === 308,
  async run(t) {
    const target = await t.upstream();
    const first = await t.upstream(() => ({ status, headers: { Location: target.url } }));
    const victim = await t.victim(intake("logs.write.up.receiver") + writer(first.url, 'bearer_token = "s3cr3t"'));
    await victim.push(LINES);
    t.expect(await until(() => target.requests.length > 0), "it was not followed");
    const leaked = target.requests.some(({ headers }) => headers.authorization !== undefined);
    t.expect(!leaked, "credentials went to another origin");
    const methods = [...new Set(target.requests.map(({ method }) => method))];
    t.expect(methods.join() === expected, `it was followed with ${methods}, not ${expected}`);
    if (expected === "GET") {
      // What was posted has arrived nowhere, whatever the GET is answered with.
      const dropped = await until(async () => (await victim.metric("logs_write_dropped_entries_total")) || undefined);
      t.expect(dropped === LINES.length, `${dropped ?? 0} of ${LINES.length} lost entries are counted as dropped`);
      t.expect((await victim.metric("logs_write_sent_entries_total")) === 0, "lost entries are counted as sent");
      return;
    }
    t.expect(
      await until(() => target.lines.length === LINES.length),
      `${target.lines.length} of ${LINES.length} lines came`,
    );
  },
}));

/** @type {readonly import("./attempt.mjs").Attack[]} */
export const attacks = [
  ...redirects,
  {
    name: "upstream: sends round in a ring",
    async run(t) {
      const upstream = await t.upstream(({ url = "" }) => ({
        status: 308,
        headers: { Location: `/ring${url.length % 7}` },
      }));
      const victim = await t.victim(intake("logs.write.up.receiver") + writer(upstream.url, "max_backoff_retries = 2"));
      await victim.push(LINES);
      t.expect(
        await until(async () => (await victim.metric("logs_write_dropped_entries_total")) === LINES.length),
        "the batch was not given up",
      );
      t.expect(upstream.requests.length <= 30, `${upstream.requests.length} requests were made`);
    },
  },
  {
    // Among the units, too: `sluice run` in apps/cli/src/commands/run/run.test.ts.
    name: "process: a closed terminal (SIGHUP)",
    async run(t) {
      const upstream = await t.upstream();
      const hold = `logs.process "hold" {
  forward_to = [logs.write.up.receiver]
  stage.multiline {
    firstline     = "^START"
    max_wait_time = "1h"
    max_lines     = 0
  }
}
`;
      const victim = await t.victim(intake("logs.process.hold.receiver") + hold + writer(upstream.url), {
        env: { ATTACK_TERMINAL: "1" },
      });
      t.expect((await victim.push(["START", ...LINES])) === 204, "the push was refused");
      victim.signal("SIGHUP");
      const { code, signal } = await victim.ended;
      t.expect(code === 0, `it ended with ${code ?? signal}`);
      t.expect(upstream.lines.join("\n").split("\n").length === LINES.length + 1, "accepted entries were lost");
    },
  },
  {
    // Among the units, too: `sluice run` in apps/cli/src/commands/run/run.test.ts.
    name: "process: mistakes in callbacks of our own",
    async run(t) {
      const victim = await t.victim(intake("logs.process.sink.receiver") + SINK);
      await victim.throwInTimer();
      await victim.rejectPromise();
      t.expect(await until(() => /level=error/.test(victim.stderr), 5000), "nothing was logged");
      t.expect((await victim.push(["hello"])) === 204, "it does not answer any more");
    },
  },
];
