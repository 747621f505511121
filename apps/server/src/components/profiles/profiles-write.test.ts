/** `profiles.write` against endpoints of the test's own: for whom and how long it waits, and what it reports. */
import { SECOND } from "@sluice/engine";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RemoteWriteError } from "../../core/entries/profiles-receiver.ts";
import { never, START } from "../../testing/fixtures.ts";
import {
  argsOf,
  BODY,
  endpoint,
  errorOf,
  fine,
  inTurn,
  LABELS,
  nobody,
  nodeOf,
  ProfilesWriteFixture,
  says,
} from "../../testing/profiles-write-fixture.ts";
import { StubUpstream } from "../../testing/stub-upstream.ts";
import { profilesWriteRecord } from "./profiles-write.ts";

let test: ProfilesWriteFixture;
beforeEach(() => {
  test = new ProfilesWriteFixture();
});
afterEach(() => test.close());

describe("a client that goes away", () => {
  it.each([
    ["ingest", () => test.ingest, "context canceled", "remote error: status=503 msg="],
    ["push", () => test.push, "canceled: context canceled", "unavailable: 503 Service Unavailable"],
  ] as const)("stops its %s at once, in an attempt and in a pause", async (way, sending, canceled, failed) => {
    test.scheduler.hasty = false;
    const one = await test.stub(inTurn(() => {}, says(503)));
    test.start(endpoint(one.url));
    const first = new AbortController();
    const inAttempt = errorOf(sending()(first.signal));
    await expect.poll(() => one.seen.length).toBe(1);
    first.abort();
    expect((await inAttempt)!.message).toBe(`failed to ${way} to endpoint ${one.url} (0 retries): ${canceled}`);
    await expect.poll(() => one.open).toBe(0);

    const second = new AbortController();
    const inPause = errorOf(sending()(second.signal));
    await expect.poll(() => test.scheduler.pauses.length).toBe(1);
    second.abort();
    expect((await inPause)!.message).toBe(`failed to ${way} to endpoint ${one.url} (1 retries): ${failed}`);
    // What looks after late answers finds nothing to do.
    await test.scheduler.advance(30n * SECOND);
    expect([one.seen.length, test.scheduler.pending]).toEqual([2, 0]);
    expect(test.details()).toMatchObject({ dropped: 2, in_flight: 0 });
  });

  it("before anything was sent costs no request", async () => {
    const one = await test.stub(fine);
    test.start(endpoint(one.url));
    expect((await errorOf(test.push(AbortSignal.abort())))!.message).toContain("canceled: context canceled");
    expect(one.connections).toBe(0);
  });

  it("because it took too long is reported so", async () => {
    const one = await test.stub(() => {});
    test.start(endpoint(one.url));
    const controller = new AbortController();
    const sent = errorOf(test.push(controller.signal));
    await expect.poll(() => one.seen.length).toBe(1);
    controller.abort(new DOMException("late", "TimeoutError"));
    expect((await sent)!.message).toContain("deadline_exceeded: context deadline exceeded");
  });
});

describe("a client's deadline", () => {
  it("goes along, where it is before the attempt's own end", async () => {
    test.scheduler.hasty = false;
    const one = await test.stub(fine);
    test.start(endpoint(one.url));
    await test.push(nobody, START + 4n * SECOND);
    await test.push(nobody, START + 40n * SECOND);
    await test.push();
    expect([0, 1, 2].map((i) => one.header("connect-timeout-ms", i))).toEqual(["4000", "10000", "10000"]);
  });

  it("ends attempts and pauses, also where nobody else does", async () => {
    test.scheduler.hasty = false;
    const one = await test.stub(inTurn(() => {}, says(503)));
    test.start(endpoint(one.url));
    const inAttempt = errorOf(test.push(nobody, START + 2n * SECOND));
    await expect.poll(() => one.seen.length).toBe(1);
    await test.scheduler.advance(2n * SECOND);
    expect((await inAttempt)!.message).toContain("(1 retries): deadline_exceeded: context deadline exceeded");

    const before = test.scheduler.pauses.length;
    const inPause = errorOf(test.push(nobody, START + 2n * SECOND + SECOND / 2n));
    await expect.poll(() => test.scheduler.pauses.length).toBe(before + 2);
    await test.scheduler.advance(SECOND / 2n);
    expect((await inPause)!.message).toContain("(1 retries): unavailable: 503 Service Unavailable");
    expect(one.seen).toHaveLength(2);
  });

  it("that has passed already costs no request", async () => {
    const one = await test.stub(fine);
    test.start(endpoint(one.url));
    expect((await errorOf(test.push(nobody, START)))!.message).toContain("deadline_exceeded");
    expect(one.seen).toHaveLength(0);
  });
});

describe("several endpoints", () => {
  it("are asked side by side, and the slowest is waited for", async () => {
    let answerSlow = () => {};
    const slow = await test.stub((response) => {
      answerSlow = () => response.end();
    });
    const fast = await test.stub(fine);
    test.start(`${endpoint(slow.url)}\n${endpoint(fast.url)}`);
    let done = false;
    const sent = test.ingest().then(() => {
      done = true;
    });
    await expect.poll(() => [slow.seen.length, fast.seen.length]).toEqual([1, 1]);
    await expect.poll(() => test.values()[`profiles_write_sent_profiles_total{endpoint=${fast.url}}`]).toBe(1);
    expect(done).toBe(false);
    answerSlow();
    await sent;
    expect([...slow.seen, ...fast.seen].map(({ body }) => body.toString())).toEqual(["profile", "profile"]);
  });

  it("one that fails takes nothing from another, and the first status counts", async () => {
    let answerLate = () => {};
    const late = await test.stub((response) => {
      answerLate = () => response.writeHead(403).end();
    });
    const early = await test.stub((response) => {
      response.writeHead(404).end();
    });
    const gone = await StubUpstream.start(fine);
    await gone.close();
    const good = await test.stub(fine);
    test.start([gone, late, early, good].map(({ url }) => endpoint(url, "max_backoff_retries = 1")).join("\n"));
    const sent = errorOf(test.ingest());
    await expect.poll(() => test.context.logged.length).toBe(2);
    await expect.poll(() => late.seen.length).toBe(1);
    answerLate();
    const error = await sent;
    expect((error as RemoteWriteError).status).toBe(404);
    expect(error!.message.split("; ")).toHaveLength(3);
    expect(good.seen).toHaveLength(1);
  });

  it("that are none take everything", async () => {
    test.start("");
    await test.ingest();
    await test.push();
  });
});

it("tells nobody but the log that a redirect lost a profile, as the original does not either", async () => {
  const one = await test.stub((response, { url }) =>
    url.startsWith("/ingest") ? response.writeHead(302, { Location: "/login" }).end() : response.end("<form>"),
  );
  test.start(endpoint(one.url));
  await test.ingest();
  expect(test.context.logged).toMatchObject([
    { level: "warn", fields: { error: expect.stringContaining("arrived nowhere") } },
  ]);
  expect(test.details()).toMatchObject({
    sent: 0,
    dropped: 1,
    last_error: expect.stringContaining("name the right address"),
  });
});

it("counts and reports the outcomes of profiles", async () => {
  const one = await test.stub(inTurn(fine, says(400, "bad"), says(403), fine));
  test.start(`${endpoint(`${one.url}/base?token=x`, 'name = "main"')}`);
  await test.write.profiles.append(
    {
      labels: LABELS,
      samples: [
        { id: "", parts: [BODY] },
        { id: "", parts: [BODY] },
      ],
    },
    nobody,
  );
  await errorOf(test.ingest());
  const url = `${one.url}/base`;
  expect(test.values()).toMatchObject({
    [`profiles_write_sent_profiles_total{endpoint=${url}}`]: 2,
    [`profiles_write_sent_bytes_total{endpoint=${url}}`]: 14,
    [`profiles_write_dropped_profiles_total{endpoint=${url}}`]: 1,
    [`profiles_write_dropped_bytes_total{endpoint=${url}}`]: 7,
    [`profiles_write_retries_total{endpoint=${url}}`]: 0,
    [`profiles_write_latency_count{endpoint=${url},type=push_downstream}`]: 1,
    [`profiles_write_latency_count{endpoint=${url},type=push_endpoint}`]: 1,
    "profiles_write_latency_count{endpoint=-,type=push_total}": 1,
    "profiles_write_latency_count{endpoint=-,type=ingest_total}": 1,
  });
  const problem = "remote error: status=400 msg=bad";
  const at = "2026-01-15T08:00:00Z";
  expect(test.write.details()).toEqual({
    endpoints: [
      {
        name: "main",
        url,
        in_flight: 0,
        sent: 2,
        dropped: 1,
        last_success: at,
        last_error: problem,
        last_error_at: at,
      },
    ],
  });
  expect(test.write.health).toEqual({ state: "healthy", message: problem });
  expect(one.seen.map((seen) => seen.url.split("?")[0])).toEqual(["/base/push.v1.PusherService/Push", "/base/ingest"]);
  await errorOf(test.push());
  expect(test.write.health).toMatchObject({ state: "unhealthy", elsewhere: true });
  await test.push();
  expect(test.write.health).toEqual({ state: "healthy", message: "" });
});

describe("other arguments", () => {
  it("count from the next profile on; what is under way continues, and counts stay", async () => {
    let answer = () => {};
    const one = await test.stub(
      inTurn((response) => {
        answer = () => response.end();
      }, fine),
    );
    test.start(endpoint(one.url));
    const first = test.ingest();
    await expect.poll(() => one.seen.length).toBe(1);
    test.write.update(argsOf(`${endpoint(one.url, 'bearer_token = "new"')}\nexternal_labels = { site = "s" }`))();
    await test.ingest();
    expect(one.header("authorization", 1)).toBe("Bearer new");
    expect(one.seen[1]!.url).toContain("site%3Ds");
    answer();
    await first;
    expect(test.details()).toMatchObject({ sent: 2 });
    // Its connection is not kept for anybody.
    await expect.poll(() => one.open).toBe(1);
  });
});

describe("a stop", () => {
  it("waits for what is under way, and takes no more", async () => {
    let answer = () => {};
    const one = await test.stub((response) => {
      answer = () => response.end();
    });
    test.start(endpoint(one.url));
    const sent = test.ingest();
    await expect.poll(() => one.seen.length).toBe(1);
    const drained = test.write.drain(never);
    expect((await errorOf(test.push()))!.message).toBe("the server is stopping");
    answer();
    await sent;
    expect(await drained).toBe(0);
    await expect.poll(() => one.open).toBe(0);
  });

  it("gives up at its deadline, in attempts and pauses, and tells the clients", async () => {
    test.scheduler.hasty = false;
    const one = await test.stub(inTurn(() => {}, says(503)));
    test.start(endpoint(one.url));
    const attempting = errorOf(test.push());
    await expect.poll(() => one.seen.length).toBe(1);
    const pausing = errorOf(test.push());
    await expect.poll(() => test.scheduler.pauses.length).toBe(1);
    await test.write.drain(Promise.resolve());
    expect([(await attempting)!.message, (await pausing)!.message]).toEqual([
      expect.stringContaining("canceled"),
      expect.stringContaining("unavailable"),
    ]);
    expect([test.scheduler.pending, test.details().in_flight]).toEqual([0, 0]);
  });
});

describe("arguments that are wrong", () => {
  it.each<[string, string, RegExp | undefined]>([
    ["no address", endpoint("::not a url"), /is not an http or https URL/],
    ["an address of another kind", endpoint("ftp://x/"), /is not an http or https URL/],
    ["a good one", endpoint("http://x/"), undefined],
    ["a bad authority", endpoint("https://x/", 'tls_config {\nca_pem = "x"\n}'), /^endpoint: tls_config: .*PEM/],
    [
      "a bad pair",
      endpoint("https://x/", 'tls_config {\ncert_pem = "x"\nkey_pem = "y"\n}'),
      /^endpoint: tls_config: .*PEM/,
    ],
    [
      "a pair of which one is in a file",
      endpoint("https://x/", 'tls_config {\ncert_pem = "x"\nkey_file = "y"\n}'),
      undefined,
    ],
  ])("%s", (_name, text, told) => {
    const problem = profilesWriteRecord.validate(nodeOf(text));
    if (told === undefined) expect(problem).toBeUndefined();
    else expect(problem).toMatch(told);
  });
});
