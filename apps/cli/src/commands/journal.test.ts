/** `sluice journal` on a journal that a server wrote. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { LabelSet, NO_METADATA } from "@sluice/engine";
import { createJournal, type WrittenJournal } from "@sluice/server/testing/journal";
import { afterEach, describe, expect, it } from "vitest";
import { runInProcess } from "../testing/run-in-process.ts";
import { useTemporaryFolder } from "../testing/temporary-folder.ts";

const folder = useTemporaryFolder();
let open: WrittenJournal | undefined;
afterEach(async () => {
  await open?.close();
  open = undefined;
});

const ID = "logs.journal.intake";
const AT = 1_768_464_000_000;
const entry = (line: string) => ({
  labels: LabelSet.of([["job", "web"]]),
  line,
  timestamp: BigInt(AT) * 1_000_000n,
  metadata:
    line === "line 3" ? ([["trace", "t\u001b3"]] as const).map(([a, b]) => [a, b] as [string, string]) : NO_METADATA,
});

/** Ten entries in five records, a second apart: `a` has got six of them, `b` none. */
async function written(id = ID): Promise<string> {
  const directory = join(folder.path("data"), id);
  await mkdir(directory, { recursive: true });
  open = await createJournal(directory);
  open.receiver("a.receiver");
  open.receiver("b.receiver");
  for (let i = 0; i < 10; i += 2) await open.append([entry(`line ${i}`), entry(`line ${i + 1}`)], AT + i * 500);
  open.settle("a.receiver", 0, 5);
  open.settle("a.receiver", 7, 1);
  return directory;
}

async function closed(id?: string): Promise<string> {
  const directory = await written(id);
  await open!.close();
  open = undefined;
  return directory;
}

const lines = (text: string) => text.trimEnd().split("\n");

describe("sluice journal", () => {
  it("lists all journals of a data directory, with what receivers have not got", async () => {
    await closed();
    await closed("logs.write.default/wal");
    const { code, stdout, stderr } = await runInProcess("journal", folder.path("data"));
    expect([code, stderr]).toEqual([0, ""]);
    const cells = lines(stdout).map((line) => line.trim().split(/ {2,}/));
    expect(cells.map((row) => row.filter((_, i) => i !== 2 || row.length < 6))).toEqual([
      ["journal", "waiting", "oldest", "receiver", "not delivered"],
      [ID, "10", "2026-01-15T08:00:00Z", "a.receiver", "4"],
      ["b.receiver", "10"],
      ["logs.write.default/wal", "10", "2026-01-15T08:00:00Z", "a.receiver", "4"],
      ["b.receiver", "10"],
    ]);
    const told = JSON.parse((await runInProcess("journal", "--json", folder.path("data"))).stdout);
    expect(told[0]).toMatchObject({
      journal: ID,
      entries: 10,
      waiting: 10,
      first: 0,
      next: 10,
      receivers: [
        { receiver: "a.receiver", behind: 4, oldest: 5 },
        { receiver: "b.receiver", behind: 10, oldest: 0 },
      ],
      damaged: [],
      cursorsDamaged: false,
    });
  });

  it("prints the last entries, without what a terminal would follow", async () => {
    const directory = await closed();
    const { code, stdout } = await runInProcess("journal", "--tail", "7", directory);
    expect([code, stdout.includes("\u001b")]).toEqual([0, false]);
    expect(lines(stdout).filter((line) => line.startsWith("  "))).toEqual(
      [3, 4, 5, 6, 7, 8, 9].map((i) => `  line ${i}`),
    );
    expect(lines(stdout)[0]).toMatch(/^3 2026-01-15T08:00:00Z \{job="web"\} \[trace=/);
  });

  it("exports entries as logs.write.file writes them, also those that one receiver has not got", async () => {
    const directory = await closed();
    const all = await runInProcess("journal", "--export", directory);
    const rows = lines(all.stdout).map((line) => JSON.parse(line));
    expect(rows.map(({ line }) => line)).toEqual(Array.from({ length: 10 }, (_, i) => `line ${i}`));
    expect(rows[3]).toEqual({
      labels: { job: "web" },
      line: "line 3",
      timestamp: "2026-01-15T08:00:00Z",
      structured_metadata: { trace: "t\u001b3" },
    });
    const missing = await runInProcess("journal", "--export", "--receiver", "a.receiver", directory);
    expect(lines(missing.stdout).map((line) => JSON.parse(line).line)).toEqual([
      "line 5",
      "line 6",
      "line 8",
      "line 9",
    ]);
    expect(await runInProcess("journal", "--export", "--receiver", "c", directory)).toMatchObject({ code: 2 });
  });

  it("verifies, and says what is damaged", async () => {
    const directory = await closed();
    expect(await runInProcess("journal", "--verify", directory)).toMatchObject({
      code: 0,
      stdout: `${ID}: no damage, 10 entries\n`,
    });
    const name = readdirSync(directory).find((one) => one.endsWith(".segment"))!;
    const bytes = readFileSync(join(directory, name));
    bytes[bytes.indexOf("line 4")]! ^= 1;
    writeFileSync(join(directory, name), bytes);
    const { code, stdout } = await runInProcess("journal", "--verify", directory);
    expect(code).toBe(1);
    expect(stdout).toMatch(new RegExp(`^${ID}: ${name}, byte \\d+: .*2 entries lost\\)\n$`));
    const rest = await runInProcess("journal", "--export", directory);
    expect(lines(rest.stdout)).toHaveLength(8);
  });

  it("drops entries up to a number or a time, once somebody says yes", async () => {
    const directory = await closed();
    const before = await runInProcess("journal", "--json", directory);
    expect(await runInProcess("journal", "--drop-before", "7", directory)).toMatchObject({
      code: 3,
      stdout: "",
      stderr: expect.stringContaining("Nothing was dropped"),
    });
    expect((await runInProcess("journal", "--json", directory)).stdout).toBe(before.stdout);
    expect(await runInProcess("journal", "--drop-before", "2026-01-15T08:00:03Z", "--yes", directory)).toMatchObject({
      code: 0,
      stdout: "a.receiver: 1 entry dropped\nb.receiver: 6 entries dropped\n",
    });
    const left = async (receiver: string) =>
      lines((await runInProcess("journal", "--export", "--receiver", receiver, directory)).stdout).map(
        (line) => JSON.parse(line).line,
      );
    expect(await left("a.receiver")).toEqual(["line 6", "line 8", "line 9"]);
    expect(await left("b.receiver")).toEqual(["line 6", "line 7", "line 8", "line 9"]);
    expect(await runInProcess("journal", "--drop-before", "3", "--yes", directory)).toMatchObject({
      code: 0,
      stdout: "no receiver waits for entries before number 3\n",
    });
    await runInProcess("journal", "--drop-before", "999999", "--yes", directory);
    expect(JSON.parse((await runInProcess("journal", "--json", directory)).stdout)[0]).toMatchObject({
      waiting: 0,
      next: 10,
      oldest: null,
    });
  });

  it("reads a journal that runs, and drops nothing of it", async () => {
    const directory = await written();
    expect(await runInProcess("journal", "--tail", "1", directory)).toMatchObject({ code: 0 });
    const refused = await runInProcess("journal", "--drop-before", "5", "--yes", directory);
    expect(refused).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("is in use by process") });
    expect(refused.stderr).not.toContain("dropped");
  });

  it.each([
    [[], "DIR is missing"],
    [["--tail", "0", "x"], "--tail must be a whole number"],
    [["--tail", "2", "--export", "x"], "cannot be combined"],
    [["--drop-before", "yesterday", "x"], "--drop-before must be"],
    [["--receiver", "a", "x"], "--receiver needs --export"],
    [["--yes", "x"], "--yes needs --drop-before"],
  ])("refuses %j", async (argv, message) => {
    expect(await runInProcess("journal", ...argv)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });

  it("says what is no journal, and asks which one is meant", async () => {
    expect(await runInProcess("journal", folder.path("none"))).toMatchObject({ code: 1 });
    expect(await runInProcess("journal", folder.path("."))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("no journal is in it"),
    });
    await closed();
    await closed("logs.journal.other");
    expect(await runInProcess("journal", "--tail", "1", folder.path("data"))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("give the folder of one: logs.journal.intake, logs.journal.other"),
    });
  });
});
