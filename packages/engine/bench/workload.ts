/** The workloads that benchmarks run, and what they all need. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const WORKLOADS = ["nginx", "docker", "logfmt", "kubernetes", "redact"];

export interface Generated {
  readonly labels: Record<string, string>;
  readonly line: string;
}

export function benchFolder(): string {
  let at = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(at, "package.json"))) at = dirname(at);
  return join(at, "bench");
}

export function generate(workload: string, entries: number): Generated[] {
  const text = execFileSync(process.execPath, [join(benchFolder(), "generate.mjs"), workload, String(entries)], {
    encoding: "utf8",
    maxBuffer: 1 << 30,
  });
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Generated);
}

export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;
