/** `sluice journal`: what the journals of a server hold, and their entries. */
import { formatRfc3339, MILLISECOND, nanosOf, parseRfc3339, visible } from "@sluice/engine";
import {
  checkStopped,
  dropBefore,
  type FoundJournal,
  findJournals,
  InspectedJournal,
  JournalLocked,
  type JournalSummary,
  jsonLineOf,
} from "@sluice/server/journals";
import { codeOf, describeSystemError } from "@sluice/server/system-error";
import { formatTable } from "../columns.ts";
import type { Command, ExitCode } from "../command.ts";
import { FileError, shownName } from "../config-file.ts";
import { counted, grouped } from "../counted.ts";
import { Output } from "../output.ts";
import { parseCommandLine, UsageError } from "../usage.ts";
import { canAsk, confirm } from "./consequences-text.ts";
import { showCarried } from "./show-entry.ts";

const NOT_CONFIRMED: ExitCode = 3;

export const journal: Command = {
  help: `usage: sluice journal [OPTIONS] DIR

Lists the journals of a server, also while it runs: how much each holds, and what each receiver has not got. DIR is the
server's data directory (--data-dir), or the folder of one journal in it, such as DATA/logs.journal.intake or
DATA/logs.write.default/wal. Entries are numbered over the life of a journal. Delivered entries take bytes until all
entries of their segment are delivered. Nothing is changed but by --drop-before, which needs a stopped server.

      --tail N              print the last N entries: number, time, labels and line
      --verify              read every byte, and print what is damaged
      --export              print all entries as JSON lines, as logs.write.file writes them
      --receiver ID         with --export: only the entries that this receiver has not got
      --drop-before N|TIME  no receiver gets the entries before number N, or taken before TIME
                            (2026-01-15T08:00:00Z); it asks, and without a terminal it needs --yes
      --yes                 do not ask
      --json                print a list of {journal, folder, bytes, entries, waiting, first, next, oldest, receivers
                            [{receiver, behind, oldest}], unfinishedBytes, damaged [{segment, from, bytes, entries,
                            reason}], cursorsDamaged} instead of a table; with --tail, entries as JSON lines

Exit codes: 0 done, 1 something is damaged (with --verify) or cannot be read, or a server runs on the journal (with
--drop-before), 2 the command line is wrong, 3 entries would be dropped, and nobody said yes.
`,
  async run(argv) {
    const { values, positionals } = parseCommandLine(argv, {
      tail: { type: "string" },
      verify: { type: "boolean" },
      export: { type: "boolean" },
      receiver: { type: "string" },
      "drop-before": { type: "string" },
      yes: { type: "boolean" },
      json: { type: "boolean" },
    });
    if (positionals.length !== 1) throw new UsageError(positionals.length === 0 ? "DIR is missing" : "give one DIR");
    const { tail, receiver, verify = false, "drop-before": before, yes = false, json = false } = values;
    const asked = [tail !== undefined && "--tail", verify && "--verify", values.export && "--export"];
    const doing = [...asked, before !== undefined && "--drop-before"].filter((one) => typeof one === "string");
    if (doing.length > 1) throw new UsageError(`${doing.join(" and ")} cannot be combined`);
    if (receiver !== undefined && !values.export) throw new UsageError("--receiver needs --export");
    if (yes && before === undefined) throw new UsageError("--yes needs --drop-before");
    const folder = positionals[0]!;
    const count = tail === undefined ? undefined : readCount(tail);
    const until = before === undefined ? undefined : readPlace(before);
    return reading(folder, async () => {
      const found = await findJournals(folder);
      if (found.length === 0) throw new FileError(`${shownName(folder)}: no journal is in it`);
      if (count !== undefined) return printLast(await InspectedJournal.open(only(found)), count, json);
      if (values.export) return exportAll(await InspectedJournal.open(only(found)), receiver);
      if (until !== undefined) return drop(only(found), until, yes);
      return list(found, { json, verify });
    });
  },
};

/** What the file system says, and what is no journal, is about the folder. */
async function reading(folder: string, work: () => Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof JournalLocked) throw new FileError(error.message);
    if (codeOf(error) === undefined) throw error;
    throw new FileError(`cannot read ${shownName(folder)}: ${describeSystemError(error)}`);
  }
}

/** The folder of the one that is meant. */
function only(found: readonly FoundJournal[]): string {
  if (found.length > 1)
    throw new UsageError(
      `there are ${found.length} journals; give the folder of one: ${found.map(({ name }) => visible(name)).join(", ")}`,
    );
  return found[0]!.directory;
}

function readCount(text: string): number {
  const count = Number(text);
  if (!/^\d{1,9}$/.test(text) || count === 0)
    throw new UsageError(`--tail must be a whole number from 1 on, got ${JSON.stringify(text)}`);
  return count;
}

/** A number of an entry, or a time in milliseconds. */
type Place = { readonly number: number } | { readonly time: number };

function readPlace(text: string): Place {
  if (/^\d{1,15}$/.test(text)) return { number: Number(text) };
  const time = parseRfc3339(text);
  if (time === undefined)
    throw new UsageError(
      `--drop-before must be the number of an entry or an RFC 3339 time such as 2026-01-15T08:00:00Z, got ${JSON.stringify(text)}`,
    );
  return { time: Number(time / MILLISECOND) };
}

async function list(found: readonly FoundJournal[], { json, verify }: { json: boolean; verify: boolean }) {
  const rows: string[][] = [["journal", "waiting", "bytes", "oldest", "receiver", "not delivered"]];
  const told: unknown[] = [];
  let damage = "";
  let isDamaged = false;
  for (const { name, directory } of found) {
    const { oldestTime, ...summary } = await (await InspectedJournal.open(directory)).summary();
    const oldest = oldestTime === undefined ? null : formatRfc3339(nanosOf(Math.round(oldestTime)));
    told.push({ journal: name, folder: directory, ...summary, oldest });
    if (summary.damaged.length > 0 || summary.cursorsDamaged) isDamaged = true;
    damage += damageText(name, summary, verify);
    const first = [name, grouped(summary.waiting), grouped(summary.bytes), oldest ?? "-"];
    if (summary.receivers.length === 0) rows.push([...first, "none", "-"]);
    for (const [i, { receiver, behind }] of summary.receivers.entries())
      rows.push([...(i === 0 ? first : ["", "", "", ""]), receiver, grouped(behind)]);
  }
  if (json) process.stdout.write(`${JSON.stringify(told, null, 2)}\n`);
  else if (!verify) process.stdout.write(formatTable(rows));
  // To list them every byte is read as well.
  (verify && !json ? process.stdout : process.stderr).write(json ? "" : damage);
  return verify && isDamaged ? 1 : 0;
}

function damageText(name: string, summary: Omit<JournalSummary, "oldestTime">, verify: boolean): string {
  const { damaged, cursorsDamaged, unfinishedBytes, entries } = summary;
  const lines = damaged.map(
    ({ segment, from, bytes, entries: lost, reason }) =>
      `${segment}, byte ${grouped(from)}: ${reason} (${counted(bytes, "byte")}, ${lost === undefined ? "an unknown number of entries" : counted(lost, "entry", "entries")} lost)`,
  );
  if (cursorsDamaged) lines.push("what receivers have got is known in part alone: they may get entries twice");
  if (verify && lines.length === 0) lines.push(`no damage, ${counted(entries, "entry", "entries")}`);
  if (verify && unfinishedBytes > 0)
    lines.push(`${counted(unfinishedBytes, "byte")} at the end are of a record that is not whole`);
  return lines.map((line) => `${visible(name)}: ${line}\n`).join("");
}

async function printLast(inspected: InspectedJournal, count: number, json: boolean): Promise<ExitCode> {
  const output = new Output();
  for await (const [number, entry] of readable(inspected.last(count))) {
    if (json) output.write(`${jsonLineOf(entry)}\n`);
    else output.write(`${number} ${showCarried(entry)}\n  ${visible(entry.line)}\n`);
    await output.drained();
  }
  output.flush();
  return 0;
}

async function exportAll(inspected: InspectedJournal, receiver: string | undefined): Promise<ExitCode> {
  if (receiver !== undefined && !inspected.receivers.includes(receiver))
    throw new UsageError(
      `--receiver: there is no ${JSON.stringify(receiver)}; the journal has ${inspected.receivers.map(visible).join(", ") || "none"}`,
    );
  const output = new Output();
  for await (const [, entry] of readable(inspected.entries(0, receiver))) {
    output.write(`${jsonLineOf(entry)}\n`);
    await output.drained();
  }
  output.flush();
  return 0;
}

type Entries = ReturnType<InspectedJournal["entries"]>;

/** A record that another server wrote is not read. */
async function* readable(entries: Entries): Entries {
  try {
    yield* entries;
  } catch (error) {
    if (codeOf(error) !== undefined) throw error;
    throw new FileError(`a record cannot be read: ${(error as Error).message}`);
  }
}

async function drop(directory: string, place: Place, yes: boolean): Promise<ExitCode> {
  await checkStopped(directory);
  const inspected = await InspectedJournal.open(directory);
  const { receivers, next, oldestTime: _, ...summary } = await inspected.summary();
  const asked = "number" in place ? place.number : await inspected.firstTakenAt(place.time);
  const until = Math.min(asked, next);
  const most = Math.max(0, ...receivers.map(({ oldest, behind }) => Math.min(behind, Math.max(0, until - oldest))));
  if (most === 0) {
    process.stdout.write(`no receiver waits for entries before number ${until}\n`);
    return 0;
  }
  process.stderr.write(
    `Of ${counted(summary.waiting, "entry", "entries")} that wait, those before number ${until} are dropped, up to ${grouped(most)}. They cannot be had back; --export takes them out.\n`,
  );
  if (!yes) {
    const agreed = canAsk(process) && (await confirm("Drop them?", process));
    if (!agreed) {
      process.stderr.write("Nothing was dropped; --yes drops them without a question.\n");
      return NOT_CONFIRMED;
    }
  }
  for (const [receiver, dropped] of await dropBefore(directory, until))
    process.stdout.write(`${visible(receiver)}: ${counted(dropped, "entry", "entries")} dropped\n`);
  return 0;
}
