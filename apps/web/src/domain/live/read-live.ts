/** What the server tells of what runs, read through schemas: it may be of another version than the page. */
import type {
  CaptureAnswer,
  CaptureTargets,
  LiveComponent,
  LiveEdge,
  LiveHistory,
  LiveSnapshot,
  LiveState,
  SeriesHistory,
  ShadowAnswer,
  StreamEnd,
  TapAnswer,
  TapBegin,
  TapCounts,
  TapEntry,
} from "@sluice/protocol";
import * as v from "valibot";
import { readBy } from "../read-by.ts";
import { listOf } from "../read-list.ts";

const MOST = 10_000;
const text = v.string();
const count = v.pipe(v.number(), v.finite());
const flow = v.object({ entries: count, bytes: count });
const named = v.object({ name: text, value: text });
const stage = v.object({ path: text, name: text });
const both = v.object({ active: count, draft: count });
const words = v.record(text, text);

const Component: v.GenericSchema<unknown, LiveComponent> = v.object({
  id: text,
  name: text,
  label: text,
  kind: v.fallback(v.picklist(["source", "process", "relabel", "writer", "receiver", "other"]), "other"),
  health: v.object({
    state: v.fallback(v.picklist(["healthy", "unhealthy"]), "unhealthy"),
    message: text,
    since: text,
  }),
  forward_to: v.array(text),
  arguments: listOf(named, MOST),
  exports: listOf(named, MOST),
  details: v.record(text, v.unknown()),
  errors: listOf(
    v.object({
      at: text,
      level: v.picklist(["warn", "error"]),
      message: text,
      fields: v.exactOptional(v.record(text, v.unknown())),
    }),
    MOST,
  ),
  in: flow,
  out: flow,
  dropped: count,
  total: v.object({ in: flow, out: flow, dropped: count }),
  held: count,
  stages: v.exactOptional(listOf(stage, MOST)),
});
const Edge: v.GenericSchema<unknown, LiveEdge> = v.object({
  id: text,
  from: text,
  to: text,
  entries: count,
  bytes: count,
  full: v.boolean(),
});
const STATE = {
  at: text,
  version: v.exactOptional(count),
  sha256: text,
  components: listOf(Component, MOST),
  edges: listOf(Edge, MOST),
  taps: v.object({ active: count, most: count }),
};
const series = v.array(v.nullable(v.number()));
const Series: v.GenericSchema<unknown, SeriesHistory> = v.object({
  in: series,
  out: series,
  bytes_in: series,
  bytes_out: series,
  dropped: series,
  held: series,
});
const History: v.GenericSchema<unknown, LiveHistory> = v.object({
  step_seconds: v.pipe(v.number(), v.minValue(1)),
  times: v.array(v.number()),
  components: v.record(text, Series),
});
const State: v.GenericSchema<unknown, LiveState> = v.object(STATE);
const Snapshot: v.GenericSchema<unknown, LiveSnapshot> = v.object({ ...STATE, history: History });

export const readSnapshot = readBy(Snapshot);
export const readState = readBy(State);

const value: v.GenericSchema<unknown, never> = v.unknown() as never;
const entry = v.object({
  line: text,
  timestamp: text,
  labels: words,
  structured_metadata: v.array(v.tuple([text, text])),
  extracted: v.record(text, value),
  origins: v.array(v.number()),
});
/** What the page says in a word; another one is said as it is not known: as passed. */
const status = v.fallback(
  v.picklist(["passed", "unchanged", "changed", "missed", "dropped", "held", "merged", "split", "error"]),
  "passed",
);
const only = v.exactOptional(v.picklist(["dropped", "changed", "missed"]));
const TAP = {
  id: text,
  component: text,
  stage: v.exactOptional(text),
  rate: count,
  selector: v.exactOptional(text),
  text: v.exactOptional(text),
  only,
  paused: v.boolean(),
  seq: count,
};

export const readTapAnswer = readBy<TapAnswer>(v.object(TAP) as v.GenericSchema<unknown, TapAnswer>);
export const readTapBegin = readBy<TapBegin>(
  v.object({ ...TAP, version: count, stages: listOf(stage, MOST) }) as v.GenericSchema<unknown, TapBegin>,
);
export const readTapCounts = readBy<TapCounts>(
  v.object({
    seq: count,
    seen: count,
    passed_over: count,
    unmatched: count,
    followed: count,
    filtered: count,
    inside: count,
    sent: count,
    skipped: count,
    paused: v.boolean(),
  }),
);
export const readTapEnd = readBy<StreamEnd>(v.object({ reason: text, stopping: v.optional(v.boolean()) }));
/** Steps are those of the trace, which `makeStepViews` takes: only what every view needs of them is looked at. */
export const readTapEntry = readBy<TapEntry>(
  v.looseObject({
    seq: count,
    index: count,
    entered: text,
    status,
    before: entry,
    after: v.array(entry),
    drops: v.array(v.looseObject({ reason: text })),
    stages: v.record(text, text),
    steps: v.array(
      v.looseObject({
        path: text,
        stage: text,
        status: text,
        emitted: v.array(entry),
        dropped: v.array(v.looseObject({ entry, reason: text })),
        reasons: v.array(v.looseObject({ code: text, text })),
        metrics: v.array(v.unknown()),
        logs: v.array(v.unknown()),
      }),
    ),
    pending: v.exactOptional(v.boolean()),
    cut: v.exactOptional(v.boolean()),
  }) as unknown as v.GenericSchema<unknown, TapEntry>,
);

const limits = v.object({ entries: count, bytes: count, seconds: count });
export const readCaptureTargets = readBy<CaptureTargets>(
  v.object({
    components: v.array(text),
    lokis: listOf(v.object({ name: text, url: text, component: v.exactOptional(text) }), MOST),
    most: limits,
    usual: limits,
  }),
);
export const readCaptureAnswer = readBy<CaptureAnswer>(
  v.object({
    samples: text,
    entries: count,
    bytes: count,
    seen: count,
    ended: v.fallback(v.picklist(["entries", "bytes", "time", "done", "gone"]), "done"),
    replaced: v.record(text, count),
  }),
);

const side = v.object({ status, outputs: v.array(entry) });
export const readShadow = readBy<ShadowAnswer>(
  v.object({
    id: text,
    state: v.fallback(v.picklist(["running", "done", "stopped", "exceeded", "replaced", "failed"]), "failed"),
    message: v.exactOptional(text),
    started: text,
    ended: v.exactOptional(text),
    seconds: count,
    sha256: text,
    version: v.exactOptional(count),
    shared: v.array(text),
    not_started: v.array(text),
    removed: v.array(text),
    cost: v.object({
      processor_seconds: count,
      processor: count,
      processor_limit: count,
      memory_bytes: count,
      memory_limit: count,
      entries: count,
      bytes: count,
      server_milliseconds: count,
    }),
    sample: v.object({
      by: v.picklist(["entry", "stream"]),
      every: count,
      seen: count,
      taken: count,
      skipped: count,
      streams: v.exactOptional(v.object({ seen: count, taken: count })),
      by_stream_for: v.array(text),
      inexact: v.array(text),
    }),
    summary: v.object({
      compared: count,
      same: count,
      different: count,
      only_active: count,
      only_draft: count,
      begun_before: count,
      out: both,
      bytes: both,
      streams: both,
      new_streams: v.array(text),
      gone_streams: v.array(text),
      series: both,
      new_series: v.array(text),
      gone_series: v.array(text),
      processes: listOf(
        v.object({
          id: text,
          changed: v.boolean(),
          in: both,
          out: both,
          drops: listOf(
            v.object({
              side: v.picklist(["active", "draft"]),
              path: text,
              stage: text,
              reason: text,
              entries: count,
            }),
            MOST,
          ),
        }),
        MOST,
      ),
      differences: listOf(
        v.object({
          input: entry,
          active: side,
          draft: side,
          differs: v.array(v.picklist(["count", "line", "timestamp", "labels", "metadata"])),
        }),
        MOST,
      ),
    }),
  }) as v.GenericSchema<unknown, ShadowAnswer>,
);
