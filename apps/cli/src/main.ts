/** The `sluice` command: finds the subcommand and turns its mistakes into messages and exit codes. */
import { fmt } from "./commands/fmt.ts";
import { preview } from "./commands/preview.ts";
import { run } from "./commands/run.ts";
import { validate } from "./commands/validate.ts";
import { UsageError } from "./usage.ts";

/** 0: done. 1: the input has errors. 2: the command line is wrong. 130: interrupted. */
export type ExitCode = number;

export interface Command {
  readonly summary: string;
  readonly help: string;
  run(argv: readonly string[]): Promise<ExitCode>;
}

const COMMANDS: Readonly<Record<string, Command>> = { run, preview, validate, fmt };

function usage(): string {
  const rows = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(10)}${summary}`);
  return `usage: sluice COMMAND [OPTIONS] FILE\n\n${rows.join("\n")}\n\n\`sluice COMMAND --help\` tells more. Exit codes: 0 done, 1 the input has errors, 2 the command line is wrong.\n`;
}

export async function main(argv: readonly string[]): Promise<ExitCode> {
  const [name, ...rest] = argv;
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    (name === undefined ? process.stderr : process.stdout).write(usage());
    return name === undefined ? 2 : 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    process.stderr.write(`sluice: no command ${JSON.stringify(name)}\n\n${usage()}`);
    return 2;
  }
  if (rest.includes("--help") || rest.includes("-h")) {
    process.stdout.write(command.help);
    return 0;
  }
  try {
    return await command.run(rest);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`sluice ${name}: ${error.message}\n\`sluice ${name} --help\` tells how to use it.\n`);
    return 2;
  }
}
