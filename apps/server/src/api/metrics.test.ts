import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { MetricFamily } from "@sluice/engine";
import express from "express";
import { afterEach, describe, expect, it } from "vitest";
import { ManualScheduler } from "../platform/scheduler.ts";
import { MetricsRoute } from "./metrics.ts";

const VALUE = "x".repeat(2000);
const family = (series: number): MetricFamily => ({
  name: "n",
  help: "h",
  type: "counter",
  samples: Array.from({ length: series }, (_, i) => ({ suffix: "", labels: [["i", VALUE]], value: i })),
});

let server: Server | undefined;
afterEach(() => server?.close());

/** Requests that have arrived. */
let asked = 0;

async function serve(gather: () => Generator<void, readonly MetricFamily[]>, scheduler: ManualScheduler) {
  const desk = new MetricsRoute(gather, scheduler);
  const app = express();
  asked = 0;
  app.get("/metrics", (request, response) => {
    asked++;
    return desk.answer(request, response);
  });
  const listening = app.listen(0, "127.0.0.1");
  server = listening;
  await new Promise((resolve) => listening.once("listening", resolve));
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}/metrics`;
}

describe("/metrics of very many series, which held everything up in one piece", () => {
  it("gathers in slices, once for all who ask meanwhile, and writes it whole", async () => {
    const scheduler = new ManualScheduler();
    scheduler.readingTakes = 4;
    let gathered = 0;
    const url = await serve(function* () {
      gathered++;
      for (let i = 0; i < 100; i++) yield;
      return [family(2000)];
    }, scheduler);
    const answers = Promise.all([1, 2, 3].map(async () => (await fetch(url)).text()));
    let turns = 0;
    let texts: string[] | undefined;
    void answers.then((all) => (texts = all));
    while (texts === undefined) {
      await new Promise((resolve) => setImmediate(resolve));
      if (asked < 3) continue;
      turns += scheduler.pending;
      await scheduler.advance(0n);
    }
    expect(gathered).toBe(1);
    expect(turns).toBeGreaterThan(30);
    for (const text of texts) {
      expect(text.split("\n").length).toBe(2003);
      expect(text.endsWith("} 1999\n")).toBe(true);
    }
    expect(scheduler.pending).toBe(0);
  });

  it("cuts off who does not read it", async () => {
    const scheduler = new ManualScheduler();
    const url = await serve(function* () {
      yield;
      return [family(50_000)];
    }, scheduler);
    const response = await fetch(url);
    await scheduler.advance(30_000_000_000n);
    await expect(response.text()).rejects.toThrow();
  });

  it("answers 503 when too many read at once", async () => {
    const scheduler = new ManualScheduler();
    scheduler.readingTakes = 5;
    let gathering = false;
    const url = await serve(function* () {
      gathering = true;
      yield;
      return [];
    }, scheduler);
    const statuses: number[] = [];
    const all = Promise.all(Array.from({ length: 17 }, async () => statuses.push((await fetch(url)).status)));
    while (statuses.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect([statuses, gathering]).toEqual([[503], true]);
    while (statuses.length < 17) {
      await new Promise((resolve) => setImmediate(resolve));
      await scheduler.advance(0n);
    }
    await all;
    expect(statuses.filter((status) => status === 200).length).toBe(16);
  });
});
