/** `sluice deploy`, `versions` and `rollback`: the configurations of a server that runs. */
import { userInfo } from "node:os";
import { basename } from "node:path";
import { formatTable } from "../columns.ts";
import type { Command, ExitCode } from "../command.ts";
import { readConfig } from "../config-file.ts";
import { type Answer, ServerClient, ServerError } from "../server-client.ts";
import { onlyFile, parseCommandLine, UsageError } from "../usage.ts";

const SERVER_OPTIONS = { to: { type: "string" }, "token-file": { type: "string" } } as const;
const SERVER_HELP = `      --to URL           the server (default http://127.0.0.1:3180/)
      --token-file FILE  with the token that the server asks for, where it does`;
const CODES = "Exit codes: 0 done, 1 the server refused it or cannot be reached, 2 the command line is wrong.";

export const deploy: Command = {
  help: `usage: sluice deploy [OPTIONS] FILE|DIR

Has a server that runs change to the configuration in FILE (- is standard input), or in all *.alloy files of DIR.
What did not change runs on untouched; where anything is wrong with it, the server keeps what it has, and says where.

${SERVER_HELP}
      --note TEXT        what the change is for; kept with the version
      --base N           the version that FILE was made from: where another one runs, nothing is changed

${CODES}
`,
  run(argv) {
    const { values, positionals } = parseCommandLine(argv, {
      ...SERVER_OPTIONS,
      note: { type: "string" },
      base: { type: "string" },
    });
    const file = onlyFile(positionals);
    const base = values.base === undefined ? undefined : readNumber("--base", values.base);
    return asking("deploy", async () => {
      const client = await ServerClient.of(values.to, values["token-file"]);
      const files = (await readConfig(file)).files.map(({ name, text }) => ({ name: basename(name), text }));
      return changed(
        await client.ask("api/deploy", { files, ...noteOf(values.note), ...(base && { base }) }),
        "deploy",
      );
    });
  },
};

export const rollback: Command = {
  help: `usage: sluice rollback [OPTIONS] N

Has a server that runs change to version N of its configuration, which becomes its newest. "sluice versions" lists them.

${SERVER_HELP}
      --note TEXT        what the change is for; kept with the version

${CODES}
`,
  run(argv) {
    const { values, positionals } = parseCommandLine(argv, { ...SERVER_OPTIONS, note: { type: "string" } });
    if (positionals.length !== 1) throw new UsageError("give the number of one version");
    const number = readNumber("N", positionals[0]!);
    return asking("rollback", async () => {
      const client = await ServerClient.of(values.to, values["token-file"]);
      return changed(await client.ask(`api/versions/${number}/rollback`, noteOf(values.note)), "rollback");
    });
  },
};

export const versions: Command = {
  help: `usage: sluice versions [OPTIONS] [N]

Lists the versions of a server's configuration, the newest first; * marks the one that runs.
With N: what version N changed.

${SERVER_HELP}
      --against M        with N: what it changed from version M on

${CODES}
`,
  run(argv) {
    const { values, positionals } = parseCommandLine(argv, { ...SERVER_OPTIONS, against: { type: "string" } });
    if (positionals.length > 1) throw new UsageError("give at most one version");
    const number = positionals[0] === undefined ? undefined : readNumber("N", positionals[0]);
    const against = values.against === undefined ? undefined : readNumber("--against", values.against);
    if (against !== undefined && number === undefined) throw new UsageError("--against needs a version to compare");
    return asking("versions", async () => {
      const client = await ServerClient.of(values.to, values["token-file"]);
      const query = against === undefined ? "" : `?against=${against}`;
      const answer = await client.ask(number === undefined ? "api/versions" : `api/versions/${number}${query}`);
      if (answer.status !== 200) return refused(answer, "versions");
      process.stdout.write(number === undefined ? listText(answer) : detailText(answer));
      return 0;
    });
  },
};

async function asking(name: string, action: () => Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof ServerError)) throw error;
    process.stderr.write(`sluice ${name}: ${error.message}\n`);
    return 1;
  }
}

function readNumber(name: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new UsageError(`${name} must be the number of a version, got ${JSON.stringify(text)}`);
  return Number(text);
}

const noteOf = (note: string | undefined) => ({ user: userInfo().username, ...(note !== undefined && { note }) });

function changed(answer: Answer, name: string): ExitCode {
  if (answer.status !== 200) return refused(answer, name);
  const { changed: isNew, version } = answer.json;
  const as = version === undefined ? "" : ` as version ${version}`;
  process.stdout.write(isNew === true ? `The server runs it${as}.\n` : `The server runs it already${as}.\n`);
  return 0;
}

function refused({ status, json }: Answer, name: string): ExitCode {
  const { text, error, current } = json as { text?: string; error?: string; current?: Listed };
  if (text !== undefined && text !== "") process.stderr.write(text);
  else process.stderr.write(`sluice ${name}: ${error ?? `the server answered ${status}`}\n`);
  if (current !== undefined)
    process.stderr.write(`  ${current.at} ${whoOf(current)}: ${current.note ?? "(no note)"}\n`);
  return 1;
}

interface Listed {
  readonly number: number;
  readonly at: string;
  readonly via: string;
  readonly result: string;
  readonly user?: string;
  readonly from?: string;
  readonly note?: string;
  readonly message?: string;
}

const whoOf = ({ via, user, from }: Listed): string =>
  [via, user && `by ${user}`, from && `from ${from}`].filter(Boolean).join(" ");

function listText({ json }: Answer): string {
  const {
    versions: all,
    current,
    problem,
    fallback,
  } = json as {
    versions: readonly Listed[];
    current?: number;
    problem?: string;
    fallback?: string;
  };
  const rows = all.map((one) => [
    `${one.number === current ? "*" : " "} ${one.number}`,
    one.at,
    one.result,
    whoOf(one),
    one.result === "refused" ? (one.message ?? "") : (one.note ?? ""),
  ]);
  const notes = [problem && `Versions are not kept: ${problem}`, fallback].filter(Boolean).map((note) => `${note}\n`);
  return formatTable(rows) + notes.join("");
}

function detailText({ json }: Answer): string {
  const { text, diff } = json as { text: string; diff?: { against: number; text: string } };
  if (diff === undefined) return text;
  return diff.text === "" ? `Nothing differs from version ${diff.against} but perhaps secrets.\n` : diff.text;
}
