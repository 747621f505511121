/** Made-up profiles as requests, as profilers make them. */
import { create, toBinary } from "@bufbuild/protobuf";
import { type Nanos, type Random, SECOND, SeededRandom } from "@sluice/engine";
import type { IntakeRequest } from "../core/profiles-intake.ts";
import { PushRequestSchema } from "../gen/push/v1/push_pb.ts";
import { makeDemoProfile } from "./demo-profile.ts";

export interface DemoService {
  readonly service: string;
  /** Further labels. */
  readonly labels: ReadonlyMap<string, string>;
  /** Who pushes. */
  readonly userAgent: string;
}

export interface DemoMoment {
  /** When it was measured, until and for how long. */
  readonly time: Nanos;
  readonly duration: Nanos;
  readonly random: Random;
}

/** Processor time, by the push service. */
export function demoPush({ service, labels, userAgent }: DemoService, moment: DemoMoment): IntakeRequest {
  const all = new Map([["__name__", "process_cpu"], ["service_name", service], ...labels]);
  const rawProfile = makeDemoProfile({ kind: "process_cpu", ...moment });
  const series = { labels: Array.from(all, ([name, value]) => ({ name, value })), samples: [{ rawProfile }] };
  return {
    path: "/push.v1.PusherService/Push",
    contentType: "application/proto",
    userAgent,
    body: toBinary(PushRequestSchema, create(PushRequestSchema, { series: [series] })),
  };
}

/** Memory, by `/ingest`, under a name from which the receiver makes the service. */
export function demoIngest({ service, labels, userAgent }: DemoService, moment: DemoMoment): IntakeRequest {
  const pairs = Array.from(labels, ([name, value]) => `${name}=${value}`).join(",");
  const query = new URLSearchParams({
    name: `${service}${pairs === "" ? "" : `{${pairs}}`}`,
    from: String((moment.time - moment.duration) / SECOND),
    until: String(moment.time / SECOND),
    format: "pprof",
    spyName: "demo",
  });
  return {
    path: `/ingest?${query}`,
    contentType: "application/octet-stream",
    userAgent,
    body: makeDemoProfile({ kind: "memory", ...moment }),
  };
}

/** A sample by which people see that a receiver works: always the same profile, of the last ten seconds. */
export function samplePush(time: Nanos): IntakeRequest {
  const sample = { service: "sample", labels: new Map([["source", "page"]]), userAgent: "sluice-sample" };
  return demoPush(sample, { time, duration: 10n * SECOND, random: new SeededRandom(1) });
}
