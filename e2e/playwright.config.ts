import { defineConfig } from "playwright/test";
import { WINDOW } from "./window.ts";

/** The page's tests: with the real server and the built page, in the browser that `npm test` found. */
const browser = process.env.SLUICE_BROWSER;

/**
 * Browser features that take processor time and are unrelated to the page. For each new context, a window, the browser
 * loads two internal pages below the address bar: three quarters of a context's cost. Only the last such switch counts,
 * so the list repeats those that Playwright disables, as far as they matter to a page.
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
  // Each worker has its own server and browser. Waiting takes no processor time.
  workers: 2,
  fullyParallel: true,
  retries: 0,
  // Both limits are only for hangs: a step of one second can take twenty on shared cores.
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
        // No page lives long enough here to profit from optimised code, which takes a tenth of all processor time to compile.
        "--js-flags=--no-opt",
      ],
    },
  },
});
