/** The answers of a server, as they come over a connection. */

export interface WireAnswer {
  readonly outcome: "response" | "connection_closed" | "timeout";
  readonly status: number;
  /** By names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly trailers: Readonly<Record<string, string>>;
}

/** Of what was no answer. */
export const NOTHING = { status: 0, headers: {}, body: Buffer.alloc(0), trailers: {} };

const LINE = "\r\n";

/** The first whole answer in what arrived, interim ones left out; `ended` when nothing more comes. */
export function readAnswer(all: Buffer, method: string, ended: boolean): Omit<WireAnswer, "outcome"> | undefined {
  let rest = all;
  for (;;) {
    const end = rest.indexOf(LINE + LINE);
    if (end < 0) return undefined;
    const [first = "", ...lines] = rest.toString("latin1", 0, end).split(LINE);
    const status = Number(/^HTTP\/1\.[01] (\d+)/.exec(first)?.[1]);
    rest = rest.subarray(end + 4);
    if (status >= 100 && status < 200) continue;
    const headers = fieldsOf(lines);
    if (method === "HEAD" || status === 204 || status === 304) return { ...NOTHING, status, headers };
    if (/chunked/i.test(headers["transfer-encoding"] ?? "")) {
      const read = readChunks(rest);
      return read === undefined ? undefined : { status, headers, ...read };
    }
    const { "content-length": announced } = headers;
    if (announced === undefined) return ended ? { ...NOTHING, status, headers, body: rest } : undefined;
    if (rest.length < Number(announced)) return undefined;
    return { ...NOTHING, status, headers, body: rest.subarray(0, Number(announced)) };
  }
}

function readChunks(bytes: Buffer): Pick<WireAnswer, "body" | "trailers"> | undefined {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf(LINE, at);
    if (end < 0) return undefined;
    const length = Number.parseInt(bytes.toString("latin1", at, end), 16);
    if (length === 0) {
      const last = bytes.indexOf(LINE + LINE, end);
      if (last < 0) return undefined;
      const lines = bytes.toString("latin1", end + 2, Math.max(end + 2, last)).split(LINE);
      return { body: Buffer.concat(chunks), trailers: fieldsOf(lines) };
    }
    if (bytes.length < end + 2 + length + 2) return undefined;
    chunks.push(bytes.subarray(end + 2, end + 2 + length));
    at = end + 2 + length + 2;
  }
}

function fieldsOf(lines: readonly string[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(":");
    if (colon <= 0) continue;
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    fields[name] = name in fields ? `${fields[name]}, ${value}` : value;
  }
  return fields;
}
