/** The options that each command accepts, those that its help lists, and those that the documentation lists: the same. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it, vi } from "vitest";
import { COMMANDS } from "./main.ts";
import { UsageError } from "./usage.ts";

type Specs = Readonly<Record<string, { readonly type: string; readonly short?: string }>>;

const accepted = vi.hoisted(() => ({ options: undefined as Specs | undefined }));
vi.mock("./usage.ts", async (original) => {
  const real = await original<typeof import("./usage.ts")>();
  return {
    ...real,
    parseCommandLine: (argv: readonly string[], options: Parameters<typeof real.parseCommandLine>[1]) => {
      accepted.options = options;
      return real.parseCommandLine(argv, options);
    },
  };
});

/** As help and documentation write them, without what a value is called: `-o, --output …`, `--force`. */
const written = (name: string, { type, short }: Specs[string]): string =>
  `${short === undefined ? "" : `-${short}, `}--${name}${type === "string" ? " …" : ""}`;

const OPTION = /(?:-\w, )?--\w[\w-]*(?: [A-Z][A-Z=:|…]*)?/g;
const asWritten = (text: string): string[] => (text.match(OPTION) ?? []).map((one) => one.replace(/ [A-Z].*$/, " …"));

/** What stands at the beginnings of lines of `help`, up to the column of the descriptions. */
const listedIn = (help: string): string[] =>
  help.split("\n").flatMap((line) => asWritten(/^ {2,6}(-\S.*?)(?: {2,}|$| with --)/.exec(line)?.[1] ?? ""));

async function acceptedBy(name: string): Promise<string[]> {
  accepted.options = undefined;
  const { run } = await COMMANDS[name]!.load();
  await expect((async () => run(["--no-such-option"]))()).rejects.toThrow(UsageError);
  return Object.entries(accepted.options!).map(([option, spec]) => written(option, spec));
}

const DOCS = readFileSync(fileURLToPath(new URL("../../../docs/command-line.md", import.meta.url)), "utf8");
const OPTIONS = DOCS.slice(DOCS.indexOf("\n## Options\n"), DOCS.indexOf("\n## Secrets in a log\n"));

describe.each(Object.keys(COMMANDS))("sluice %s", (name) => {
  it("lists in its help the options that it accepts", async () => {
    const { help } = await COMMANDS[name]!.load();
    expect(listedIn(help).toSorted()).toEqual((await acceptedBy(name)).toSorted());
  });

  it("has the same options in the documentation", async () => {
    const row = OPTIONS.split("\n").find((line) => line.startsWith(`| \`${name}\` |`)) ?? "";
    expect(asWritten(row).toSorted()).toEqual((await acceptedBy(name)).toSorted());
  });
});
