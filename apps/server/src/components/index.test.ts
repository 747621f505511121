import { readdirSync, readFileSync } from "node:fs";
import { COMPONENTS } from "@sluice/engine";
import { describe, expect, it } from "vitest";
import type { ComponentRecord } from "../core/component-record.ts";
import { RUNNING } from "./index.ts";

describe("the list of components", () => {
  it("has every record of this folder and those in it", async () => {
    const found: ComponentRecord[] = [];
    for (const name of readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })) {
      const path = `${import.meta.dirname}/${name}`;
      if (!/^(?!.*\.test\.).*\.ts$/.test(name) || !readFileSync(path, "utf8").includes("defineRunning({")) continue;
      const module: Record<string, unknown> = await import(path);
      const records = Object.values(module).filter((one) => (one as ComponentRecord | undefined)?.spec !== undefined);
      expect(records, name).toHaveLength(1);
      found.push(records[0] as ComponentRecord);
    }
    expect(new Set(RUNNING)).toEqual(new Set(found));
  });

  it("has what the engine says that the server runs", () => {
    expect(RUNNING.map(({ spec }) => spec.name).toSorted()).toEqual(COMPONENTS.map(({ name }) => name).toSorted());
  });
});
