import { gunzipSync } from "node:zlib";
import { SECOND, SeededRandom } from "@sluice/engine";
import { parseProfileName } from "@sluice/engine/profiles";
import { Profile } from "pprof-format";
import { describe, expect, it } from "vitest";
import { START } from "../testing/fixtures.ts";
import { type DemoKind, makeDemoProfile } from "./demo-profile.ts";
import { demoIngest, demoPush, samplePush } from "./demo-push.ts";
import { readProto } from "./push-message.ts";

const moment = (seed = 1) => ({ time: START, duration: 10n * SECOND, random: new SeededRandom(seed) });
const make = (kind: DemoKind, seed?: number) => makeDemoProfile({ kind, ...moment(seed) });
const open = (bytes: Uint8Array) => Profile.decode(gunzipSync(bytes));

describe("a made-up profile", () => {
  it("is read by another reader of the format", () => {
    const profile = open(make("process_cpu"));
    const text = (at: number | bigint) => profile.stringTable.strings[Number(at)];
    expect(profile.sampleType.map(({ type, unit }) => [text(type), text(unit)])).toEqual([
      ["samples", "count"],
      ["cpu", "nanoseconds"],
    ]);
    expect([text(profile.periodType!.type), Number(profile.period)]).toEqual(["cpu", 10_000_000]);
    expect([BigInt(profile.timeNanos), BigInt(profile.durationNanos)]).toEqual([START - 10n * SECOND, 10n * SECOND]);
    const functions = new Map(profile.function.map(({ id, name, filename }) => [id, [text(name), text(filename)]]));
    const places = new Map(profile.location.map(({ id, line }) => [id, functions.get(line[0]!.functionId)!]));
    const stacks = profile.sample.map(({ locationId }) => locationId.map((id) => places.get(id)![0]));
    expect(stacks).toContainEqual([
      "shop/crypto.sign",
      "shop/payment.authorize",
      "shop/cart.handleCheckout",
      "shop/http.serve",
      "shop/main",
    ]);
    expect(new Set(stacks.map((stack) => stack.at(-1)))).toEqual(new Set(["shop/main"]));
    expect([...functions.values()]).toContainEqual(["shop/crypto.sign", "shop/crypto.go"]);
    for (const { value } of profile.sample) expect(Number(value[1])).toBe(Number(value[0]) * 10_000_000);
  });

  it("is another each time, and the same for the same chance", () => {
    expect(make("process_cpu", 1)).toEqual(make("process_cpu", 1));
    expect(make("process_cpu", 1)).not.toEqual(make("process_cpu", 2));
    expect(make("memory", 1).length).toBeLessThan(10_000);
  });
});

describe("a made-up push", () => {
  const service = { service: "checkout", labels: new Map([["env", "demo"]]), userAgent: "x" };

  it("has the labels of its service", () => {
    const { series } = readProto([Buffer.from(demoPush(service, moment()).body)]);
    expect(series.map(({ labels }) => labels.map(({ name, value }) => [name, value]))).toEqual([
      [
        ["__name__", "process_cpu"],
        ["service_name", "checkout"],
        ["env", "demo"],
      ],
    ]);
    expect(open(series[0]!.samples[0]!.parts[0]!).sample.length).toBeGreaterThan(10);
  });

  it("by /ingest has a name that can be read", () => {
    const { path, body } = demoIngest(service, moment());
    const { searchParams } = new URL(path, "http://a");
    expect(parseProfileName(searchParams.get("name")!)).toEqual({
      ok: true,
      labels: new Map([
        ["__name__", "checkout"],
        ["env", "demo"],
      ]),
    });
    expect([searchParams.get("from"), searchParams.get("until")]).toEqual(["1768463990", "1768464000"]);
    expect(open(body).sampleType).toHaveLength(2);
  });

  it("as a sample is always the same profile", () => {
    expect(samplePush(START)).toEqual(samplePush(START));
  });
});
