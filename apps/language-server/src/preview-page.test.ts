import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { SeededRandom } from "@sluice/engine";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { handedJson, handOver, linkTo, MAX_LINK, MAX_PAGE_LINES, MAX_PAGE_TEXT } from "./handed-document.ts";
import { PreviewPages } from "./preview-page.ts";
import { DEFAULT_SETTINGS, readSettings } from "./settings.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sluice-language-server-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const NOW = Date.UTC(2026, 0, 2);
const document = (more: object = {}) => ({
  uri: "file:///x/main.alloy",
  text: "stage.drop {\r\n}\r\n",
  path: join(folder, "main.alloy"),
  folders: [folder],
  samplesFile: "app.log" as string | undefined,
  ...more,
});
const handed = async (more: object = {}) => {
  const given = await handOver(document(more), NOW);
  if (typeof given === "string") throw new Error(given);
  return given;
};

describe("a document that the page gets", () => {
  it("has its line ends, its samples as they are, and the present as its clock", async () => {
    write("app.log", "a\nb \u001b\n");
    const { content, ...head } = JSON.parse(handedJson(await handed()));
    expect(head).toEqual({ sluice: "document", version: 1 });
    expect(content).toEqual({
      name: "main",
      text: "stage.drop {\n}\n",
      lineEnd: "\r\n",
      samples: [{ line: "a" }, { line: "b \u001b" }],
      clock: "2026-01-02T00:00:00.000Z",
    });
  });

  it.each([
    ["a file that is not there", "none.log", "The page has no samples: cannot read none.log: no such file."],
    [
      "a file elsewhere",
      "../no-such-folder/x",
      "The page has no samples: cannot read ../no-such-folder/x: no such file.",
    ],
    ["none", undefined, undefined],
  ])("comes without samples where it names %s", async (_, samplesFile, note) => {
    const given = await handed({ samplesFile });
    expect(given).toMatchObject({ samples: [], note });
  });

  it("is cut to what the page takes, and says so", async () => {
    write("app.log", `${"x".repeat(MAX_PAGE_LINES / 2)}\n`.repeat(3));
    expect(await handed()).toMatchObject({
      samples: [{}, {}],
      note: "The page has the first 2 entries of app.log.",
    });
    expect(await handOver(document({ text: " ".repeat(MAX_PAGE_TEXT + 1) }), NOW)).toBe(
      "the page takes configurations of up to 1,048,576 characters, and this one has 1,048,577",
    );
  });
});

describe("a link to a server", () => {
  const read = (url: string) => JSON.parse(inflateSync(Buffer.from(url.split("#s1=")[1]!, "base64url")).toString());

  it("has the whole document in its fragment", async () => {
    write("app.log", "a\nb\n");
    const link = linkTo("http://sluice:8080/", await handed());
    expect(link).toMatchObject({ url: expect.stringMatching(/^http:\/\/sluice:8080\/#s1=/), samples: 2 });
    expect(read((link as { url: string }).url).content).toMatchObject({ name: "main", samples: [{}, {}] });
  });

  it("has as many samples as leave it short, and there is none for a long configuration", async () => {
    const chance = new SeededRandom(1);
    const random = () => Math.floor(chance.next() * 2 ** 32).toString(36);
    write("app.log", Array.from({ length: 9000 }, () => `${random()}${random()}\n`).join(""));
    const link = linkTo("http://s/", await handed()) as { url: string; samples: number };
    expect(link.url.length).toBeLessThanOrEqual(MAX_LINK);
    expect(link.url.length).toBeGreaterThan(MAX_LINK - 200);
    expect(read(link.url).content.samples).toHaveLength(link.samples);
    const text = Array.from({ length: 2000 }, random).join("\n");
    expect(linkTo("http://s/", await handed({ text }))).toMatch(/^the configuration is too long for a link \(.* 8,000/);
  });
});

describe("settings", () => {
  it.each([
    [{ previewServer: "http://localhost:8080" }, "http://localhost:8080/"],
    [{ sluice: { previewServer: "https://logs.example/sluice?a#b" } }, "https://logs.example/sluice/"],
    [{ previewServer: "" }, undefined],
    [{ sluice: { previewServer: null } }, undefined],
  ])("%j open %s", (given, previewServer) => {
    expect(readSettings(given)).toEqual({ ok: true, settings: { ...DEFAULT_SETTINGS, previewServer } });
  });

  it.each([undefined, null, 7, "a", {}, { sluice: {} }, { editor: { previewServer: 1 } }])(
    "%j say nothing of ours",
    (given) => expect(readSettings(given)).toBeUndefined(),
  );

  it.each(["localhost:8080", "file:///etc/passwd", "javascript:alert(1)", 7, {}])("%j is no server", (previewServer) =>
    expect(readSettings({ previewServer })).toMatchObject({ ok: false }),
  );
});

describe("the page of an editor", () => {
  /** Asks as anybody on this machine could. */
  const ask = (url: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; body: string; headers: Record<string, unknown> }>((resolve, reject) => {
      const asked = request(url, { headers }, (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("end", () =>
          resolve({ status: response.statusCode!, body: Buffer.concat(parts).toString(), headers: response.headers }),
        );
      });
      asked.on("error", reject).end();
    });
  const withPages = async (use: (pages: PreviewPages) => Promise<void>) => {
    const pages = new PreviewPages(join(folder, "page"));
    try {
      await use(pages);
    } finally {
      await pages.close();
    }
  };

  it("has the document beside it, for who knows the path and names this machine", async () => {
    mkdirSync(join(folder, "page/assets"), { recursive: true });
    write("page/index.html", "<html><head></head>page</html>");
    write("page/assets/a.js", "1");
    write("app.log", "a\n");
    await withPages(async (pages) => {
      const given = await handed();
      const opened = await pages.open("file:///x/main.alloy", given);
      if (!opened.ok) throw new Error(opened.message);
      expect(opened.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/1\/#document$/);
      const url = opened.url.replace("#document", "");
      expect(await ask(url)).toMatchObject({ status: 200, body: "<html><head></head>page</html>" });
      expect((await ask(`${url}assets/a.js`)).body).toBe("1");
      const json = await ask(`${url}document.json`);
      expect(json).toMatchObject({ status: 200, body: handedJson(given) });
      expect(json.headers).toMatchObject({ "cache-control": "no-store", "x-content-type-options": "nosniff" });
      expect(json.headers["access-control-allow-origin"]).toBeUndefined();

      const { origin, pathname } = new URL(url);
      for (const path of ["/", "/1/", "/1/document.json", `/${"0".repeat(32)}/1/document.json`])
        expect(await ask(origin + path), path).toMatchObject({ status: 404 });
      expect((await ask(`${origin}${pathname.replace("/1/", "/2/")}document.json`)).status).toBe(404);
      expect((await ask(`${url}document.json`, { host: "evil.example" })).status).toBe(421);

      // Opened again, it has the same address, and what it says now.
      expect(await pages.open("file:///x/main.alloy", { ...given, name: "again" })).toEqual(opened);
      expect((await ask(`${url}document.json`)).body).toContain('"again"');
      expect(await pages.open("file:///x/other.alloy", given)).toMatchObject({
        url: expect.stringMatching(/\/2\/#document$/),
      });
    });
  });

  it("is not there where it was not built", () =>
    withPages(async (pages) => {
      const opened = await pages.open("file:///a", await handed({ samplesFile: undefined }));
      expect(opened).toMatchObject({ ok: false, message: expect.stringContaining("has no index.html") });
    }));
});
