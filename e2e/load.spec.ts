/** What crosses the wire: at the first visit, and when a text is shown for the first time. */
import type { Page } from "playwright/test";
import { expect, showText, test } from "./server.ts";

/** Bytes; what is beyond them was not meant to be there, or is worth a thought. */
const FIRST_VISIT = 640_000;
const EDITOR = 900_000;
const PROFILES = 30_000;

interface Loaded {
  readonly path: string;
  readonly bytes: number;
}

/** Everything that the page asks for from now on, workers included. */
function listen(page: Page): () => Promise<Loaded[]> {
  const urls = new Set<string>();
  page.on("request", (request) => urls.add(request.url()));
  return async () => {
    await page.evaluate(() => document.fonts.ready);
    const asked = [...urls].filter((url) => !url.includes("/api/") && url.startsWith("http"));
    urls.clear();
    return Promise.all(asked.map(weigh));
  };
}

/** The browser does not tell the size of a worker's script: the server is asked the same once more. */
async function weigh(url: string): Promise<Loaded> {
  const answer = await fetch(url, { method: "HEAD", headers: { "Accept-Encoding": "br" } });
  return { path: new URL(url).pathname, bytes: Number(answer.headers.get("content-length")) };
}

function report(what: string, loaded: readonly Loaded[]): number {
  const sum = loaded.reduce((all, { bytes }) => all + bytes, 0);
  const rows = loaded.toSorted((a, b) => b.bytes - a.bytes);
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(1).padStart(7)} kB`;
  console.log([`${kB(sum)}  ${what}`, ...rows.map(({ path, bytes }) => `${kB(bytes)}    ${path}`)].join("\n"));
  return sum;
}

const named = (loaded: readonly Loaded[], pattern: RegExp) => loaded.filter(({ path }) => pattern.test(path));

test("a first visit loads the page, the engine and two fonts; the editor comes when a text is shown", async ({
  page,
  server,
}) => {
  const loaded = listen(page);
  await page.goto(server.url);
  await expect(page.getByRole("region", { name: "Balance" })).toBeVisible();
  const first = await loaded();
  expect(report("the first visit", first)).toBeLessThan(FIRST_VISIT);
  expect(named(first, /engine-worker/)).toHaveLength(1);
  expect(named(first, /\.woff2$/).map(({ path }) => /(?:inter|mono)-latin-wght/.exec(path)?.[0])).toHaveLength(2);
  expect(named(first, /editor|profile|\.wasm$/)).toEqual([]);

  await showText(page);
  await expect(page.getByRole("region", { name: "Configuration" }).locator(".view-lines")).toContainText("stage");
  const editor = await loaded();
  expect(report("the editor", editor)).toBeLessThan(EDITOR);
  expect(named(editor, /code-editor.*\.js$/)).toHaveLength(1);
  expect(named([...first, ...editor], /wasm|re2/i)).toEqual([]);
});

test("the area of profiles comes with the first visit of it, without the engine", async ({ page, server }) => {
  const loaded = listen(page);
  await page.goto(server.url);
  await expect(page.getByRole("region", { name: "Balance" })).toBeVisible();
  await loaded();
  await page.getByRole("button", { name: "Profiles" }).click();
  await expect(page.getByText("No receiver of profiles runs here.")).toBeVisible();
  const area = await loaded();
  expect(report("profiles", area)).toBeLessThan(PROFILES);
  expect(named(area, /profiles-view.*\.js$/)).toHaveLength(1);
});
