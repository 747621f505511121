import type { AddressInfo } from "node:net";
import { createServer, type Server } from "node:net";
import { SECOND } from "@sluice/engine";
import { afterEach, describe, expect, it } from "vitest";
import { postWithFetch } from "./post.ts";

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
    ["not the gzip that it says", "200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc", true, 200, ""],
    ["badly chunked", "200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", true, 200, ""],
    ["never coming to its end", "200 OK\r\nContent-Length: 100\r\n\r\nabc", false, 200, "abc"],
    ["broken in a refusal", "400 Bad Request\r\nContent-Length: 100\r\n\r\nno labels", true, 400, "no labels"],
    ["whole", "400 Bad Request\r\nContent-Length: 3\r\n\r\nabc", false, 400, "abc"],
  ])("%s: its status decides", async (_name, answer, end, status, body) => {
    const url = await serve(`HTTP/1.1 ${answer}`, end);
    const request = { url, headers: {}, body: Buffer.from("x"), timeout: 5n * SECOND, followRedirects: true };
    expect(await postWithFetch(request, new AbortController().signal)).toEqual({ status, body });
  });
});
