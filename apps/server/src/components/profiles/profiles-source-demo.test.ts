import { type ComponentArgs, loadConfig, type profilesSourceDemo, SECOND } from "@sluice/engine";
import { afterEach, describe, expect, it } from "vitest";
import type { ProfilesIntake } from "../../core/profiles-intake.ts";
import { componentOf, settle, testContext, valuesOf } from "../../testing/fixtures.ts";
import { ProfilesFixture } from "../../testing/profiles-fixture.ts";
import { DemoProfiler, profilesSourceDemoRecord } from "./profiles-source-demo.ts";

const RECEIVER = "profiles.receive_http.in";
const textOf = (more = "") => `profiles.source.demo "a" {\n  receiver = "${RECEIVER}"\n  ${more}\n}\n`;

let fixture: ProfilesFixture | undefined;
let demo: DemoProfiler | undefined;
afterEach(async () => {
  await demo?.drain(Promise.resolve());
  await fixture?.stop();
  fixture = demo = undefined;
});

function start(intake: ProfilesIntake | undefined) {
  const context = testContext("profiles.source.demo.a", {
    prefix: "profiles_",
    intakeOf: (id) => (id === RECEIVER ? intake : undefined),
  });
  const args = componentOf("profiles.source.demo", textOf()).args as ComponentArgs<typeof profilesSourceDemo>;
  demo = new DemoProfiler(args, context);
  void demo.start();
  const pushed = () => valuesOf(context.metrics.collect(context.scheduler.now()));
  return { context, pushed };
}

describe("profiles.source.demo", () => {
  it("pushes soon, then every ten seconds, and memory every second time", async () => {
    fixture = await ProfilesFixture.start();
    const { context } = start(fixture.source.intake);
    await context.scheduler.advance(SECOND);
    await expect.poll(() => fixture!.kept.ingested).toHaveLength(1);
    expect(fixture.kept.ingested[0]!.labels).toEqual([
      ["__name__", "checkout"],
      ["env", "demo"],
      ["service_name", "checkout"],
    ]);
    expect(fixture.kept.appended[0]!.series.labels).toEqual([
      ["__name__", "process_cpu"],
      ["app_name", "process_cpu"],
      ["env", "demo"],
      ["service_name", "checkout"],
    ]);
    for (const [pushes, ingests] of [
      [2, 1],
      [3, 2],
    ] as const) {
      await expect
        .poll(async () => {
          await settle();
          return demo!.busy;
        })
        .toBe(false);
      await context.scheduler.advance(10n * SECOND);
      await expect
        .poll(() => [fixture!.kept.appended.length, fixture!.kept.ingested.length])
        .toEqual([pushes, ingests]);
    }
    expect(demo!.health.state).toBe("healthy");
  });

  it("does not push again while the receiver is at work on the last one", async () => {
    let posted = 0;
    let answer = (_status: number) => {};
    const { context } = start({
      address: "127.0.0.1:1",
      tls: false,
      post: () => {
        posted++;
        return new Promise((resolve) => {
          answer = resolve;
        });
      },
    });
    await context.scheduler.advance(60n * SECOND);
    expect(posted).toBe(1);
    answer(200);
    await expect.poll(() => posted).toBe(2);
    answer(200);
  });

  it("waits for the answer when it is drained, and gives it up at the deadline", async () => {
    let posted = 0;
    const { context } = start({
      address: "127.0.0.1:1",
      tls: false,
      post: (_request, signal) => {
        posted++;
        return new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(new Error("gone"))));
      },
    });
    await context.scheduler.advance(SECOND);
    let end = () => {};
    const deadline = new Promise<void>((resolve) => {
      end = resolve;
    });
    let drained = false;
    const draining = demo!.drain(deadline).then(() => {
      drained = true;
    });
    await settle();
    expect([posted, drained]).toEqual([1, false]);
    end();
    await draining;
    expect([posted, demo!.busy, demo!.health.state, context.logged]).toEqual([1, false, "healthy", []]);
  });

  it.each<[name: string, intake: ProfilesIntake | undefined, message: string, count: string]>([
    ["there is none", undefined, `there is no ${RECEIVER} in this configuration`, "none"],
    [
      "it cannot be reached",
      { address: "", tls: false, post: () => Promise.reject(new Error("the receiver does not listen")) },
      `${RECEIVER}: the receiver does not listen`,
      "none",
    ],
    [
      "it refuses",
      { address: "127.0.0.1:1", tls: false, post: () => Promise.resolve(413) },
      `${RECEIVER} answered 413`,
      "413",
    ],
  ])("says what keeps it from its receiver: %s", async (_name, intake, message, count) => {
    const { context, pushed } = start(intake);
    await context.scheduler.advance(SECOND);
    await expect.poll(() => demo!.health).toEqual({ state: "unhealthy", message });
    expect(pushed()[`profiles_source_demo_pushed_total{status_code=${count}}`]).toBeGreaterThan(0);
    expect(context.logged.filter(({ level }) => level === "warn")).toHaveLength(1);
  });

  it.each([
    ['receiver = "checkout"', "demo-receiver"],
    ['receiver = "profiles.receive_http.a"\n  interval = "1ms"', "demo-interval"],
    ['receiver = "profiles.receive_http.a"\n  service = "a b"', "demo-service"],
  ])("is refused with %s", (args, code) => {
    const { diagnostics } = loadConfig(`profiles.source.demo "a" {\n  ${args}\n}\n`);
    expect(diagnostics.map((one) => one.code)).toEqual([code]);
  });

  it.each([
    ['labels = { "a b" = "c" }', "labels: invalid label name: a b: character is not allowed: ' '"],
    ['labels = { a = "b,c" }', "labels: invalid label value: b,c"],
  ])("is refused with %s, which no name could hold", (args, message) => {
    expect(profilesSourceDemoRecord.validate(componentOf("profiles.source.demo", textOf(args)))).toBe(message);
  });
});
