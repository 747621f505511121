import { defineConfig } from "vitest/config";

// Tests run on the sources, so nothing has to be built before them.
export default defineConfig({
  resolve: { conditions: ["sluice-source", "import", "module", "node", "default"] },
  ssr: { resolve: { conditions: ["sluice-source", "module", "node"] } },
  test: {
    // Machines are slow at times; what must end soon is bounded by its own limits, not by this.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    include: ["packages/**/*.test.ts", "apps/**/*.test.ts", "scripts/**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**"],
  },
});
