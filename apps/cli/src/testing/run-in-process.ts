/** A command run inside the test's own process, which is much faster than a process of its own; standard input is not read. */
import { vi } from "vitest";
import { main } from "../main.ts";
import type { Finished } from "./sluice-process.ts";

export async function runInProcess(...argv: readonly string[]): Promise<Finished> {
  let stdout = "";
  let stderr = "";
  const out = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    stdout += String(text);
    return true;
  });
  const err = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    stderr += String(text);
    return true;
  });
  try {
    const code = await main(argv);
    return { code, stdout, stderr };
  } finally {
    out.mockRestore();
    err.mockRestore();
  }
}
