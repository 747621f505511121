/** `sluice lsp`: the editor services over the Language Server Protocol. */
import { serveStdio } from "@sluice/language-server";
import type { Command } from "../command.ts";
import { pageFolder, version } from "../installation.ts";
import { parseCommandLine, UsageError } from "../usage.ts";

export const lsp: Command = {
  help: `usage: sluice lsp [OPTIONS]

Speaks the Language Server Protocol over standard input and output, for an editor that starts it: problems and lints,
completion, hover, definitions, references, renaming, symbols, folding, semantic tokens, formatting, quick fixes; and
code lenses (inlay hints where an editor has no lenses) with counts of samples at each stage, where a comment
// sluice:samples FILE names some. FILE is read beside the configuration, in the folder that is open in the editor:
the first 10,000 entries, 16 MiB at most.

The command sluice.preview, with the URI of a document, opens it with its samples in the page: on a free port of the
loopback, at a path that cannot be guessed; or in the page of a running server, where the editor sets previewServer to its
URL. docs/editors.md shows how editors are set up.

      --stdio                what some editors pass; nothing else is spoken
      --clientProcessId PID  what some editors pass; it has no effect

Exit codes: 0 after shutdown and exit, 1 when the editor goes away without, 2 the command line is wrong.
`,
  async run(argv) {
    const { positionals } = parseCommandLine(argv, { stdio: { type: "boolean" }, clientProcessId: { type: "string" } });
    if (positionals.length > 0) throw new UsageError(`lsp takes no FILE, got ${positionals.join(" ")}`);
    return serveStdio({ input: process.stdin, output: process.stdout, version: version(), page: pageFolder() });
  },
};
