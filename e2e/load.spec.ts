/** The download size of the first visit, and of each part when it is first shown. */
import type { Page } from "playwright/test";
import { area, expect, setConfiguration, setSamples, showText, step, test } from "./server.ts";

/**
 * Budgets in bytes; a part beyond its budget is a mistake, or worth a thought. What warns of traps is part of the first visit: the
 * first pipeline is looked at by it. It comes after the page can be used.
 */
const FIRST_VISIT = 552_000;
/** The page without the engine, for the start page. */
const START = 285_000;
const EDITOR = 630_000;
const PROFILES = 30_000;
/** Including the chunk for its counts, if nothing else has loaded it yet. */
const GRAPH = 80_000;
/** Including the plots, after the graph. */
const LIVE = 60_000;
const RE2 = 300_000;

interface Loaded {
  readonly path: string;
  readonly bytes: number;
}

interface Traffic {
  /** Waits until files of these names were requested. */
  until(...names: readonly RegExp[]): Promise<void>;
  /** The new requests since the last call. */
  loaded(): Promise<Loaded[]>;
}

/** Records all requests of the page from now on, including workers, each of which loads shared files again. */
function listen(page: Page): Traffic {
  const urls = new Set<string>();
  const known = new Set<string>();
  page.on("request", (request) => urls.add(request.url()));
  return {
    async until(...names) {
      await expect.poll(() => names.filter((name) => ![...urls].some((url) => name.test(url)))).toEqual([]);
    },
    async loaded() {
      await page.evaluate(() => document.fonts.ready);
      const asked = [...urls].filter((url) => !known.has(url) && !url.includes("/api/") && url.startsWith("http"));
      for (const url of asked) known.add(url);
      return Promise.all(asked.map(weigh));
    },
  };
}

/** The browser does not report the size of a worker's script, so ask the server again. */
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

test("a first visit and the first use of other parts stay within their budgets; failed loads are retried", async ({
  page,
  server,
}) => {
  const { until, loaded } = listen(page);
  const context = page.context();
  const design = () => area(page, "Design");

  const start =
    await test.step("the start page needs no engine; work begun there continues when the engine has loaded", async () => {
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await context.route(/engine-worker/, async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(server.url);
      await page.getByRole("textbox", { name: "Log lines" }).fill("a line");
      await until(/engine-worker/);
      const all = await loaded();
      const before = named(all, /^(?!.*engine-worker)/);
      expect(report("until it can be used", before)).toBeLessThan(START);
      await page.getByRole("button", { name: /^nginx access log/ }).click();
      await expect(page.getByRole("region", { name: "Samples" })).toContainText("GET ");
      release();
      await expect(page.getByRole("region", { name: "Balance" })).toBeVisible();
      return all;
    });

  await test.step("a first visit loads the page, the engine and two fonts", async () => {
    // Tests and analysis follow shortly after the first results, each from its own worker.
    await expect(page.getByRole("button", { name: /^Tests/ })).toHaveText(/Tests (\d+) of \1 passed/);
    await until(/tests-run/, /serve-language/, /stage-edits/);
    const first = [...start, ...(await loaded())];
    expect(report("the first visit", first)).toBeLessThan(FIRST_VISIT);
    expect(named(first, /engine-worker/)).toHaveLength(1);
    expect(named(first, /\.woff2$/).map(({ path }) => /(?:inter|mono)-first/.exec(path)?.[0])).toHaveLength(2);
    expect(named(first, /editor|monaco|profile|live-view|server-dialog|\.wasm$/)).toEqual([]);
  });

  await test.step("the graph and the live and profiles areas load on their first visit, without the engine", async () => {
    await page.getByRole("button", { name: "Graph", exact: true }).click();
    await expect(page.locator("[data-part=node]").first()).toBeVisible();
    // A worker counts its entries.
    await until(/value-questions/);
    const graph = await loaded();
    expect(report("the graph", graph)).toBeLessThan(GRAPH);
    expect(named(graph, /graph-view.*\.js$/)).toHaveLength(1);
    await area(page, "Live");
    await expect(page.getByRole("region", { name: "Components" })).toBeVisible();
    const live = await loaded();
    expect(report("the live area", live)).toBeLessThan(LIVE);
    expect(named(live, /live-view.*\.js$/)).toHaveLength(1);
    await area(page, "Profiles");
    await expect(page.getByText("No receiver of profiles is running.")).toBeVisible();
    const profiles = await loaded();
    expect(report("profiles", profiles)).toBeLessThan(PROFILES);
    expect(named(profiles, /profiles-view.*\.js$/)).toHaveLength(1);
  });

  await test.step("the editor loads when a text is shown", async () => {
    await design();
    await showText(page);
    await expect(page.getByRole("region", { name: "Configuration" }).locator(".view-lines")).toContainText("stage");
    const editor = await loaded();
    expect(report("the editor", editor)).toBeLessThan(EDITOR);
    expect(named(editor, /(?:code-editor|monaco).*\.js$/)).toHaveLength(2);
    expect(named(editor, /\.wasm$|re2-worker/)).toEqual([]);
  });

  await test.step("RE2 loads with the first edit of an expression", async () => {
    await page.getByRole("button", { name: "Arguments of stage 1", exact: true }).click();
    const expression = page.getByLabel("expression", { exact: true }).first();
    const says = page.getByRole("status").filter({ hasText: /Verified with RE2|RE2 could not/ });
    await expect(expression).toBeVisible();
    await expect(says).toHaveCount(0);
    // A failed load is reported, and the next edit tries again.
    await context.route("**/*.wasm", (route) => route.abort(), { times: 1 });
    await expression.fill("^(?P<remote>\\S+)");
    await expect(says.first()).toContainText("RE2 could not be loaded: ");
    await expression.fill("^(?P<remote>\\S+) - ");
    await expect(says.first()).toContainText("same match and groups");
    const re2 = await loaded();
    expect(report("RE2", named(re2, /re2-worker|\.wasm$/))).toBeLessThan(RE2);
    expect(named(re2, /\.wasm$/)).toHaveLength(1);
  });

  await test.step("a part of the engine loads with the first text that uses it, and is retried after a failure", async () => {
    await setSamples(page, '{"a": {"b": "found"}}');
    await context.route("**/assets/compile-*.js", (route) => route.abort());
    const text = (expression: string) => `stage.json {\n  expressions = { out = "${expression}" }\n}\n`;
    await setConfiguration(page, text("a"));
    const problem = page.getByText("This text could not be understood");
    await expect(problem.first()).toBeVisible();
    await context.unroute("**/assets/compile-*.js");
    await setConfiguration(page, text("a.b"));
    await expect(step(page, "1")).toContainText("found");
    await expect(problem).toHaveCount(0);
    expect(named(await loaded(), /\/compile-.*\.js$/)).toHaveLength(1);
  });
});
