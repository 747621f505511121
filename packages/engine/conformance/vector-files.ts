/** The recorded vectors, for tests that try something on every configuration there is. */
import { readdirSync, readFileSync } from "node:fs";
import { parseFile } from "../src/syntax/index.ts";

export const VECTORS = new URL("./vectors/", import.meta.url);

/** All files, parsed. */
export const readVectorFiles = (): unknown[] =>
  readdirSync(VECTORS, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".json"))
    .map((name) => JSON.parse(readFileSync(new URL(name, VECTORS), "utf8")));

/** The stages of all vectors, as text, where it parses and is not empty; each once. */
export function readVectorConfigs(): string[] {
  const files = readVectorFiles() as { kind: string; cases: { stages: string }[] }[];
  const texts = files.flatMap(({ kind, cases }) => (kind === "stages" ? cases.map(({ stages }) => stages) : []));
  return [...new Set(texts)].filter((text) => {
    const { file, diagnostics } = parseFile(text);
    return diagnostics.length === 0 && file.body.length > 0;
  });
}
