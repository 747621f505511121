/** After what answers `profiles.write` tries again, how often, and with which pauses. */
import { SECOND } from "@sluice/engine";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RemoteWriteError } from "../../core/entries/profiles-receiver.ts";
import {
  endpoint,
  errorOf,
  fine,
  inTurn,
  ProfilesWriteFixture,
  says,
  saysCode,
} from "../../testing/profiles-write-fixture.ts";
import type { Answering } from "../../testing/stub-upstream.ts";

let test: ProfilesWriteFixture;
beforeEach(() => {
  test = new ProfilesWriteFixture();
});
afterEach(() => test.close());

describe("what was ingested is tried again", () => {
  it.each<[number, boolean, string]>([
    [201, false, ""],
    [204, false, ""],
    [301, false, "follow_redirects = false"],
    [400, false, ""],
    [401, false, ""],
    [403, false, ""],
    [404, false, ""],
    [408, true, ""],
    [409, false, ""],
    [413, false, ""],
    [422, false, ""],
    [429, true, ""],
    [429, false, "retry_on_http_429 = false"],
    [499, false, ""],
    [500, true, ""],
    [501, true, ""],
    [503, true, ""],
    [599, true, ""],
  ])("after %d: %s %s", async (status, retried, more) => {
    const one = await test.stub(says(status, "why"));
    test.start(endpoint(one.url, `max_backoff_retries = 3\n${more}`));
    const error = await errorOf(test.ingest());
    expect(error).toBeInstanceOf(RemoteWriteError);
    expect((error as RemoteWriteError).status).toBe(status);
    expect((error as RemoteWriteError).retries).toBe(retried ? 2 : 0);
    const said = status === 204 ? "" : "why";
    expect(error!.message).toBe(
      `failed to ingest to endpoint ${one.url} (${retried ? 3 : 0} retries): remote error: status=${status} msg=${said}`,
    );
    expect(one.seen).toHaveLength(retried ? 3 : 1);
  });
});

describe("what was pushed is tried again", () => {
  it.each<[string, Answering, boolean, string]>([
    ["canceled", saysCode(499, "canceled"), false, ""],
    ["unknown", saysCode(500, "unknown"), true, ""],
    ["invalid_argument", saysCode(400, "invalid_argument"), false, ""],
    ["deadline_exceeded", saysCode(504, "deadline_exceeded"), true, ""],
    ["not_found", saysCode(404, "not_found"), false, ""],
    ["already_exists", saysCode(409, "already_exists"), false, ""],
    ["permission_denied", saysCode(403, "permission_denied"), false, ""],
    ["resource_exhausted", saysCode(429, "resource_exhausted"), true, ""],
    ["resource_exhausted", saysCode(429, "resource_exhausted"), false, "retry_on_http_429 = false"],
    ["failed_precondition", saysCode(400, "failed_precondition"), false, ""],
    ["aborted", saysCode(409, "aborted"), true, ""],
    ["out_of_range", saysCode(400, "out_of_range"), false, ""],
    ["unimplemented", saysCode(501, "unimplemented"), false, ""],
    ["internal", saysCode(500, "internal"), true, ""],
    ["unavailable", saysCode(503, "unavailable"), true, ""],
    ["data_loss", saysCode(500, "data_loss"), true, ""],
    ["unauthenticated", saysCode(401, "unauthenticated"), false, ""],
    ["internal", says(400), true, ""],
    ["unauthenticated", says(401), false, ""],
    ["permission_denied", says(403), false, ""],
    ["unimplemented", says(404), false, ""],
    ["unknown", says(413), true, ""],
    ["unavailable", says(429), true, "retry_on_http_429 = false"],
    ["unknown", says(204), true, ""],
    ["unknown", says(200, "<p>", "text/html"), true, ""],
  ])("after %s", async (code, answer, retried, more) => {
    const one = await test.stub(answer);
    test.start(endpoint(one.url, `max_backoff_retries = 3\n${more}`));
    const error = await errorOf(test.push());
    expect(error).not.toBeInstanceOf(RemoteWriteError);
    expect(error!.message).toContain(`failed to push to endpoint ${one.url} (${retried ? 3 : 0} retries): ${code}: `);
    expect(one.seen).toHaveLength(retried ? 3 : 1);
  });
});

describe("an endpoint that does not answer is asked again", () => {
  it.each<[string, Answering, RegExp]>([
    [
      "when it resets the connection",
      (_response, _seen, request) => request.socket.resetAndDestroy(),
      /reset|hang up/i,
    ],
    ["when it closes the connection", (response) => response.destroy(), /hang up/],
    ["when it leads round in a ring", (response) => response.writeHead(307, { Location: "/" }).end(), /10 redirects/],
  ])("%s", async (_name, answer, told) => {
    const one = await test.stub(answer);
    test.start(endpoint(one.url, "max_backoff_retries = 2"));
    for (const sent of [test.ingest, test.push]) {
      const error = await errorOf(sent());
      expect(error!.message).toMatch(/\(2 retries\)/);
      expect(error!.message).toMatch(told);
      expect(error).not.toBeInstanceOf(RemoteWriteError);
    }
    expect(test.details()).toMatchObject({ dropped: 2, sent: 0, in_flight: 0 });
  });

  it("when it takes too long, and says so in the words that people search for", async () => {
    // It answers after the time for it.
    const one = await test.stub(async (response) => {
      await test.scheduler.advance(10n * SECOND);
      response.end();
    });
    test.start(endpoint(one.url, "max_backoff_retries = 2"));
    const error = await errorOf(test.push());
    const cause = "deadline_exceeded: context deadline exceeded";
    expect(error!.message).toBe(`failed to push to endpoint ${one.url} (2 retries): ${cause}`);
    const line = { level: "warn", message: "failed to push to endpoint" };
    expect(test.context.logged).toMatchObject([
      { ...line, fields: { endpoint: one.url, attempt: 1, error: cause } },
      { ...line, fields: { endpoint: one.url, attempt: 2, error: cause } },
    ]);
    expect(await errorOf(test.ingest())).toMatchObject({
      message: `failed to ingest to endpoint ${one.url} (2 retries): context deadline exceeded`,
    });
  });

  it("without end where no number of attempts was given, and counts that", async () => {
    const one = await test.stub(inTurn(...Array.from({ length: 25 }, () => says(503)), fine));
    test.start(endpoint(one.url, "max_backoff_retries = 0"));
    await test.push();
    expect(one.seen).toHaveLength(26);
    expect(test.values()).toMatchObject({
      [`profiles_write_retries_total{endpoint=${one.url}}`]: 25,
      [`profiles_write_sent_profiles_total{endpoint=${one.url}}`]: 1,
      [`profiles_write_dropped_profiles_total{endpoint=${one.url}}`]: 0,
    });
  });

  it("after pauses that double and have a longest", async () => {
    const one = await test.stub(says(503));
    test.start(endpoint(one.url, "max_backoff_retries = 6"));
    await errorOf(test.ingest());
    const seconds = test.scheduler.pauses.map((pause) => Number(pause) / 1e9);
    expect(seconds).toHaveLength(5);
    for (const [i, least] of [1, 2, 4, 4, 4].entries()) {
      expect(seconds[i]).toBeGreaterThanOrEqual(least);
      expect(seconds[i]).toBeLessThanOrEqual(Math.min(2 * least, 4));
    }
  });

  it("and what it says of when to come again is not looked at", async () => {
    const one = await test.stub(inTurn((response) => response.writeHead(503, { "Retry-After": "3600" }).end(), fine));
    test.start(endpoint(one.url));
    await test.ingest();
    expect(test.scheduler.pauses[0]).toBeLessThan(2n * SECOND);
  });

  it("on one connection, with one body", async () => {
    const one = await test.stub(inTurn(says(503), says(503), fine));
    test.start(endpoint(one.url));
    await test.ingest();
    expect(one.connections).toBe(1);
    expect(one.seen.map(({ body }) => body.toString())).toEqual(["profile", "profile", "profile"]);
  });
});
