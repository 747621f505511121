/** Pushes can be read in two ways, here and by Connect's code: what was recorded is sent both ways where both can take it. */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { fromBinary, toJsonString } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { AT_ONCE, type ProfilesReceiver } from "../core/entries/profiles-receiver.ts";
import { PushRequestSchema } from "../gen/push/v1/push_pb.ts";
import { type ClientWait, push } from "./push.ts";
import { type MessagePush, pushByConnect } from "./push-connect.ts";
import { pushDirectly } from "./push-direct.ts";
import { readProto } from "./push-message.ts";
import { PushError } from "./push-protocol.ts";

interface Recorded {
  readonly id: string;
  readonly request: { readonly target: string; readonly headers: [string, string][]; readonly body_b64?: string };
}

const vectors = (
  JSON.parse(readFileSync(new URL("../../conformance/vectors/profiles.json", import.meta.url), "utf8")) as {
    vectors: Recorded[];
  }
).vectors;

const header = ({ request }: Recorded, name: string) =>
  request.headers.find(([one]) => one.toLowerCase() === name)?.[1]?.toLowerCase();

/** Messages in the binary form, decompressed where they are compressed. */
const messages = vectors.flatMap((vector) => {
  if (!vector.request.target.startsWith("/push.v1.") || header(vector, "content-type") !== "application/proto")
    return [];
  const body = Buffer.from(vector.request.body_b64 ?? "", "base64");
  try {
    const gzip = header(vector, "content-encoding") === "gzip" && body.length > 0;
    return [{ id: vector.id, message: gzip ? gunzipSync(body) : body }];
  } catch {
    // What cannot be decompressed gets as far on neither way.
    return [];
  }
});

const OUTCOMES: Readonly<Record<string, () => Promise<void>>> = {
  "a receiver that takes it": () => Promise.resolve(),
  "a receiver that does not": () => Promise.reject(new Error('no "room"')),
};

/** What is answered, and what was handed over. */
async function follow(
  way: (asked: MessagePush) => Promise<Uint8Array>,
  asked: Pick<MessagePush, "message" | "contentType">,
  outcome: () => Promise<void>,
) {
  const handed: unknown[] = [];
  const receiver: ProfilesReceiver = {
    ingest: () => Promise.reject(new Error("nothing ingests")),
    append: async ({ labels, samples }) => {
      handed.push({ labels, samples: samples.map(({ id, parts }) => [id, Buffer.concat(parts).toString("hex")]) });
      await outcome();
      return AT_ONCE;
    },
  };
  const wait: ClientWait = { signal: new AbortController().signal, deadline: undefined };
  const answer = await way({
    ...asked,
    wait,
    now: () => 0n,
    push: (request, given) => push(request, [receiver, receiver], given),
  }).then(
    (message) => Buffer.from(message).toString(),
    (error: unknown) => {
      if (!(error instanceof PushError)) throw error;
      const { code, status, message } = error;
      // Texts of what cannot be read are each reader's own.
      return { code, status, message: code === "invalid_argument" ? "" : message };
    },
  );
  return { answer, handed };
}

/** In two parts, as a message may come. */
const directly = async ({ message, ...asked }: MessagePush) => {
  const half = message.length >> 1;
  return pushDirectly({ ...asked, message: [message.subarray(0, half), message.subarray(half)] });
};

it("there are messages to compare", () => expect(messages.length).toBeGreaterThan(50));

for (const [name, outcome] of Object.entries(OUTCOMES)) {
  it.each(messages)(`$id is answered alike by both ways of reading it, with ${name}`, async ({ message }) => {
    const contentType = "application/proto";
    const here = await follow(directly, { message, contentType }, outcome);
    expect(await follow(pushByConnect, { message, contentType }, outcome)).toEqual(here);
  });

  it.each(messages)(`$id means the same in JSON, with ${name}`, async ({ message }) => {
    const here = await follow(directly, { message, contentType: "application/proto" }, outcome);
    let json: string;
    try {
      readProto([message]);
      json = toJsonString(PushRequestSchema, fromBinary(PushRequestSchema, message));
    } catch {
      return expect(here.answer).toMatchObject({ code: "invalid_argument" });
    }
    const asked = { message: Buffer.from(json), contentType: "application/json" };
    const there = await follow(pushByConnect, asked, outcome);
    expect(there.handed).toEqual(here.handed);
    expect(there.answer).toEqual(here.answer === "" ? "{}" : here.answer);
  });
}
