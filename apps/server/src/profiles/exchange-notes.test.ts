import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { MetricRegistry, SeededRandom } from "@sluice/engine";
import { expect, it } from "vitest";
import { RequestCounts } from "../http/request-counts.ts";
import { HeldBody } from "../platform/held-body.ts";
import { RequestRecord } from "../recording/request-record.ts";
import { Exchange, type Reply, ROUTES } from "./exchange.ts";
import { ExchangeNotes } from "./exchange-notes.ts";
import { RecordedView } from "./recorded-view.ts";

const SECRET = "s3cr3t-t0ken-of-mine";

/** The notes of a request that was answered so, and the bytes that it holds. */
function answered(reply: Reply) {
  const record = new RequestRecord(new SeededRandom(1));
  record.recording = true;
  const request = new IncomingMessage(new Socket());
  const elapsed = () => 0;
  const notes = new ExchangeNotes(request, "push", { record, receiver: "a", now: () => 0n }, elapsed);
  const counts = new RequestCounts(new MetricRegistry(), "a_", ROUTES);
  const exchange = new Exchange(
    request,
    new ServerResponse(request),
    "ingest",
    { elapsed, writeTimeout: 0, counts },
    notes,
  );
  exchange.reply(reply);
  notes.end(reply.status, 1);
  const hide = (text: string) => text.replaceAll(SECRET, "(secret)");
  return { answer: new RecordedView(record, hide).request(record.list()[0]!).answer, held: record.held.texts };
}

it.each<[name: string, reply: Reply, answer: string | undefined]>([
  ["a line", { status: 400, body: "not so\n" }, "not so"],
  ["bytes", { status: 500, body: Buffer.from("broken") }, "broken"],
  ["a trailer of gRPC", { status: 200, body: "", trailers: [["grpc-message", "no%20name"]] }, "no name"],
  ["one that is not encoded rightly", { status: 200, trailers: [["grpc-message", "100%"]] }, "100%"],
  ["nothing", { status: 401 }, undefined],
  ["success", { status: 200, body: "all well" }, undefined],
])("tells why a request was refused: %s", (_name, reply, answer) => {
  expect(answered(reply).answer).toBe(answer);
});

it("keeps the beginning of an answer, without secrets and in one line", () => {
  const { answer, held } = answered({ status: 400, body: `no: ${SECRET}\n${"x".repeat(100_000)}` });
  expect(answer).toMatch(/^no: \(secret\)/);
  expect(answer).not.toContain("\n");
  expect(answer!.length).toBeLessThan(400);
  expect(held).toBeGreaterThan(2000);
  expect(held).toBeLessThan(10_000);
});

it("keeps no body that comes after the end of its request", () => {
  const record = new RequestRecord(new SeededRandom(1));
  record.recording = true;
  const notes = new ExchangeNotes(
    new IncomingMessage(new Socket()),
    "push",
    { record, receiver: "a", now: () => 0n },
    () => 0,
  );
  notes.end(499, 1);
  notes.take(new HeldBody([Buffer.alloc(100)], () => {}));
  expect(record.held.bodies).toBe(0);
});
