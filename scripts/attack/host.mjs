// What the host's own routes reveal, and to which clients.
import { readdirSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { intake, SINK, writer } from "./upstream.mjs";
import { timeout, until } from "./victim.mjs";

/**
 * Asks with a request line and headers that `fetch` would not send.
 * @param {import("./victim.mjs").Victim} victim
 * @param {string} path
 * @param {Readonly<Record<string, string>>} headers
 * @param {string} method
 * @returns {Promise<{ status: number, headers: import("node:http").IncomingHttpHeaders, text: string }>}
 */
function ask(victim, path, headers = {}, method = "GET") {
  const { hostname, port } = new URL(victim.url);
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, method, headers, setHost: false }, (response) => {
      /** @type {Buffer[]} */
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    asked.on("error", reject);
    asked.end();
  });
}

const ROUTES = ["/", "/api/status", "/api/config", "/metrics", "/-/ready"];
const SECRETS = [
  "s3cr3t-userinfo",
  "s3cr3t-query",
  "s3cr3t-header",
  "s3cr3t-token",
  "s3cr3t-unknown",
  "s3cr3t-comment",
  "t0k",
];

/** What an endpoint was sent, and how it may write it. */
const ECHOED = 's3cr3t<echo>&more="x"';
/** @param {string} text */
const utf8 = (text) => [...Buffer.from(text)].map((byte) => byte.toString(16).padStart(2, "0"));
/** @type {Readonly<Record<string, (text: string) => string>>} */
const ECHOES = {
  "URL-encoded": encodeURIComponent,
  "URL-encoded in small digits": (text) => encodeURIComponent(text).toLowerCase(),
  "URL-encoded, all of it": (text) => `%${utf8(text).join("%")}`,
  "URL-encoded twice": (text) => encodeURIComponent(encodeURIComponent(text)),
  "of a form": (text) => new URLSearchParams({ a: `${text} ` }).toString(),
  "escaped as JSON": (text) => JSON.stringify({ error: text }),
  "escaped as Go's JSON": (text) =>
    JSON.stringify(text).replace(/[<>&]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`),
  "escaped as JSON, all of it": (text) => `\\u00${utf8(text).join("\\u00")}`,
  "escaped as HTML": (text) =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&#34;"),
  "in hex": (text) => Buffer.from(text).toString("hex"),
  "in capital hex": (text) => Buffer.from(text).toString("hex").toUpperCase(),
  ...Object.fromEntries(
    ["", "u", "u:"].map((before) => [
      `in base64 after ${before.length} bytes`,
      /** @param {string} text */
      (text) => Buffer.from(before + text).toString("base64"),
    ]),
  ),
  "in base64url": (text) => Buffer.from(text).toString("base64url"),
  "in base64 that is URL-encoded": (text) => encodeURIComponent(Buffer.from(text).toString("base64")),
};

/** @type {readonly import("./attempt.mjs").Attack[]} */
export const attacks = [
  {
    name: "host: an endpoint that repeats a secret in every form",
    quick: true,
    async run(t) {
      const said = Object.values(ECHOES).map((write) => write(ECHOED));
      let asked = 0;
      const upstream = await t.upstream(() => ({ status: 400, body: `no: ${said[asked++ % said.length]} it is` }));
      const victim = await t.victim(
        `${intake("logs.write.up.receiver")}${writer(upstream.url, `bearer_token = ${JSON.stringify(ECHOED)}`)}`,
      );
      const live = async () => (await ask(victim, "/api/live", { Host: "localhost" })).text;
      const shown = [];
      for (const [i, form] of Object.keys(ECHOES).entries()) {
        await victim.push([`line ${i}`]);
        const dropped = () => (victim.stderr.match(/a batch was dropped/g)?.length ?? 0) > i;
        t.expect(await until(dropped, 10_000), `what was refused was not dropped (${form})`);
        const { text: status } = await ask(victim, "/api/status", { Host: "localhost" });
        for (const text of [status, await live()])
          for (const way of [said[i], JSON.stringify(said[i]).slice(1, -1)])
            t.expect(!text.includes(way), `the secret is given away ${form}`);
        shown.push(status);
      }
      t.expect(
        shown.every((status) => status.includes("(secret)")),
        "what the upstream said is not shown at all",
      );
      for (const [i, form] of Object.keys(ECHOES).entries())
        for (const way of [said[i], JSON.stringify(said[i]).slice(1, -1)])
          t.expect(!victim.stderr.includes(way), `the log gives the secret away ${form}`);
    },
  },
  {
    name: "host: names that are not this machine's",
    quick: true,
    async run(t) {
      const victim = await t.any(intake("logs.process.sink.receiver") + SINK);
      for (const route of ROUTES) {
        for (const host of [
          "evil.example",
          "evil.example:3180",
          "localhost.evil.example",
          "127.0.0.1.evil.example",
          "evil.example#.localhost",
          "[fe80::1%25evil.example]",
        ]) {
          const { status } = await ask(victim, route, { Host: host });
          t.expect(status === 421, `${route} answers ${host} with ${status}`);
        }
        for (const host of ["localhost", "LOCALHOST", "127.0.0.1", "[::1]:3180"]) {
          const { status } = await ask(victim, route, { Host: host });
          t.expect(status !== 421, `${route} refuses ${host}`);
        }
      }
    },
  },
  {
    name: "host: secrets of the configuration",
    quick: true,
    async run(t) {
      // It repeats what it was sent, as some do: alone, without the words that would show what it is.
      const upstream = await t.upstream(({ url = "", headers }) => {
        const { authorization = "", "x-api-key": key, "x-token": token, "x-any": any } = headers;
        const credentials = authorization.replace(/^\w+ /, "");
        return { status: 400, body: `no: ${credentials} ${key} ${token} ${any} ${url.split("=").join(" ")}` };
      });
      const url = upstream.url.replace("http://", "http://user:s3cr3t-userinfo@");
      const victim = await t.victim(
        `// token = s3cr3t-comment\n${intake("logs.write.up.receiver, logs.write.short.receiver")}${writer(
          `${url}?token=s3cr3t-query`,
          `headers      = { "X-Api-Key" = "s3cr3t-header", "X-Any" = "s3cr3t-unknown" }
    bearer_token = "s3cr3t-token"`,
        )}${writer(upstream.url, 'headers = { "X-Token" = "t0k" }').replace('"up"', '"short"')}`,
      );
      await victim.push(["hello"]);
      t.expect(await until(() => upstream.requests.length > 1), "nothing was sent");
      t.expect(
        await until(() => victim.stderr.match(/a batch was dropped/g)?.length === 2, 10_000),
        "what was refused was not dropped",
      );
      t.expect(/answered 400: no: .*\(secret\)/.test(victim.stderr), "what the upstream said is not shown at all");
      for (const route of ["/api/config", "/api/status", "/metrics"]) {
        const { text } = await ask(victim, route, { Host: "localhost" });
        for (const secret of SECRETS) t.expect(!text.includes(secret), `${route} gives away ${secret}`);
      }
      for (const secret of SECRETS) t.expect(!victim.stderr.includes(secret), `the log gives away ${secret}`);
    },
  },
  {
    name: "host: paths that are not there",
    quick: true,
    async run(t) {
      const victim = await t.any(intake("logs.process.sink.receiver") + SINK);
      const paths = [
        "/assets/none.js",
        "/assets/",
        "/assets/%2e%2e/%2e%2e/package.json",
        "/assets/..%2findex.html",
        "/%ff",
        "/assets/%ff",
        "/assets/.git/config",
        "/api/none",
      ];
      for (const path of paths) {
        const { status, text } = await ask(victim, path, { Host: "localhost" });
        t.expect(status >= 400 && status < 500, `${path} answers ${status}`);
        t.expect(
          !/\bat .*:\d+:\d+|node_modules|\/apps\//.test(text),
          `${path} gives away how it is made: ${text.slice(0, 100)}`,
        );
      }
    },
  },
  {
    name: "host: headers that keep a page from being framed, sniffed or scripted",
    quick: true,
    async run(t) {
      const victim = await t.any(intake("logs.process.sink.receiver") + SINK);
      for (const route of [...ROUTES, "/none"]) {
        const { headers } = await ask(victim, route, { Host: "localhost", Accept: "text/html" });
        t.expect(headers["x-content-type-options"] === "nosniff", `${route} may be sniffed`);
        t.expect(
          headers["x-frame-options"] === "DENY" ||
            /frame-ancestors 'none'/.test(String(headers["content-security-policy"])),
          `${route} may be framed`,
        );
      }
      const { headers } = await ask(victim, "/", { Host: "localhost", Accept: "text/html" });
      t.expect(
        /script-src/.test(String(headers["content-security-policy"])),
        "the page has no policy for scripts in its headers",
      );
    },
  },
  {
    name: "host: 2,000 requests sent ahead on one connection that reads nothing",
    quick: true,
    async run(t) {
      const victim = await t.victim(intake("logs.process.sink.receiver") + SINK);
      const { hostname, port } = new URL(victim.url);
      const { text } = await ask(victim, "/", { Host: "localhost" });
      const [script] = /\/assets\/[^"]*\.js/.exec(text) ?? [];
      t.expect(script !== undefined, "the page is not built");
      const descriptors = () => readdirSync(`/proc/${victim.pid}/fd`).length;
      const before = process.platform === "linux" ? descriptors() : 0;
      const sockets = [2000, 90].map((count) => {
        const socket = connect(Number(port), hostname);
        socket.on("error", () => {});
        socket.pause();
        socket.write(`GET ${script} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(count));
        return socket;
      });
      await timeout(2000);
      const more = process.platform === "linux" ? descriptors() - before : 0;
      t.expect(more <= 10, `it holds ${more} descriptors more`);
      t.expect((await victim.push(["hello"])) === 204, "it does not answer any more");
      const begun = performance.now();
      const { code, signal } = await victim.stop();
      t.expect(code === 0, `it ended with ${code ?? signal}`);
      t.expect(performance.now() - begun < 10_000, "the stop waited for the connection");
      for (const socket of sockets) socket.destroy();
    },
  },
];
