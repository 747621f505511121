/**
 * Open taps: each follows entries through one pipeline for one client, and moves to whatever replaces that pipeline. It
 * sends what `watch/follower.ts` found. A client that is behind misses entries, which are counted; nothing waits for
 * it.
 */

import { MILLISECOND, TRACE_VERSION } from "@sluice/engine";
import type { StreamEnd, TapAnswer, TapBegin, TapEntry } from "@sluice/protocol";
import type { Scheduler } from "../platform/scheduler.ts";
import { cutShort, type PipelineFollower } from "../watch/follower.ts";
import { REFILLS, TapSession, type TapSettings } from "../watch/tap-session.ts";
import { listStages } from "./monitor.ts";

export const MAX_TAPS = 8;
const REFILL_EVERY = (1000n / BigInt(REFILLS)) * MILLISECOND;
/** Characters of an entry's event; a larger one is cut. */
const MAX_EVENT = 512 * 1024;

/** Where a tap's events go. */
export interface TapSink {
  /** Gives whether it took the event. */
  send(name: string, data: string, options?: { readonly id?: number; readonly always?: boolean }): boolean;
  end(name: string, data: string): void;
}

interface Tap {
  readonly id: string;
  readonly component: string;
  readonly session: TapSession;
  readonly sink: TapSink;
  follower: PipelineFollower;
}

export interface TapsParts {
  readonly scheduler: Scheduler;
  /** Undefined: there is no such component, or it has no stages. */
  follower(component: string): PipelineFollower | undefined;
}

export class Taps {
  readonly #parts: TapsParts;
  readonly #open = new Map<string, Tap>();
  #count = 0;
  #ticks = 0;
  #cancel = () => {};
  #stopped = false;

  constructor(parts: TapsParts) {
    this.#parts = parts;
  }

  get active(): number {
    return this.#open.size;
  }

  /** Whether there are as many as may be. */
  get full(): boolean {
    return this.#open.size >= MAX_TAPS;
  }

  get stopping(): boolean {
    return this.#stopped;
  }

  /** Why a component, or a stage of it, cannot be tapped. */
  problem(component: string, stage: string | undefined): string | undefined {
    const follower = this.#parts.follower(component);
    if (follower === undefined) return `there is no ${component} with stages`;
    return stage === undefined || follower.hasStage(stage) ? undefined : `${component} has no stage ${stage}`;
  }

  /** What it is set to; throws `RangeError` with a sentence where it cannot be. `sink` is made when nothing is wrong. */
  open(component: string, settings: TapSettings, makeSink: (id: string) => TapSink): void {
    const follower = this.#parts.follower(component);
    const problem = this.problem(component, settings.stage);
    if (follower === undefined || problem !== undefined) throw new RangeError(problem);
    const id = String(++this.#count);
    let tap: Tap | undefined;
    const session = new TapSession(settings, (entry) => send(tap!.sink, entry));
    tap = { id, component, session, sink: makeSink(id), follower };
    this.#open.set(id, tap);
    follower.add(session);
    this.#begin(tap);
    if (this.#open.size === 1) this.#arm();
  }

  #begin(tap: Tap): void {
    const begin: TapBegin = { ...answerOf(tap), version: TRACE_VERSION, stages: listStages(tap.follower.stages) };
    tap.sink.send("tap", JSON.stringify(begin), { always: true });
  }

  find(id: string): { readonly component: string; readonly settings: TapSettings } | undefined {
    const tap = this.#open.get(id);
    return tap && { component: tap.component, settings: tap.session.settings };
  }

  /** Throws `RangeError` with a sentence; undefined: it is not open. */
  change(id: string, settings: TapSettings): TapAnswer | undefined {
    const tap = this.#open.get(id);
    if (tap === undefined) return undefined;
    const problem = this.problem(tap.component, settings.stage);
    if (problem !== undefined) throw new RangeError(problem);
    tap.follower.change(tap.session, settings);
    return answerOf(tap);
  }

  /** The client has gone, or is to go. */
  close(id: string, end?: StreamEnd): void {
    const tap = this.#open.get(id);
    if (tap === undefined) return;
    tap.follower.remove(tap.session);
    this.#open.delete(id);
    if (this.#open.size === 0) this.#cancel();
    if (end === undefined) return;
    this.#tellCounts(tap);
    tap.sink.end("end", JSON.stringify(end));
  }

  stop(): void {
    this.#stopped = true;
    for (const id of [...this.#open.keys()]) this.close(id, { reason: "the server is stopping", stopping: true });
  }

  #arm(): void {
    this.#cancel = this.#parts.scheduler.after(REFILL_EVERY, () => {
      this.#arm();
      this.#tick();
    });
  }

  #tick(): void {
    for (const follower of new Set([...this.#open.values()].map((tap) => tap.follower))) follower.show();
    for (const { session } of this.#open.values()) session.refill();
    if (++this.#ticks % REFILLS !== 0) return;
    for (const tap of [...this.#open.values()]) this.#follow(tap);
  }

  /** Goes over to what runs now. */
  #follow(tap: Tap): void {
    const follower = this.#parts.follower(tap.component);
    if (follower === undefined) {
      this.close(tap.id, { reason: `${tap.component} is not there any more` });
      return;
    }
    if (follower !== tap.follower) {
      tap.follower.remove(tap.session);
      tap.follower = follower;
      follower.add(tap.session);
      this.#begin(tap);
    }
    this.#tellCounts(tap);
  }

  #tellCounts({ sink, session }: Tap): void {
    sink.send("counts", JSON.stringify(session.counts()), { always: true });
  }
}

function answerOf({ id, component, session }: Tap): TapAnswer {
  return { id, component, ...session.settings, seq: session.seq };
}

function send(sink: TapSink, entry: TapEntry): boolean {
  const { seq } = entry;
  const text = JSON.stringify(entry);
  if (text.length <= MAX_EVENT) return sink.send("entry", text, { id: seq });
  const { before, after } = entry;
  const short = { ...entry, before: cutShort(before), after: after.slice(0, 1).map(cutShort), steps: [], cut: true };
  const cut = JSON.stringify(short);
  return cut.length <= MAX_EVENT && sink.send("entry", cut, { id: seq });
}
