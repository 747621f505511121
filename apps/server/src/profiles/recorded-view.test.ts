/** What it takes to show a request is bounded, and others get their turn. */
import { SeededRandom } from "@sluice/engine";
import { expect, it, vi } from "vitest";
import { ManualScheduler } from "../platform/scheduler.ts";
import { type RecordedRequest, RequestRecord } from "../recording/request-record.ts";
import type { RecordedBody } from "./recorded-content.ts";
import { RecordedView } from "./recorded-view.ts";

const REQUEST: RecordedRequest = {
  id: "1",
  notes: {
    time: 0,
    receiver: "r",
    route: "push",
    method: "POST",
    url: "/push",
    rawHeaders: [],
    milliseconds: 1,
    status: 200,
    profiles: 1,
    targets: [],
  },
  name: undefined,
  bytes: 0,
  body: undefined,
};

/** The samples of one series. */
async function* seriesOf(received: RecordedBody["received"], samples: number): AsyncGenerator<RecordedBody> {
  const name = { received: new Map(received), labels: [] };
  for (let i = 0; i < samples; i++) yield { received, name, bytes: new Uint8Array() };
}

const labels = (count: number, name = "", value = "") => Array.from({ length: count }, () => [name, value] as const);

async function show(contents: AsyncIterable<RecordedBody>, scheduler = new ManualScheduler(), request = REQUEST) {
  const hide = vi.fn((text: string) => text);
  const shown = new RecordedView(new RequestRecord(new SeededRandom(1)), hide).detail(request, contents, scheduler);
  return { contents: (await shown).contents, hidden: hide.mock.calls.length };
}

it("describes the labels of a series once for all its profiles", async () => {
  const few = await show(seriesOf(labels(3, "a", "b"), 1));
  const many = await show(seriesOf(labels(3, "a", "b"), 500));
  expect(many.contents).toHaveLength(500);
  expect(many.contents[499]).toMatchObject({ received: [...labels(3, "a", "b")] });
  expect(many.hidden).toBe(few.hidden);
});

it("counts labels without a character", async () => {
  const { contents } = await show(seriesOf(labels(2000), 1000));
  expect(contents).toHaveLength(8);
  expect((await show(seriesOf(labels(240_000), 1000))).contents).toEqual([]);
});

it("counts the parts of each profile", async () => {
  const part = `--b\r\nContent-Disposition: form-data; name="${"n".repeat(4000)}"\r\n\r\n\r\n`;
  const bytes = Buffer.from(`${part.repeat(50)}--b--\r\n`);
  async function* contents() {
    for await (const one of seriesOf([], 1000)) yield { ...one, bytes };
  }
  expect((await show(contents())).contents).toHaveLength(6);
});

it("lets others have their turn", async () => {
  const scheduler = new ManualScheduler();
  scheduler.readingTakes = 1;
  let done = false;
  const shown = show(seriesOf(labels(1, "a", "b"), 100), scheduler).finally(() => {
    done = true;
  });
  let turns = 0;
  for (; !done && turns < 1000; turns++) {
    await scheduler.advance(0n);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect((await shown).contents).toHaveLength(100);
  expect(turns).toBeGreaterThan(10);
});

it("says what the client of an ingest has to change", async () => {
  async function* contents() {
    for await (const one of seriesOf([], 1)) yield { ...one, bytes: Buffer.from("[object FormData]") };
  }
  const notes = { ...REQUEST.notes, route: "ingest" as const, url: "/ingest?name=shop&from=1.0&until=2" };
  const ingested = await show(contents(), undefined, { ...REQUEST, notes });
  expect(ingested.contents[0]!.advice).toEqual([
    expect.stringContaining("[object FormData]"),
    expect.stringContaining("Send from=1."),
  ]);
  expect((await show(contents())).contents[0]).not.toHaveProperty("advice");
});
