import { defineConfig } from "playwright/test";
import { WINDOW } from "./window.ts";

/** The page's tests: against the real server and the real built page, in the browser that `npm test` found. */
const browser = process.env.SLUICE_BROWSER;

/**
 * What takes processor time and has nothing to do with the page. A new context is a window, for which the browser loads two
 * pages of its own below the address bar: three quarters of what a context costs. Of two such switches the last counts,
 * so the others are those that Playwright turns off, as far as they matter to a page.
 */
const WITHOUT = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "AimEnabled",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
];

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.ts",
  outputDir: "../test-results",
  // Each with a server and a browser of its own. What a test waits for does not take a core.
  workers: 2,
  fullyParallel: true,
  retries: 0,
  // For hangs alone, both of them: what takes a second where little else runs takes twenty where the cores are shared.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: [
    ["list"],
    ["json", { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? "../test-results/report.json" }],
  ],
  use: {
    viewport: WINDOW,
    screenshot: "only-on-failure",
    launchOptions: {
      ...(browser === undefined ? {} : { executablePath: browser }),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        `--disable-features=${WITHOUT.join(",")}`,
        // No page lives long enough here to earn back what its optimised code takes to make: a tenth of all processor time.
        "--js-flags=--no-opt",
      ],
    },
  },
});
