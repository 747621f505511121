/** `logs.source.file` that takes other targets over: what is still named reads on, and no line is lost or read twice. */
import { renameSync } from "node:fs";
import { afterEach, beforeEach, expect, it } from "vitest";
import { releaseAll } from "../../core/entries/receiver.ts";
import { FileFixture, targetOf } from "../../testing/file-fixture.ts";

let fixture: FileFixture;
beforeEach(() => {
  fixture = new FileFixture();
});
afterEach(() => fixture.remove());

const active = () => fixture.values().logs_source_file_files_active_total;
const saved = (): Record<string, number[]> =>
  Object.fromEntries(
    fixture
      .positions()
      .paths.map(({ path, files }: { path: string; files: { offset: number }[] }) => [
        path.slice(path.lastIndexOf("/") + 1),
        files.map(({ offset }) => offset),
      ]),
  );

it("reads on in files that are still named, while others come and go", async () => {
  fixture.write("a.log", "a1\n");
  fixture.write("b.log", "b1\n");
  fixture.write("c.txt", "c1\n");
  await fixture.start("*.log");
  fixture.next.releases = false;
  fixture.write("a.log", "a2\nha");
  await fixture.pass();
  expect(fixture.next.lines).toEqual(["a1", "b1", "a2"]);
  await fixture.update([targetOf("a.log"), targetOf("c.txt")]);
  fixture.write("a.log", "lf\n");
  fixture.write("b.log", "b2\n");
  await fixture.pass();
  expect(fixture.next.lines).toEqual(["a1", "b1", "a2", "c1", "half"]);
  expect(active()).toBe(2);
});

it("gives lines that are read from then on the new labels", async () => {
  fixture.write("app.log", "1\n");
  await fixture.start();
  await fixture.update([targetOf("app.log", 'site = "s",')]);
  fixture.write("app.log", "2\n");
  await fixture.pass();
  expect(fixture.next.entries.map(({ labels }) => labels.get("site"))).toEqual([undefined, "s"]);
  expect(fixture.next.lines).toEqual(["1", "2"]);
});

it("keeps the positions of files that are not named, and goes on there when they are again", async () => {
  fixture.write("a.log", "a1\n");
  fixture.write("b.log", "b1\n");
  await fixture.start("*.log");
  await fixture.update([targetOf("a.log")]);
  fixture.write("b.log", "b2\n");
  await fixture.pass();
  await fixture.update([targetOf("a.log"), targetOf("b.log")]);
  expect(fixture.next.lines).toEqual(["a1", "b1", "b2"]);
  await fixture.update([targetOf("a.log")]);
  await fixture.pass();
  await fixture.stop();
  expect(saved()).toEqual({ "a.log": [3], "b.log": [6] });
  await fixture.start("*.log");
  expect(fixture.next.lines).toEqual(["a1", "b1", "b2"]);
});

it("does not read again what is on its way, of a file that is taken out and named again", async () => {
  fixture.write("a.log", "1\n2\n");
  await fixture.start("a.log");
  fixture.next.releases = false;
  fixture.write("a.log", "3\n");
  await fixture.pass();
  await fixture.update([targetOf("other.log")]);
  await fixture.pass();
  await fixture.update([targetOf("a.log")]);
  fixture.write("a.log", "4\n");
  await fixture.pass();
  expect(fixture.next.lines).toEqual(["1", "2", "3", "4"]);
});

it("keeps what is on its way of a file that is taken out for after the restart, unless it is settled", async () => {
  fixture.write("a.log", "1\n");
  fixture.next.releases = false;
  await fixture.start("a.log");
  await fixture.update([targetOf("other.log")]);
  await fixture.stop();
  expect(saved()).toEqual({ "a.log": [0], "other.log": [] });
  await fixture.start("a.log");
  expect(fixture.next.lines).toEqual(["1", "1"]);
  await fixture.update([targetOf("other.log")]);
  releaseAll(fixture.next.entries.slice(1), "delivered");
  await fixture.pass();
  expect(active()).toBe(0);
  await fixture.stop();
  expect(saved()).toEqual({ "a.log": [2], "other.log": [] });
});

it("reads a rotated file to its end although its target is another now", async () => {
  fixture.write("app.log", "1\n");
  await fixture.start("app.log");
  fixture.next.blocked = true;
  fixture.write("app.log", "2\n");
  await fixture.pass();
  renameSync(fixture.path("app.log"), fixture.path("app.log.1"));
  fixture.write("app.log", "3\n");
  await fixture.pass();
  await fixture.update([targetOf("*.log", 'site = "s",')]);
  fixture.next.blocked = false;
  await fixture.pass();
  expect(fixture.next.lines).toEqual(["1", "2", "3"]);
});

it("begins at the end of what a new target names, where that is asked for, and nowhere else", async () => {
  fixture.write("a.log", "old\n");
  fixture.write("b.log", "old\n");
  await fixture.start("a.log", "tail_from_end = true");
  fixture.write("a.log", "a\n");
  await fixture.update([targetOf("a.log"), targetOf("b.log")], "tail_from_end = true");
  fixture.write("b.log", "b\n");
  await fixture.pass();
  expect(fixture.next.lines).toEqual(["a", "b"]);
});

it("takes over an update that arrives during a look, once that is over", async () => {
  fixture.write("a.log", "a\n");
  fixture.write("b.log", "b\n");
  await fixture.start("a.log");
  const advanced = fixture.scheduler.advance(250_000_000n);
  await fixture.update([targetOf("b.log")]);
  await advanced;
  await fixture.pass();
  fixture.write("a.log", "a2\n");
  await fixture.pass();
  expect(fixture.next.lines).toEqual(["a", "b"]);
});

it("leaves out a target without a path, says so, and reads the others", async () => {
  fixture.write("a.log", "a\n");
  await fixture.start("a.log");
  await fixture.update([targetOf("a.log"), '{ job = "b" }']);
  fixture.write("a.log", "b\n");
  await fixture.pass();
  expect(fixture.next.lines).toEqual(["a", "b"]);
  expect(fixture.source.health).toEqual({
    state: "unhealthy",
    message: '1 of 2 targets have no "__path__" and are left out',
  });
  await fixture.update([targetOf("a.log")]);
  expect(fixture.source.health.state).toBe("healthy");
});

it("says of which lines a restart reads again: those of files that have their name, are still named, and whose positions are kept", async () => {
  for (const name of ["a", "b", "c"]) fixture.write(`${name}.log`, `${name}1\n${name}2\n`);
  await fixture.start("*.log");
  fixture.next.releases = false;
  for (const name of ["a", "b", "c"]) fixture.write(`${name}.log`, `${name}3\n`);
  await fixture.pass();
  const places = () =>
    fixture.next.entries
      .slice(6)
      .map(
        ({ line, origin }) =>
          `${line} ${origin!.readAgainAt()?.map(({ reading, place }) => `${place} of ${reading.given}`)}`,
      );
  expect(places()).toEqual(["a3 2 of 3", "b3 2 of 3", "c3 2 of 3"]);
  await fixture.update([targetOf("a.log"), targetOf("c.log")]);
  renameSync(fixture.path("c.log"), fixture.path("c.log.1"));
  await fixture.pass();
  expect(places()).toEqual(["a3 2 of 3", "b3 undefined", "c3 undefined"]);
  fixture.lost = "another process has it";
  expect(places()).toEqual(["a3 undefined", "b3 undefined", "c3 undefined"]);
});
