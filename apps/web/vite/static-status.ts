/**
 * Puts an empty document at the address of the server's status. Sluice's own server answers there itself; a plain web
 * server that hosts the built page finds this one, so that asking it is not an error in the browser's console.
 */
import type { Plugin } from "vite";

export function staticStatus(): Plugin {
  return {
    name: "sluice:static-status",
    apply: "build",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "api/status", source: "null\n" });
    },
  };
}
