/** The recorded vectors, for tests that try something on every configuration. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { StageHost } from "../src/pipeline/stage.ts";
import { parseFile } from "../src/syntax/index.ts";
import { TEST_HOST } from "../src/testing/index.ts";

const VECTORS = new URL("./vectors/", import.meta.url);
const PLACES = [VECTORS, new URL("../../../public/", import.meta.url)];

/** A host with the files that vectors and examples name. */
export const VECTOR_HOST: StageHost = {
  ...TEST_HOST,
  resource(path) {
    const place = PLACES.map((folder) => new URL(path, folder)).find((url) => existsSync(url));
    return place === undefined ? undefined : readFileSync(place);
  },
};

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
