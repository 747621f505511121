import { connect } from "node:net";
import { expect, it } from "vitest";
import { never } from "../testing/fixtures.ts";
import { closeServer, listen } from "./listen.ts";

async function answerTo(parts: readonly string[], options: Parameters<typeof listen>[3]): Promise<string> {
  const listening = await listen((_request, response) => void response.end("ok"), "127.0.0.1", 0, options);
  if (!listening.ok) throw new Error(listening.message);
  const socket = connect(listening.address.port, "127.0.0.1");
  let sent = 0;
  const timer = setInterval(() => socket.write(parts[sent++ % parts.length]!), 5);
  socket.on("error", () => {});
  let text = "";
  for await (const chunk of socket) text += chunk;
  clearInterval(timer);
  await closeServer(listening.server, never);
  return text;
}

it("does not wait for headers that come a byte at a time", async () => {
  const answer = await answerTo(["GET / HTTP/1.1\r\n", ...Array(1000).fill("X-A: b\r\n")], { headersTimeout: 80 });
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
});

it("does not wait for a body that nobody reads and that does not end", async () => {
  const head = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n";
  const answer = await answerTo([head, ...Array(1000).fill("x")], { requestTimeout: 80 });
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});
