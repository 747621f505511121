/** Server-sent events over `fetch`: the browser's own reader of them can send neither a token nor a body. */

export interface StreamEvent {
  readonly name: string;
  readonly data: unknown;
  /** UTF-16 units that it took. */
  readonly size: number;
}

/** Characters of one event; a server that sends more is not one of ours. */
const MAX_EVENT = 16 * 1024 * 1024;

const BROKEN = { value: undefined, done: true } as const;

/**
 * The events of an answer, as they come. Comments are left out, and so are events whose data is no JSON. They end where the
 * connection breaks, or an event is too long.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let left = "";
  try {
    for (;;) {
      const { value, done } = await reader.read().catch(() => BROKEN);
      if (done) return;
      const text = left + decoder.decode(value, { stream: true });
      const blocks = text.split(/\r?\n\r?\n/);
      left = blocks.pop()!;
      if (left.length > MAX_EVENT) return;
      for (const block of blocks) {
        const event = readEvent(block);
        if (event !== undefined) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function readEvent(block: string): StreamEvent | undefined {
  let name = "message";
  let data: string | undefined;
  for (const line of block.split(/\r?\n/)) {
    if (line.startsWith("event:")) name = line.slice(6).trim();
    else if (line.startsWith("data:")) data = `${data === undefined ? "" : `${data}\n`}${line.slice(5).trimStart()}`;
  }
  if (data === undefined) return undefined;
  try {
    return { name, data: JSON.parse(data) as unknown, size: data.length };
  } catch {
    return undefined;
  }
}
