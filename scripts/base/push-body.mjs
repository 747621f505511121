// Bodies of Loki's push API in protobuf, in a snappy block, as agents send them.
import { createRequire } from "node:module";

const { compressSync } = createRequire(new URL("../../apps/server/package.json", import.meta.url))("snappy");

/** 2026-01-15T08:00:00Z, as a timestamp of protobuf. */
const AT = Buffer.from([0x08, 0x80, 0xa0, 0xa2, 0xcb, 0x06]);

/**
 * A field of protobuf that holds bytes.
 * @param {number} number
 * @param {Buffer} bytes
 */
function field(number, bytes) {
  const head = [(number << 3) | 2];
  for (let length = bytes.length; ; length >>>= 7) {
    if (length < 0x80) {
      head.push(length);
      break;
    }
    head.push((length & 0x7f) | 0x80);
  }
  return Buffer.concat([Buffer.from(head), bytes]);
}

/**
 * A push of entries, which are gathered into streams. All are of one moment, 2026-01-15T08:00:00Z.
 * @param {readonly { labels: Readonly<Record<string, string>>, line: string }[]} entries
 * @returns {Buffer}
 */
export function protobufBody(entries) {
  const at = field(1, AT);
  /** @type {Map<string, Buffer[]>} */
  const streams = new Map();
  for (const { labels, line } of entries) {
    const key = `{${Object.entries(labels).map(([name, value]) => `${name}="${value}"`)}}`;
    const entry = field(2, Buffer.concat([at, field(2, Buffer.from(line))]));
    const known = streams.get(key);
    if (known === undefined) streams.set(key, [entry]);
    else known.push(entry);
  }
  const all = [...streams].map(([key, lines]) => field(1, Buffer.concat([field(1, Buffer.from(key)), ...lines])));
  return compressSync(Buffer.concat(all));
}
