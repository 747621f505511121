/** What is held while receivers work is what the client sent, whichever others come, go and break off meanwhile. */
import { connect } from "node:net";
import { create, toBinary } from "@bufbuild/protobuf";
import { SeededRandom } from "@sluice/engine";
import { afterEach, expect, it } from "vitest";
import type { Handed, ProfilesReceiver } from "../core/entries/profiles-receiver.ts";
import { PushRequestSchema } from "../gen/push/v1/push_pb.ts";
import { BODY_BLOCKS } from "../http/body-blocks.ts";
import { ProfilesFixture } from "../testing/profiles-fixture.ts";

let fixture: ProfilesFixture | undefined;
afterEach(() => fixture?.stop());

const turns = async (count: number) => {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
};

const BLOCK = 64 * 1024;

it.each([
  ["not recorded", false],
  ["recorded", true],
])("is not written over before all receivers are done with it: %s", async (_name, recorded) => {
  fixture = await ProfilesFixture.start();
  const { requests: record } = fixture.context;
  // Records of tests before this one.
  const before = BODY_BLOCKS.held;
  record.recording = recorded;
  const random = new SeededRandom(3);
  const below = (n: number) => Math.floor(random.next() * n);
  const wrong: string[] = [];
  let seen = 0;
  let most = 0;
  const look = async (parts: readonly Uint8Array[], wanted: string): Promise<Handed> => {
    await turns(below(12));
    most = Math.max(most, BODY_BLOCKS.held);
    const bytes = Buffer.concat(parts);
    if (!bytes.equals(Buffer.alloc(bytes.length, wanted))) wrong.push(wanted);
    seen++;
    if (random.next() < 0.2) throw new Error("not taken");
    return { retries: 0 };
  };
  const receiver: ProfilesReceiver = {
    ingest: ({ body, rawQuery }) => look(body, rawQuery.slice(-4)),
    append: ({ samples: [sample] }) => look(sample!.parts, sample!.id),
  };
  fixture.outlet.receivers = [receiver, receiver];
  const { port } = fixture;
  const send = (i: number) =>
    new Promise<void>((resolve) => {
      const wanted = String(1000 + i);
      const profile = Buffer.alloc(20_000 + below(300_000), wanted);
      const pushed = create(PushRequestSchema, {
        series: [{ labels: [{ name: "a", value: "b" }], samples: [{ ID: wanted, rawProfile: profile }] }],
      });
      const [target, type, body] =
        i % 2 === 0
          ? [`/ingest?name=a&x=${wanted}`, "application/octet-stream", profile]
          : ["/push.v1.PusherService/Push", "application/proto", toBinary(PushRequestSchema, pushed)];
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => {}).on("close", () => resolve());
      socket.write(
        `POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`,
      );
      socket.write(body);
      // Some leave while it is worked on, the others when they have their answer.
      if (random.next() < 0.3) void turns(below(20)).then(() => socket.destroy());
      socket.once("data", () => socket.end());
    });
  for (let round = 0; round < 6; round++) await Promise.all(Array.from({ length: 20 }, (_, i) => send(20 * round + i)));
  // What is recorded stays, and nothing else.
  const kept = () => record.list().reduce((sum, { body }) => sum + BLOCK * Math.ceil((body?.length ?? 0) / BLOCK), 0);
  await expect
    .poll(() => [BODY_BLOCKS.held - before - kept(), fixture!.source.details().bytes_in_flight])
    .toEqual([0, 0]);
  expect(kept() > 0).toBe(recorded);
  expect(wrong).toEqual([]);
  expect(seen).toBeGreaterThan(100);
  expect(most).toBeGreaterThan(1024 * 1024);
});
