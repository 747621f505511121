import type { Diagnostic } from "@sluice/engine";
import { expect, it } from "vitest";
import { formatDiagnostics } from "./diagnostics-text.ts";

it("shows colours where the stream does", () => {
  const diagnostic: Diagnostic = { severity: "error", code: "c", message: "bad", span: { start: 0, end: 1 } };
  const shown = (colours: boolean) =>
    formatDiagnostics("-", "x", [diagnostic], { hasColors: () => colours } as unknown as NodeJS.WriteStream);
  expect(shown(true)).toContain("\u001b[31merror\u001b[39m: bad");
  expect(shown(false)).toBe("<stdin>:1:1: error: bad\n  x\n  ^\n");
});
