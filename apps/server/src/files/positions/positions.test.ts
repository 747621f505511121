import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadMarks } from "../../docker/positions.ts";
import { loadPositions, type Positions, savePositions } from "./positions.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sluice-positions-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (text: string) => writeFileSync(join(folder, "positions.json"), text);

describe("saved positions", () => {
  const key = fc.constantFrom("1:1", "2:3");
  const position = {
    key,
    offset: fc.nat(),
    digest: fc.string(),
    since: fc.double({ noNaN: true, noDefaultInfinity: true }),
  };
  const saved: fc.Arbitrary<Positions> = fc.record({
    paths: fc.array(fc.record({ path: fc.string(), seenAt: fc.nat(), files: fc.array(fc.record(position)) })),
    done: fc.array(fc.record({ ...position, copy: fc.boolean() })),
    compressed: fc.array(fc.record({ ...position, size: fc.nat(), whole: fc.boolean() })),
  });

  it("are read as they were written", async () => {
    await fc.assert(
      fc.asyncProperty(saved, async (positions) => {
        await savePositions(folder, positions);
        const { positions: read } = await loadPositions(folder);
        // Negative zero is zero in JSON.
        expect(read).toEqual({ version: 1, ...JSON.parse(JSON.stringify(positions)) });
      }),
      { seed: 21, numRuns: 100 },
    );
  });

  it("are put aside with a reason, whatever has their place", async () => {
    const good = { version: 1, paths: [{ path: "/a", seenAt: 1, files: [] }], done: [], compressed: [] };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("version", "paths", "done", "compressed", "all"),
        fc.jsonValue(),
        async (at, odd) => {
          for (const name of readdirSync(folder)) rmSync(join(folder, name));
          const text = JSON.stringify(at === "all" ? odd : { ...good, [at]: at === "version" ? odd : [odd] });
          write(text);
          const { positions, damaged } = await loadPositions(folder);
          if (positions !== undefined) return;
          expect(damaged?.reason).toMatch(/^\S+ is .+, not .+$/);
          expect(readFileSync(damaged!.keptAs, "utf8")).toBe(text);
        },
      ),
      { seed: 21, numRuns: 200 },
    );
  });

  it.each<[string, string]>([
    ['"compressed":[null]', "compressed[0] is null, not Object"],
    ['"compressed":null', "compressed is null, not Array"],
    ['"done":[{"key":"1:1"}]', "done[0].offset is undefined, not"],
    ['"paths":[{"path":"/a","seenAt":1,"files":[{"key":1}]}]', "paths[0].files[0].key is 1, not string"],
  ])("with %s are damaged, which ended all reading", async (part, reason) => {
    const whole = { version: "1", paths: "[]", done: "[]", compressed: "[]" };
    const [name, value] = [part.slice(1, part.indexOf('":')), part.slice(part.indexOf(":") + 1)];
    write(`{${Object.entries({ ...whole, [name]: value }).map(([one, text]) => `"${one}":${text}`)}}`);
    expect((await loadPositions(folder)).damaged?.reason).toContain(reason);
  });
});

it.each(["null", '{"a":null}', "[1]", '{"a":{"at":"x","count":1}}', '{"a":{"at":"1","count":-1}}'])(
  "says what is wrong with marks of containers: %s",
  async (text) => {
    writeFileSync(join(folder, "docker-positions.json"), text);
    await expect(loadMarks(folder)).rejects.toThrow(/ is .*, not /);
  },
);
