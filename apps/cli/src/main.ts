/** The `sluice` command: finds the subcommand and turns its mistakes into messages and exit codes. */
import { didYouMean, nearest } from "@sluice/engine";
import type { Command, ExitCode } from "./command.ts";
import { FileError } from "./config-file.ts";
import { version } from "./installation.ts";
import { handleOutputErrors } from "./output.ts";
import { asksForHelp, UsageError } from "./usage.ts";

interface Listed {
  readonly summary: string;
  /** Only what is run is loaded: that of a server takes longer than formatting a file. */
  load(): Promise<Command>;
}

/** Subcommands by their names, as the list of them shows them. */
export const COMMANDS: Readonly<Record<string, Listed>> = {
  run: {
    summary: "run a configuration on live traffic, and serve the page",
    load: async () => (await import("./commands/run/run.ts")).run,
  },
  preview: {
    summary: "run sample entries through a pipeline and show every step",
    load: async () => (await import("./commands/preview/preview.ts")).preview,
  },
  test: {
    summary: "run the tests that lie beside configurations",
    load: async () => (await import("./commands/test/test.ts")).test,
  },
  compare: {
    summary: "run sample entries through two configurations and show what differs",
    load: async () => (await import("./commands/compare/compare.ts")).compare,
  },
  patterns: {
    summary: "list which kinds of lines a log has, and what varies in each",
    load: async () => (await import("./commands/patterns.ts")).patterns,
  },
  propose: {
    summary: "propose a whole pipeline for the lines of a log",
    load: async () => (await import("./commands/propose/propose.ts")).proposeCommand,
  },
  secrets: {
    summary: "list secrets and personal data in a log or in what leaves a pipeline",
    load: async () => (await import("./commands/secrets/secrets.ts")).secrets,
  },
  validate: {
    summary: "check a configuration and show what is wrong, and where",
    load: async () => (await import("./commands/validate.ts")).validate,
  },
  deploy: {
    summary: "switch a running server to a configuration",
    load: async () => (await import("./commands/deploy.ts")).deploy,
  },
  versions: {
    summary: "list the versions of a server's configuration, or what one changed",
    load: async () => (await import("./commands/deploy.ts")).versions,
  },
  rollback: {
    summary: "have a server go back to a version of its configuration",
    load: async () => (await import("./commands/deploy.ts")).rollback,
  },
  journal: {
    summary: "look into the journals of a server that is stopped, and take their entries out",
    load: async () => (await import("./commands/journal.ts")).journal,
  },
  import: {
    summary: "make a configuration of one of Promtail, and say what could not be carried over",
    load: async () => (await import("./commands/import.ts")).importCommand,
  },
  lsp: {
    summary: "serve an editor: problems, completion, counts of samples at each stage, and more",
    load: async () => (await import("./commands/lsp.ts")).lsp,
  },
  export: {
    summary: "make a configuration one of Alloy, and say what Alloy would not do",
    load: async () => (await import("./commands/export.ts")).exportCommand,
  },
  fmt: { summary: "format a configuration", load: async () => (await import("./commands/fmt.ts")).fmt },
};

function usage(): string {
  const rows = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(10)}${summary}`);
  return `usage: sluice COMMAND [OPTIONS] FILE

${rows.join("\n")}

\`sluice COMMAND --help\` shows more; \`sluice --version\` prints the version.
Exit codes: 0 done, 1 the input has errors, 2 the command line is wrong, 130 interrupted.
`;
}

export async function main(argv: readonly string[]): Promise<ExitCode> {
  const [name, ...rest] = argv;
  const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? await COMMANDS[name]!.load() : undefined;
  handleOutputErrors(command?.onOutputLoss ?? "end");
  if (name === "help" && rest.length === 1) return main([...rest, "--help"]);
  if (name === "--help" || name === "-h" || name === "help") {
    process.stdout.write(usage());
    return 0;
  }
  if (name === "--version") {
    process.stdout.write(`sluice ${version()}\n`);
    return 0;
  }
  if (name === undefined || command === undefined) {
    if (name !== undefined) {
      const meant = didYouMean(nearest(name, Object.keys(COMMANDS)));
      process.stderr.write(`sluice: unknown command ${JSON.stringify(name)}${meant}\n\n`);
    }
    process.stderr.write(usage());
    return 2;
  }
  if (asksForHelp(rest)) {
    process.stdout.write(command.help);
    return 0;
  }
  try {
    return await command.run(rest);
  } catch (error) {
    if (error instanceof FileError) {
      process.stderr.write(`sluice ${name}: ${error.message}\n`);
      return 1;
    }
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`sluice ${name}: ${error.message}\nSee \`sluice ${name} --help\`.\n`);
    return 2;
  }
}
