/** Reading command lines: Node's own parser, with our way of saying what is wrong. */

import { type ParseArgsConfig, parseArgs } from "node:util";
import { didYouMean, messageOf, nearest } from "@sluice/engine";

/** The command line is wrong; exit code 2. */
export class UsageError extends Error {}

type OptionSpecs = Readonly<
  Record<string, { readonly type: "string" | "boolean"; readonly short?: string; readonly multiple?: boolean }>
>;

type OptionValue<S> = S extends { type: "boolean" } ? boolean : S extends { multiple: true } ? string[] : string;

export interface CommandLine<O extends OptionSpecs> {
  readonly values: { readonly [K in keyof O]?: OptionValue<O[K]> };
  readonly positionals: readonly string[];
}

/** Parses options and positional arguments; throws `UsageError`. */
export function parseCommandLine<const O extends OptionSpecs>(argv: readonly string[], options: O): CommandLine<O> {
  try {
    const config: ParseArgsConfig = { args: [...argv], options, allowPositionals: true, strict: true };
    return parseArgs(config) as unknown as CommandLine<O>;
  } catch (error) {
    // The first sentence says what is wrong; those after it explain Node's parser.
    const message = messageOf(error).split("\n")[0]!.split(". To specify")[0]!;
    const unknown = /^Unknown option '(-{1,2}[^']+)'/.exec(message)?.[1];
    const hint = unknown === undefined ? "" : didYouMean(nearest(unknown, flagsOf(options)));
    throw new UsageError(message + hint);
  }
}

/** The options as they are written, and those that every command has. */
const flagsOf = (options: OptionSpecs): string[] => [...Object.keys(options), "help"].map((name) => `--${name}`);

/** The one FILE that a command takes. */
export function onlyFile(positionals: readonly string[]): string {
  if (positionals.length === 0) throw new UsageError("FILE is missing");
  if (positionals.length > 1)
    throw new UsageError(`expected one FILE, got ${positionals.length}: ${positionals.join(" ")}`);
  return positionals[0]!;
}

/** Whether help is asked for, which counts anywhere in front of `--`. */
export function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  const options = end < 0 ? argv : argv.slice(0, end);
  return options.includes("--help") || options.includes("-h");
}
