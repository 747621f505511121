import { type ComponentArgs, type logsWrite, SECOND } from "@sluice/engine";
import { expect, it } from "vitest";
import type { PostResult } from "../../loki/post.ts";
import { componentOf, entry, settle, testContext } from "../../testing/fixtures.ts";
import { WriteComponent } from "./write.ts";

it("tells what it holds, sent and dropped for each endpoint, and when, of which the status said nothing", async () => {
  const context = testContext("logs.write.out");
  const node = componentOf(
    "logs.write",
    `logs.write "out" {
       endpoint {
         url = "http://me:pw@a/push"
         batch_wait = "1s"
       }
       endpoint {
         url = "http://b/push"
         batch_wait = "1s"
       }
     }`,
  );
  const answers = new Map<string, PostResult[]>([
    ["http://a/push", [{ status: 204, body: "" }]],
    ["http://b/push", [{ status: 400, body: "no" }]],
  ]);
  const write = new WriteComponent(node.args as ComponentArgs<typeof logsWrite>, 1, context, async ({ url }) => {
    return answers.get(url)!.shift() ?? new Promise(() => {});
  });
  const none = { last_success: null, last_error: null, last_error_at: null };
  const shown = (url: string, queued: number, sent: number, dropped: number, more: object = {}) => {
    return { url, queued, sent, dropped, ...none, ...more };
  };
  expect(write.details()).toEqual({ endpoints: [shown("http://a/push", 0, 0, 0), shown("http://b/push", 0, 0, 0)] });
  write.receiver.push([entry("1"), entry("2")]);
  expect(write.details()).toEqual({ endpoints: [shown("http://a/push", 2, 0, 0), shown("http://b/push", 2, 0, 0)] });
  // Bodies are compressed on another thread.
  const pushed = async (at: number) => {
    await context.scheduler.advance(SECOND);
    await expect.poll(() => [...answers.values()].flat().length).toBe(at);
    await settle();
  };
  await pushed(0);
  const first = "2026-01-15T08:00:01Z";
  const failed = { last_error: "the endpoint answered 400: no", last_error_at: first };
  expect(write.details()).toEqual({
    endpoints: [shown("http://a/push", 0, 2, 0, { last_success: first }), shown("http://b/push", 0, 0, 2, failed)],
  });
  // What was sent was refused, which is no fault of the endpoint.
  expect(write.health).toEqual({ state: "healthy", message: "http://b/push: the endpoint answered 400: no" });
  answers.get("http://b/push")!.push({ status: 204, body: "" });
  write.receiver.push([entry("3")]);
  await pushed(0);
  expect(write.details()).toMatchObject({
    endpoints: [
      { queued: 1, sent: 2 },
      shown("http://b/push", 0, 1, 2, { ...failed, last_success: "2026-01-15T08:00:02Z" }),
    ],
  });
});

it("is unhealthy from an endpoint's first failure until something arrives there again", async () => {
  const context = testContext("logs.write.out");
  const { args } = componentOf("logs.write", 'logs.write "out" { endpoint { url = "http://a/push" } }');
  const answers: PostResult[] = [{ status: 0, error: "connection refused" }];
  const write = new WriteComponent(args as ComponentArgs<typeof logsWrite>, 1, context, async () => {
    return answers.shift() ?? { status: 204, body: "" };
  });
  write.receiver.push([entry("1")]);
  await context.scheduler.advance(SECOND);
  await expect
    .poll(() => write.health)
    .toEqual({
      state: "unhealthy",
      message: "connection refused",
      elsewhere: true,
    });
  await context.scheduler.advance(SECOND);
  await expect.poll(() => write.health).toEqual({ state: "healthy", message: "" });
});
