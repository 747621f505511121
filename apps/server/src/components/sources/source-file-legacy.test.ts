/** `logs.source.file` after another program that followed the same files, and its block `file_match`. */
import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SECOND } from "@sluice/engine";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FileFixture } from "../../testing/file-fixture.ts";

let fixture: FileFixture;
beforeEach(() => {
  fixture = new FileFixture();
});
afterEach(() => fixture.remove());

const LEGACY = 'legacy_positions_file = "promtail.yaml"';
const legacy = (text: string) => writeFileSync(join(fixture.folder, "promtail.yaml"), text);

describe("positions of Promtail", () => {
  it("say where reading goes on, at the first start; what is shorter now is read anew", async () => {
    fixture.write("a.log", "a1\na2\n");
    fixture.write("b.log", "b1\n");
    fixture.write("c.log", "c1\n");
    legacy(`positions:\n  ${fixture.path("a.log")}: "3"\n  ${fixture.path("b.log")}: 100\n  cursor-x: "s=1"\n`);
    await fixture.start("*.log", LEGACY);
    expect(fixture.next.lines.toSorted()).toEqual(["a2", "b1", "c1"]);
    await fixture.stop();
    fixture.write("a.log", "a3\n");
    await fixture.start("*.log", LEGACY);
    expect(fixture.next.lines.at(-1)).toBe("a3");
    expect(fixture.next.lines).toHaveLength(4);
  });

  it.each([
    ["- 1", "it does not hold a map with positions"],
    ["positions: 1", "its positions are not a map"],
  ])("that hold %j are reported, and reading begins at the beginning", async (text, problem) => {
    fixture.write("a.log", "a1\n");
    legacy(text);
    await fixture.start("a.log", LEGACY);
    expect(fixture.next.lines).toEqual(["a1"]);
    expect(fixture.source.health).toEqual({
      state: "healthy",
      message: `promtail.yaml cannot be taken over: ${problem}`,
    });
  });
});

it("begins no file that was last written to too long ago, and looks patterns up as often as configured", async () => {
  const now = Number(fixture.scheduler.now() / SECOND);
  const write = (name: string, age: number) => {
    fixture.write(name, `${name}\n`);
    utimesSync(fixture.path(name), now - age, now - age);
  };
  write("old.log", 7200);
  write("new.log", 60);
  await fixture.start("*.log", 'file_match {\n enabled = true\n sync_period = "5s"\n ignore_older_than = "1h"\n}');
  expect(fixture.next.lines).toEqual(["new.log"]);
  write("later.log", 0);
  await fixture.pass(4n * SECOND);
  expect(fixture.next.lines).toEqual(["new.log"]);
  await fixture.pass(2n * SECOND);
  expect(fixture.next.lines).toEqual(["new.log", "later.log"]);
});
