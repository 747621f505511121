import type { AddressInfo } from "node:net";
import { createServer, type Server } from "node:net";
import { SECOND } from "@sluice/engine";
import { afterEach, describe, expect, it } from "vitest";
import { FileGate } from "../platform/file-gate.ts";
import { createSystemScheduler } from "../platform/scheduler.ts";
import { Poster } from "./post.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Answers every request with these bytes; ends the connection after them where `end`. */
async function serve(answer: string | Buffer, end: boolean): Promise<string> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => (end ? socket.end(answer) : socket.write(answer)));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("an answer whose body is broken, after which the entries were sent again", () => {
  it.each<[string, string, boolean, number, string]>([
    ["shorter than it says", "200 OK\r\nContent-Length: 100\r\n\r\nabc", true, 200, "abc"],
    ["not the gzip that it says", "200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc", true, 200, "abc"],
    ["badly chunked", "200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", true, 200, ""],
    ["never coming to its end", "200 OK\r\nContent-Length: 100\r\n\r\nabc", false, 200, "abc"],
    ["broken in a refusal", "400 Bad Request\r\nContent-Length: 100\r\n\r\nno labels", true, 400, "no labels"],
    ["whole", "400 Bad Request\r\nContent-Length: 3\r\n\r\nabc", false, 400, "abc"],
  ])("%s: its status decides", async (_name, answer, end, status, body) => {
    const url = await serve(`HTTP/1.1 ${answer}`, end);
    const request = { url, headers: {}, body: Buffer.from("x"), timeout: 5n * SECOND, followRedirects: true };
    const poster = new Poster(
      { home: url, tls: undefined, proxy: undefined, files: new FileGate("") },
      createSystemScheduler(),
    );
    expect(await poster.post(request, new AbortController().signal)).toEqual({ status, body });
    poster.retire();
  });
});

it("tells why there is no answer", async () => {
  const ask = async (url: string, timeout = 5n * SECOND, signal = new AbortController().signal) => {
    const poster = new Poster(
      { home: url, tls: undefined, proxy: undefined, files: new FileGate("") },
      createSystemScheduler(),
    );
    const result = await poster.post(
      { url, headers: {}, body: Buffer.from("x"), timeout, followRedirects: true },
      signal,
    );
    poster.retire();
    return result;
  };
  const silent = await serve("", false);
  expect(await ask(silent, SECOND / 100n)).toEqual({ status: 0, error: "no answer within 0.01 s" });
  expect(await ask(silent, SECOND, AbortSignal.abort())).toMatchObject({
    status: 0,
    error: expect.stringMatching(/nobody waits/),
  });
  expect(await ask("ftp://127.0.0.1/")).toEqual({ status: 0, error: "the address is neither http nor https" });
});
