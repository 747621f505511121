import { execFileSync } from "node:child_process";
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { expandGlob } from "../files/finding/glob.ts";
import { FileGate, FileRefused } from "./file-gate.ts";
import { type FileRules, rulesOf } from "./file-rules.ts";
import { readRegular } from "./open-regular.ts";

let folder: string;
let rules: FileRules;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "sluice-gate-")));
  for (const one of ["open/sub", "secret", "data/versions", "data/files", "data/logs.source.file.a"])
    mkdirSync(join(folder, one), { recursive: true });
  writeFileSync(join(folder, "open/a.log"), "a\n");
  writeFileSync(join(folder, "open/sub/b.log"), "b\n");
  writeFileSync(join(folder, "secret/key"), "key\n");
  writeFileSync(join(folder, "data/versions/1.json"), "passwords\n");
  writeFileSync(join(folder, "data/logs.source.file.a/positions.json"), "{}\n");
  writeFileSync(join(folder, "data/files/own.log"), "own\n");
  rules = rulesOf({ dataDir: join(folder, "data"), read: [join(folder, "open")], write: [join(folder, "open")] });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What is in a file, or why it may not be read. */
async function read(path: string, gate = new FileGate(folder, rules)): Promise<string> {
  try {
    const handle = await gate.open(path);
    await handle.close();
    return readFileSync(gate.resolve(path), "utf8").trim();
  } catch (error) {
    return (error as Error).message;
  }
}

describe.skipIf(process.platform === "win32")("reading", () => {
  it("decides by a file's place, whatever it is called", async () => {
    symlinkSync(join(folder, "secret/key"), join(folder, "open/link.log"));
    symlinkSync(join(folder, "secret"), join(folder, "open/folder"));
    symlinkSync(join(folder, "open/a.log"), join(folder, "secret/back"));
    symlinkSync(join(folder, "data/versions"), join(folder, "open/versions"));
    expect(await read("open/a.log")).toBe("a");
    expect(await read("open/sub/../a.log")).toBe("a");
    expect(await read("secret/back")).toBe("a");
    expect(await read("data/files/own.log")).toBe("own");
    const outside = `outside of ${join(folder, "data/files")} and the folders of --allow-path`;
    const leads = `it leads to ${join(folder, "secret/key")}, which is ${outside} (allow it with --allow-path ${join(folder, "secret")})`;
    expect(await read("open/link.log")).toBe(leads);
    expect(await read("open/folder/key")).toBe(leads);
    expect(await read("open/versions/1.json")).toContain("which is a file of the server's own");
    expect(await read("open/../data/versions/1.json")).toBe("it is a file of the server's own");
  });

  it("does not give what the server keeps by any way, also without other rules", async () => {
    linkSync(join(folder, "data/versions/1.json"), join(folder, "open/hard.log"));
    linkSync(join(folder, "data/logs.source.file.a/positions.json"), join(folder, "open/positions"));
    linkSync(join(folder, "open/a.log"), join(folder, "open/twice.log"));
    for (const some of [
      rules,
      { data: rules.data },
      rulesOf({ dataDir: join(folder, "data"), read: ["/"], write: ["/"] }),
    ]) {
      const gate = new FileGate(folder, some);
      expect(await read("data/versions/1.json", gate)).toBe("it is a file of the server's own");
      for (const name of ["open/hard.log", "open/positions"])
        expect(await read(name, gate)).toBe("it is another name of a file of the server's own");
      expect(await read("open/twice.log", gate)).toBe("a");
      if (process.platform === "linux")
        expect(await read(`/proc/self/root${folder}/data/versions/1.json`, gate)).toContain(
          "a file of the server's own",
        );
    }
  });

  it("follows any link where any folder is open, as those of Kubernetes' containers", async () => {
    symlinkSync(join(folder, "secret/key"), join(folder, "open/container.log"));
    expect(await read("open/container.log", new FileGate(folder, { data: rules.data }))).toBe("key");
    const both = rulesOf({
      dataDir: join(folder, "data"),
      read: [join(folder, "open"), join(folder, "secret")],
      write: [],
    });
    expect(await read("open/container.log", new FileGate(folder, both))).toBe("key");
  });

  it("asks the file that was opened, while its name goes back and forth", async () => {
    const name = join(folder, "open/flip.log");
    const gate = new FileGate(folder, rules);
    const flip = (to: string) => {
      symlinkSync(join(folder, to), `${name}.next`);
      execFileSync("mv", ["-T", `${name}.next`, name]);
    };
    if (process.platform !== "linux") return;
    flip("open/a.log");
    const seen = new Set<string>();
    for (let i = 0; i < 40; i++) {
      const got = readRegular("open/flip.log", 100, (path) => gate.open(path)).then(
        (bytes) => void seen.add(bytes.toString()),
        (error: unknown) => void seen.add((error as Error).constructor.name),
      );
      flip(i % 2 === 0 ? "secret/key" : "open/a.log");
      await got;
    }
    expect(seen.has("key\n")).toBe(false);
  });

  it("lists a folder that was reached by a link only if it is inside an open one", async () => {
    symlinkSync(join(folder, "secret"), join(folder, "open/folder"));
    const gate = new FileGate(folder, rules);
    expect((await gate.list(join(folder, "open/sub"))).map(({ name }) => name)).toEqual(["b.log"]);
    await expect(gate.list(join(folder, "open/folder"))).rejects.toThrow(FileRefused);
    expect(await gate.list(join(folder, "none"))).toEqual([]);
    expect((await new FileGate(folder).list(join(folder, "open/folder"))).map(({ name }) => name)).toEqual(["key"]);
  });
});

describe.skipIf(process.platform === "win32")("whatever is named", () => {
  beforeEach(() => {
    symlinkSync(join(folder, "data"), join(folder, "open/data"));
    symlinkSync("..", join(folder, "open/up"));
    symlinkSync(join(folder, "secret/key"), join(folder, "open/key"));
    symlinkSync(join(folder, "open"), join(folder, "secret/open"));
    symlinkSync("../versions/1.json", join(folder, "data/files/1.json"));
    linkSync(join(folder, "data/versions/1.json"), join(folder, "open/hard"));
  });
  const names = [
    "open",
    "data",
    "versions",
    "files",
    "up",
    "secret",
    "sub",
    "key",
    "hard",
    "a.log",
    "b.log",
    "1.json",
    "own.log",
  ];
  const part = fc.constantFrom(...names, "..", ".", "", "*", "**", "?*", "*.log", "*.json");
  const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
  const begin = fc.constantFrom("", "open/", "open/", "open/sub/", "data/files/", "secret/open/", "open/up/open/");
  /** The only files that may be read, each with all of its names. */
  const readable = new Set(["a\n", "b\n", "own\n"]);

  it("only what is allowed is opened, by names and by patterns", async () => {
    const gate = new FileGate(folder, rules);
    let opened = 0;
    const tryOne = async (name: string) => {
      const handle = await gate.open(name).catch(() => undefined);
      if (handle === undefined) return;
      opened++;
      const text = await handle.readFile("utf8").finally(() => handle.close());
      expect([name, readable.has(text)]).toEqual([name, true]);
    };
    await fc.assert(
      fc.asyncProperty(begin, path, fc.boolean(), async (first, rest, absolute) => {
        const full = `${absolute ? `${folder}//` : ""}${first}${rest}`;
        await tryOne(full);
        for (const found of (await expandGlob(gate, gate.resolve(full))).paths) await tryOne(found);
      }),
      { seed: 21, numRuns: 300 },
    );
    expect(opened).toBeGreaterThan(20);
  });

  it("only where it is allowed anything is made", async () => {
    const gate = new FileGate(folder, rules);
    // Links are not followed: some lead in circles.
    const all = () => execFileSync("find", [folder], { encoding: "utf8" }).trim().split("\n");
    const before = all();
    await fc.assert(
      fc.asyncProperty(path, async (name) => {
        const made = await gate.folderOf(`${name}/new`).catch(() => undefined);
        await made?.close();
      }),
      { seed: 21, numRuns: 300 },
    );
    const after = all().filter((name) => !before.includes(name));
    expect(after.length).toBeGreaterThan(0);
    expect(after.filter((name) => !/^\/(?:open|data\/files)\//.test(name.slice(folder.length)))).toEqual([]);
  });

  it("a socket is reached where it stands", async () => {
    const gate = new FileGate(folder, rules);
    expect(await gate.locate("open/a.log")).toBe(join(folder, "open/a.log"));
    await expect(gate.locate("open/key")).rejects.toThrow(FileRefused);
    expect(await new FileGate(folder).locate("open/key")).toBe(join(folder, "open/key"));
  });
});

it("makes folders for what is written within open ones alone", async () => {
  const gate = new FileGate(folder, rules);
  const made = await gate.folderOf("open/x/y/out.log");
  writeFileSync(made.at("out.log"), "written");
  await made.close();
  expect(readFileSync(join(folder, "open/x/y/out.log"), "utf8")).toBe("written");
  for (const path of ["secret/x/out.log", "new/out.log", "data/out.log", "data/versions/x/out.log"])
    await expect(gate.folderOf(path)).rejects.toThrow(FileRefused);
  expect([readdirSync(join(folder, "secret")), readdirSync(folder).includes("new")]).toEqual([["key"], false]);
});

/** Files that the server itself names, in its own folders or by its own options. */
const OWN_FILES = [
  "journal/store/node-files.ts",
  "configs/versions.ts",
  "docker/positions.ts",
  "components/sources/source-journal.ts",
  "files/positions/positions.ts",
  "host/data-lock.ts",
];
/** They are given how files are opened. */
const GIVEN = [
  "host/file-watch.ts",
  "files/positions/legacy-positions.ts",
  "platform/small-file.ts",
  "platform/file-gate.ts",
  "platform/written-files.ts",
  // In folders that the gate opened.
  "files/writing/rotating-file.ts",
];

/** Of components, and of what they are made of. */
const ROOMS = /^(?:components|docker|files|http|journal|loki|otlp|profiles|profiles-write|syslog|upstream)\//;

it("is the only way by which rooms of components open files", () => {
  const root = join(import.meta.dirname, "..");
  const files = readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((name) => relative(root, join(root, name)).replaceAll("\\", "/"))
    .filter((name) => name.endsWith(".ts") && !/\.test\.ts$|^(?:gen|testing)\//.test(name));
  const opening = files.filter((name) => {
    const text = readFileSync(join(root, name), "utf8");
    const opens = /\b(?:openRegular|readRegular)\b/.test(text);
    const itself = /\{[^}]*\b(?:open|readFile|readFileSync|createReadStream|openSync)\b[^}]*\} from "node:fs/.test(
      text,
    );
    return opens || (itself && ROOMS.test(name));
  });
  const known = [...OWN_FILES, ...GIVEN, "platform/open-regular.ts", "editors.ts", "index.ts"];
  expect(opening.filter((name) => !known.includes(name))).toEqual([]);
  expect(known.filter((name) => !files.includes(name))).toEqual([]);
});
