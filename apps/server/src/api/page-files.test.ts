/** The built page's files as a client gets them: compressed as it takes them, whole or in parts, fresh or from its cache. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import express from "express";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { acceptedEncodings, pageFiles } from "./page-files.ts";

const SCRIPT = "let a = 1;\n".repeat(500);
const PAGE = "<title>Sluice</title>".repeat(100);

let folder: string;
let server: Server;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sluice-page-"));
  mkdirSync(join(folder, "deep"));
  for (const [name, text] of [
    ["index.html", PAGE],
    ["deep/app.js", SCRIPT],
  ] as const) {
    writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text));
  }
  writeFileSync(join(folder, "only.css"), "a{}".repeat(1000));
  writeFileSync(join(folder, "only.css.gz"), gzipSync("a{}".repeat(1000)));
  writeFileSync(join(folder, "small.svg"), "<svg/>");
  const app = express();
  app.use(
    pageFiles(folder, {
      immutable: true,
      maxAge: "365d",
      setHeaders: (response, path) => response.setHeader("X-File", path.slice(folder.length)),
    }),
  );
  app.use((_request, response) => void response.status(404).send("none"));
  server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

function get(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, path, headers, method }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    })
      .on("error", reject)
      .end();
  });
}
const taking = (encodings: string) => ({ "Accept-Encoding": encodings });

function decoded({ headers, body }: Answer): string {
  const encoding = headers["content-encoding"];
  if (encoding === "br") return brotliDecompressSync(body).toString();
  return (encoding === "gzip" ? gunzipSync(body) : body).toString();
}

describe("Accept-Encoding", () => {
  it.each<[string | undefined, string[]]>([
    [undefined, []],
    ["", []],
    ["gzip, deflate, br, zstd", ["br", "gzip"]],
    ["gzip", ["gzip"]],
    ["BR", ["br"]],
    ["br;q=0.5, gzip;q=0.8", ["gzip", "br"]],
    ["br;q=0, gzip", ["gzip"]],
    ["br; q=0.000,gzip ; q=0.001", ["gzip"]],
    ["*", ["br", "gzip"]],
    ["*;q=0", []],
    ["gzip;q=0, *", ["br"]],
    ["identity", []],
    ["identity;q=1, gzip;q=0.5", []],
    ["identity;q=0.5, gzip;q=0.5", ["gzip"]],
    ["gzip;q=x", []],
    ["gzip;q=9", []],
    ["deflate, zstd", []],
    [`${"x,".repeat(100)}gzip`, []],
  ])("%j takes %j", (header, expected) => {
    expect(acceptedEncodings(header)).toEqual(expected);
  });
});

describe("files of the page", () => {
  it.each([
    ["/deep/app.js", "br, gzip", "br", "text/javascript; charset=utf-8", SCRIPT, "/deep/app.js"],
    ["/deep/app.js", "gzip", "gzip", "text/javascript; charset=utf-8", SCRIPT, "/deep/app.js"],
    ["/deep/app.js?x=1", "gzip", "gzip", "text/javascript; charset=utf-8", SCRIPT, "/deep/app.js"],
    ["/deep/app.js", "identity", undefined, "text/javascript; charset=utf-8", SCRIPT, "/deep/app.js"],
    ["/", "br", "br", "text/html; charset=utf-8", PAGE, "/index.html"],
    ["/only.css", "br, gzip", "gzip", "text/css; charset=utf-8", "a{}".repeat(1000), "/only.css"],
    ["/small.svg", "br, gzip", undefined, "image/svg+xml", "<svg/>", "/small.svg"],
  ])("%s for a client that takes %s", async (path, accepts, encoding, type, text, file) => {
    const answer = await get(path, taking(accepts));
    expect(answer.status).toBe(200);
    expect(answer.headers["content-encoding"]).toBe(encoding);
    expect(answer.headers["content-type"]).toBe(type);
    expect(answer.headers["content-length"]).toBe(String(answer.body.length));
    expect(answer.headers.vary).toBe("Accept-Encoding");
    expect(answer.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(answer.headers["x-file"]).toBe(file);
    expect(decoded(answer)).toBe(text);
  });

  it("have an ETag for each form, by which a cache asks again", async () => {
    const tags = [];
    for (const accepts of ["br", "gzip", "identity"]) {
      const { headers } = await get("/deep/app.js", taking(accepts));
      tags.push(headers.etag);
      const again = await get("/deep/app.js", { ...taking(accepts), "If-None-Match": headers.etag! });
      expect([again.status, again.headers.vary, again.body.length]).toEqual([304, "Accept-Encoding", 0]);
    }
    expect(new Set(tags).size).toBe(3);
    const other = await get("/deep/app.js", { ...taking("gzip"), "If-None-Match": tags[0]! });
    expect(other.status).toBe(200);
  });

  it("give a part of the plain file, never of a compressed one", async () => {
    const part = await get("/deep/app.js", { ...taking("br, gzip"), Range: "bytes=0-9" });
    expect([part.status, part.headers["content-encoding"], part.headers["content-range"]]).toEqual([
      206,
      undefined,
      `bytes 0-9/${SCRIPT.length}`,
    ]);
    expect(part.body.toString()).toBe("let a = 1;");
    // A part of what was compressed is not part of this.
    const { headers } = await get("/deep/app.js", taking("br"));
    const stale = await get("/deep/app.js", { ...taking("br"), Range: "bytes=0-9", "If-Range": headers.etag! });
    expect([stale.status, stale.body.toString()]).toEqual([200, SCRIPT]);
  });

  it("answer HEAD with the length of what GET would give", async () => {
    const { body } = await get("/deep/app.js", taking("br"));
    const head = await get("/deep/app.js", taking("br"), "HEAD");
    expect([head.status, head.headers["content-encoding"], head.headers["content-length"], head.body.length]).toEqual([
      200,
      "br",
      String(body.length),
      0,
    ]);
  });

  it.each(["/nope.js", "/%2e%2e/%2e%2e/etc/passwd", "/%00", "/%ff", "/.git"])("%s is not there", async (path) => {
    const { status, headers } = await get(path, taking("br, gzip"));
    expect([status, headers["content-encoding"]]).toEqual([404, undefined]);
  });
});
