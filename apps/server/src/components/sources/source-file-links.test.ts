/** Links, and where a configuration from outside may follow them. */
import { mkdirSync, realpathSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { NO_RULES, rulesOf } from "../../platform/file-rules.ts";
import { FileFixture } from "../../testing/file-fixture.ts";

let fixture: FileFixture;
let secret: string;
beforeEach(() => {
  fixture = new FileFixture();
  secret = join(realpathSync(fixture.folder), "secret");
  mkdirSync(secret);
  writeFileSync(join(secret, "passwd"), "root\n");
  writeFileSync(join(secret, "s.log"), "hidden\n");
});
afterEach(() => fixture.remove());

/** As a configuration from outside may use them. */
const outside = (...more: string[]) =>
  rulesOf({ dataDir: join(fixture.folder, "data"), read: [join(fixture.folder, "logs"), ...more], write: [] });
const link = (to: string, name: string) => symlinkSync(to, fixture.path(name));
/** Another thing under the name, at once. */
function relink(to: string, name: string): void {
  link(to, `.${name}`);
  renameSync(fixture.path(`.${name}`), fixture.path(name));
}

describe.skipIf(process.platform === "win32")("links", () => {
  it("are not followed out of what is allowed, by any pattern", async () => {
    link(join(secret, "passwd"), "link.log");
    link(secret, "folder");
    link(join(secret, "none"), "dangling.log");
    fixture.write("ok.log", "fine\n");
    link(fixture.path("ok.log"), "inside.txt");
    fixture.rules = outside();
    for (const pattern of ["*.log", "*/s.log", "**/*.log", "*/*", "link.log", "folder/s.log", "inside.txt"]) {
      await fixture.start(pattern);
      await fixture.pass();
      await fixture.stop();
    }
    expect(new Set(fixture.next.lines)).toEqual(new Set(["fine"]));
    await fixture.start("link.log");
    expect(fixture.source.health.message).toContain(`it leads to ${join(secret, "passwd")}, which is outside of `);
    await fixture.stop();
    await fixture.start("*/s.log");
    expect(fixture.source.health.message).toContain(`it leads to ${secret}, which is outside of `);
  });

  it("are followed for the configuration's own file, and where both folders are allowed", async () => {
    link(join(secret, "passwd"), "link.log");
    await fixture.start("*.log");
    expect(fixture.next.lines).toEqual(["root"]);
    await fixture.stop();
    fixture.rules = outside(secret);
    writeFileSync(join(secret, "passwd"), "more\n", { flag: "a" });
    await fixture.start("*.log");
    expect(fixture.next.lines).toEqual(["root", "more"]);
  });

  it("that are made after a look are not followed either", async () => {
    fixture.rules = outside();
    fixture.write("app.log", "one\n");
    await fixture.start("*.log");
    relink(join(secret, "passwd"), "app.log");
    for (let i = 0; i < 5; i++) await fixture.pass();
    expect(fixture.next.lines).toEqual(["one"]);
    expect(fixture.source.health.message).toContain("which is outside of ");
  });

  it("to compressed files are not followed either", async () => {
    fixture.rules = outside();
    writeFileSync(join(secret, "x.gz"), gzipSync("hidden\n"));
    link(join(secret, "x.gz"), "x.gz");
    writeFileSync(fixture.path("ok.gz"), gzipSync("fine\n"));
    await fixture.start("*.gz", 'decompression {\n enabled = true\n format = "gz"\n}');
    for (let i = 0; i < 3; i++) await fixture.pass();
    expect(fixture.next.lines).toEqual(["fine"]);
  });

  it("that the configuration's own file had followed are read no more by one from outside", async () => {
    link(join(secret, "passwd"), "link.log");
    fixture.rules = NO_RULES;
    await fixture.start("*.log");
    expect(fixture.next.lines).toEqual(["root"]);
    fixture.context.files.use(outside());
    writeFileSync(join(secret, "passwd"), "more\n", { flag: "a" });
    await fixture.pass();
    expect(fixture.next.lines).toEqual(["root"]);
    expect(fixture.source.health.message).toContain("which is outside of ");
    fixture.context.files.use(NO_RULES);
    await fixture.pass();
    expect(fixture.next.lines).toEqual(["root", "more"]);
  });
});
