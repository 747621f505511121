// The requests that are measured, as bytes on the wire.
import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { create, toBinary } from "@bufbuild/protobuf";
import { PushRequestSchema } from "../../../apps/server/dist/src/gen/push/v1/push_pb.js";
import { makeCompressedPprof } from "./make-pprof.mjs";

/** Bytes of a compressed profile. */
export const PROFILE_SIZE = 127_000;
/** Its functions and their names alone take so many. */
const SMALLEST_PPROF = 30_000;
const LABELS = {
  __name__: "process_cpu",
  service_name: "bench",
  region: "eu-west",
  namespace: "shop",
  pod: "shop-7d9f",
};

/**
 * @param {string} target
 * @param {readonly string[]} headers
 * @param {Uint8Array} body
 */
function post(target, headers, body) {
  const lines = [`POST ${target} HTTP/1.1`, "Host: bench", ...headers, `Content-Length: ${body.length}`];
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), body]);
}

/** With a profile of about `size` bytes; a small one has so many bytes at random, since a pprof cannot be that small. */
export function makeRequests(size = PROFILE_SIZE) {
  const profile = size < SMALLEST_PPROF ? randomBytes(size) : makeCompressedPprof(size);
  const labels = Object.entries(LABELS).map(([name, value]) => ({ name, value }));
  const series = [{ labels, samples: [{ ID: "1", rawProfile: profile }] }];
  const message = toBinary(PushRequestSchema, create(PushRequestSchema, { series }));
  const name = "bench%7Bregion%3Deu-west%2Cnamespace%3Dshop%2Cpod%3Dshop-7d9f%7D";
  const ingest = `/ingest?name=${name}&from=1767225600&until=1767225610&format=pprof&spyName=bench`;
  /**
   * @param {readonly string[]} headers
   * @param {Uint8Array} body
   */
  const push = (headers, body) =>
    post(
      "/push.v1.PusherService/Push",
      ["Content-Type: application/proto", "Connect-Protocol-Version: 1", ...headers],
      body,
    );
  return {
    profile,
    kinds: {
      "/ingest": post(ingest, ["Content-Type: application/octet-stream"], profile),
      Push: push([], message),
      "Push, gzip": push(["Content-Encoding: gzip"], gzipSync(message)),
    },
  };
}
