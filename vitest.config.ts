import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// For hangs alone: what takes a second where little else runs takes twenty where the cores are shared by many. The few tests that
// need longer say so beside themselves, with what takes the time.
const DEEP = process.env.SLUICE_DEEP === "1";
const TIMEOUT_MS = DEEP ? 600_000 : 120_000;

/** Files that put their own in place of a module, which only works where nobody has imported it before. */
const MOCKING = ["apps/cli/src/options.test.ts", "apps/server/src/components/sources/source-file-idle.test.ts"];

/** Files that see the engine as the page is built from it, with parts of it loaded later. */
const AS_PAGE = ["apps/web/src/core/workers/parts.test.ts"];

const outputs = ["**/node_modules/**", "**/dist/**"];

// Tests run on the sources, so nothing has to be built before them.
export default defineConfig({
  resolve: {
    conditions: ["sluice-source", "import", "module", "node", "default"],
    // `npm run test:deep` generates more cases.
    ...(DEEP && {
      alias: { "fast-check": fileURLToPath(new URL("scripts/check/deep-fast-check.mjs", import.meta.url)) },
    }),
  },
  ssr: { resolve: { conditions: ["sluice-source", "module", "node"] } },
  test: {
    testTimeout: TIMEOUT_MS,
    hookTimeout: TIMEOUT_MS,
    // What a test waits for comes soon, or never: a second of waiting would tell how busy the machine is.
    expect: { poll: { timeout: TIMEOUT_MS - 5_000 } },
    // Vitest leaves one core to itself, which is idle while tests run.
    maxWorkers: "100%",
    // Most code here runs for a moment, and what it makes is garbage as soon: to optimise as early as a server should, and to
    // collect in threads beside the cores' work, takes an eighth of all processor time.
    execArgv: [
      // Later releases have no such option, and refuse to start with it.
      ...(process.versions.node.startsWith("20.") ? ["--interrupt-budget=400000"] : []),
      "--single-threaded-gc",
      "--min-semi-space-size=128",
      "--max-semi-space-size=128",
    ],
    setupFiles: ["./vitest.setup.ts"],
    // Files share a process and what it has imported: to import the engine anew for each took longer than the tests. So
    // a file leaves nothing behind; what it spied on and stubbed is put back for it.
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          name: "shared",
          isolate: false,
          include: ["packages/**/*.test.ts", "apps/**/*.test.ts", "scripts/**/*.test.ts"],
          exclude: [...outputs, ...MOCKING, ...AS_PAGE],
        },
      },
      {
        extends: true,
        test: {
          name: "views",
          environment: "happy-dom",
          isolate: false,
          include: ["apps/web/**/*.test.tsx"],
          exclude: outputs,
          setupFiles: ["./vitest.setup.ts", "./apps/web/src/testing/views.setup.ts"],
        },
      },
      { extends: true, test: { name: "mocking", include: MOCKING, exclude: outputs } },
      {
        extends: true,
        ssr: { resolve: { conditions: ["sluice-page"] } },
        test: { name: "as the page", include: AS_PAGE, exclude: outputs },
      },
    ],
  },
});
