/** `sluice deploy`, `versions` and `rollback`: the configurations of a server that runs. */
import { userInfo } from "node:os";
import { basename } from "node:path";
import { losesSomething } from "@sluice/engine";
import {
  type Answered,
  type ConfigVersion,
  type ConfigVersionList,
  type Conflict,
  type Foreseen,
  type LoadRefusal,
  type Refusal,
  ROUTES,
  type RollbackBody,
  type ValidateBody,
  type VersionDetail,
} from "@sluice/protocol";
import { formatTable } from "../columns.ts";
import type { Command, ExitCode } from "../command.ts";
import { readConfig } from "../config-file.ts";
import { counted } from "../counted.ts";
import { ServerClient, ServerError } from "../server-client.ts";
import { onlyFile, parseCommandLine, UsageError } from "../usage.ts";
import { canAsk, confirm, consequencesText } from "./consequences-text.ts";

const SERVER_OPTIONS = { to: { type: "string" }, "token-file": { type: "string" } } as const;
const SERVER_HELP = `      --to URL           the server (default http://127.0.0.1:3180/)
      --token-file FILE  with the token that the server asks for, where it does`;
const TAKE_OVER = { "take-over": { type: "string", multiple: true } } as const;
const TAKE_OVER_HELP = `      --take-over OLD=NEW
                         the new component takes over what the one that ends keeps on disk: the entries of a journal
                         that is renamed, positions in files; may be given several times`;
const CODES =
  "Exit codes: 0 done, 1 the server refused it or cannot be reached, 2 the command line is wrong, 3 something would stop, and nobody said yes.";
const YES_HELP =
  "      --yes              do not ask, whatever stops; still nothing is changed where another configuration is loaded meanwhile";

const BARE_NOTE =
  "sluice deploy: note: FILE is a bare body of stages: --into COMPONENT puts it into a logs.process that runs\n";

export const deploy: Command = {
  help: `usage: sluice deploy [OPTIONS] FILE|DIR

Switches a running server to the configuration in FILE (- is standard input), or in all *.alloy files of DIR. What did
not change runs on untouched. If anything is wrong with it, the server keeps what it has and says where the error is.
First it prints what stops: ports that close, files that are no longer read, sinks that get nothing. If clients would
notice or entries would be lost, it asks; without a terminal it needs --yes.

${SERVER_HELP}
      --into COMPONENT   put the stages of FILE into this component of what runs; the rest is not changed
      --from PIPELINE    with --into: the pipeline of FILE to take, where it has several
      --append           with --into: after the stages that run, not in their place
      --note TEXT        what the change is for; kept with the version
      --base N           the version that FILE was made from: where another one runs, nothing is changed
${TAKE_OVER_HELP}
${YES_HELP}

${CODES}
`,
  run(argv) {
    const { values, positionals } = parseCommandLine(argv, {
      ...SERVER_OPTIONS,
      into: { type: "string" },
      from: { type: "string" },
      append: { type: "boolean" },
      note: { type: "string" },
      base: { type: "string" },
      ...TAKE_OVER,
      yes: { type: "boolean" },
    });
    const file = onlyFile(positionals);
    const heirs = readHeirs(values["take-over"]);
    const base = values.base === undefined ? undefined : readNumber("--base", values.base);
    const { into, from, append } = values;
    if (into === undefined && (from !== undefined || append === true))
      throw new UsageError(`${from === undefined ? "--append" : "--from"} needs --into`);
    return asking("deploy", async () => {
      const client = await ServerClient.of(values.to, values["token-file"]);
      const config = await readConfig(file);
      if (into === undefined && config.open().kind === "stages") process.stderr.write(BARE_NOTE);
      const files = config.files.map(({ name, text }) => ({ name: basename(name), text }));
      const how = append === true ? ("append" as const) : undefined;
      const draft = { files, into, from, how };
      return change(client, "deploy", draft, {
        ask: (over) => client.ask(ROUTES.deploy, { body: { ...draft, ...noteOf(values.note), ...over } }),
        base,
        heirs,
        yes: values.yes === true,
      });
    });
  },
};

export const rollback: Command = {
  help: `usage: sluice rollback [OPTIONS] N

Switches a running server to version N of its configuration, which becomes its newest. "sluice versions" lists them.
First it prints what stops, and asks as "sluice deploy" does.

${SERVER_HELP}
      --note TEXT        what the change is for; kept with the version
${TAKE_OVER_HELP}
${YES_HELP}

${CODES}
`,
  run(argv) {
    const { values, positionals } = parseCommandLine(argv, {
      ...SERVER_OPTIONS,
      note: { type: "string" },
      ...TAKE_OVER,
      yes: { type: "boolean" },
    });
    const heirs = readHeirs(values["take-over"]);
    if (positionals.length !== 1) throw new UsageError("give the number of one version");
    const number = readNumber("N", positionals[0]!);
    return asking("rollback", async () => {
      const client = await ServerClient.of(values.to, values["token-file"]);
      return change(
        client,
        "rollback",
        { version: number },
        {
          ask: (over) => client.ask(ROUTES.rollback, { params: { number }, body: { ...noteOf(values.note), ...over } }),
          base: undefined,
          heirs,
          yes: values.yes === true,
        },
      );
    });
  },
};

type ChangeAnswer = Answered<typeof ROUTES.deploy> | Answered<typeof ROUTES.rollback>;

interface Change {
  /** Has the server change, where what is expected to run does. */
  ask(over: Pick<RollbackBody, "base" | "base_sha256" | "take_over">): Promise<ChangeAnswer>;
  /** The version that is expected to run. */
  readonly base: number | undefined;
  readonly heirs: readonly Heir[];
  readonly yes: boolean;
}

type Heir = NonNullable<RollbackBody["take_over"]>[number];

function readHeirs(given: readonly string[] = []): Heir[] {
  return given.map((one) => {
    const [from = "", to = "", ...more] = one.split("=");
    if (from === "" || to === "" || more.length > 0)
      throw new UsageError(
        `--take-over must be OLD=NEW, such as logs.journal.old=logs.journal.new, got ${JSON.stringify(one)}`,
      );
    return { from, to };
  });
}

/** Says what stops, asks where that is needed, and has the server change; from nothing else than what was looked at. */
async function change(
  client: ServerClient,
  name: string,
  draft: ValidateBody,
  { ask: askFor, base, heirs, yes }: Change,
) {
  const taken = [...heirs];
  const ask: Change["ask"] = (over) => askFor({ ...over, ...(taken.length > 0 && { take_over: taken }) });
  const check = () =>
    client.ask(ROUTES.validate, { body: { ...draft, ...(taken.length > 0 && { take_over: taken }) } });
  let checked = await check();
  if (checked.kind === "answer" && checked.status === 200 && (await offerHeirs(checked.value, taken, yes)))
    checked = await check();
  if ((checked.kind !== "answer" || checked.status !== 200) && !yes && !isSaidAgain(checked, name)) {
    refused(checked, name);
    process.stderr.write(`Nothing was changed, since the server did not say what would stop. ${yesAdvice(name)}\n`);
    return 1;
  }
  const foreseen = checked.kind === "answer" && checked.status === 200 ? checked.value : undefined;
  const isStale = base !== undefined && foreseen?.runs.version !== base;
  const now = async () => {
    if (isStale || foreseen === undefined) return changed(await ask({ base }), name);
    const { version, sha256 } = foreseen.runs;
    const answer = await ask(version === undefined ? { base_sha256: sha256 } : { base: version });
    if (answer.kind !== "answer" || answer.status !== 409) return changed(answer, name);
    process.stderr.write(
      `sluice ${name}: nothing was changed: another configuration was loaded after this command looked at what runs. Run it again to see what would stop now.\n`,
    );
    writeCurrent(answer.value);
    return 1;
  };
  // What is wrong with it, or with its base, the server says when it is asked for it, and keeps who did.
  if (foreseen?.ok !== true || isStale) return now();
  if (foreseen.consequences.length > 0) process.stderr.write(consequencesText(foreseen));
  if (!yes && losesSomething(foreseen)) {
    const verb = name === "deploy" ? "Deploy it" : "Roll back";
    if (!canAsk(process)) {
      process.stderr.write(`sluice ${name}: nothing was changed. ${adviceFor(name, foreseen)}\n`);
      return NOT_CONFIRMED;
    }
    if (!(await confirm(`${verb} all the same?`, process))) {
      process.stderr.write("Nothing was changed.\n");
      return NOT_CONFIRMED;
    }
  }
  return now();
}

/** Says who could take over entries that would stay on disk, and asks where it can. Gives whether somebody does now. */
async function offerHeirs({ backlogs = [] }: Foreseen, taken: Heir[], yes: boolean): Promise<boolean> {
  const before = taken.length;
  for (const { component: from, entries, heirs } of backlogs) {
    const free = heirs.filter((heir) => taken.every(({ to }) => to !== heir));
    if (free.length === 0 || taken.some((one) => one.from === from)) continue;
    const what = `the ${counted(entries, "entry", "entries")} of ${from}`;
    const [to] = free;
    if (free.length === 1 && !yes && canAsk(process)) {
      if (await confirm(`Shall ${to} take over ${what}?`, process)) taken.push({ from, to: to! });
      continue;
    }
    process.stderr.write(`${free.join(" or ")} can take over ${what}: --take-over ${from}=${to}\n`);
  }
  return taken.length > before;
}

const NOT_CONFIRMED: ExitCode = 3;

/** Whether the server refuses the change itself in the same way: a body that is wrong, a version that is not kept. */
const isSaidAgain = ({ status }: Refused, name: string): boolean =>
  status === 400 || (status === 404 && name === "rollback");

const yesAdvice = (name: string): string =>
  `Add --yes to ${name === "deploy" ? "deploy it" : "roll back"} all the same.`;

function adviceFor(name: string, { runs: { pipelines } }: Foreseen): string {
  if (name !== "deploy" || pipelines.length === 0) return yesAdvice(name);
  return `${yesAdvice(name)} To change the stages of one component alone, name it: --into COMPONENT puts those of one pipeline (--from) in their place, with --append after them. What runs has ${pipelines.join(", ")}.`;
}

export const versions: Command = {
  help: `usage: sluice versions [OPTIONS] [N]

Lists the versions of a server's configuration, the newest first; * marks the one that runs.
With N: what version N changed.

${SERVER_HELP}
      --against M        with N: what it changed from version M on

Exit codes: 0 done, 1 the server cannot be reached or has no such version, 2 the command line is wrong.
`,
  run(argv) {
    const { values, positionals } = parseCommandLine(argv, { ...SERVER_OPTIONS, against: { type: "string" } });
    if (positionals.length > 1) throw new UsageError("give at most one version");
    const number = positionals[0] === undefined ? undefined : readNumber("N", positionals[0]);
    const against = values.against === undefined ? undefined : readNumber("--against", values.against);
    if (against !== undefined && number === undefined) throw new UsageError("--against needs a version to compare");
    return asking("versions", async () => {
      const client = await ServerClient.of(values.to, values["token-file"]);
      if (number === undefined) {
        const answer = await client.ask(ROUTES.versions, {});
        if (answer.kind !== "answer") return refused(answer, "versions");
        process.stdout.write(listText(answer.value));
        return 0;
      }
      const answer = await client.ask(ROUTES.version, { params: { number }, query: { against } });
      if (answer.kind !== "answer" || answer.status !== 200) return refused(answer, "versions");
      process.stdout.write(detailText(answer.value));
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

function changed(answer: ChangeAnswer, name: string): ExitCode {
  if (answer.kind !== "answer" || answer.status !== 200) return refused(answer, name);
  const { changed: isNew, version } = answer.value;
  const as = version === undefined ? "" : ` as version ${version}`;
  process.stdout.write(isNew ? `The server runs it${as}.\n` : `The server runs it already${as}.\n`);
  return 0;
}

/** An answer that is no success, of whatever route. */
type Refused =
  | { readonly kind: "refused"; readonly status: number; readonly error: string | undefined }
  | { readonly kind: "answer"; readonly status: number; readonly value: LoadRefusal | Conflict | Refusal };

function refused(answer: Refused, name: string): ExitCode {
  const { status } = answer;
  const error = answer.kind === "answer" ? answer.value.error : answer.error;
  const said: Partial<LoadRefusal & Conflict> = answer.kind === "answer" ? answer.value : {};
  const line = `sluice ${name}: ${error ?? `the server answered ${status}`}\n`;
  process.stderr.write(said.text === undefined || said.text === "" ? line : said.text);
  writeCurrent(said);
  return 1;
}

/** Who had that loaded which runs, where the server says it. */
function writeCurrent({ current }: Pick<Conflict, "current">): void {
  if (current !== undefined)
    process.stderr.write(`  ${current.at} ${whoOf(current)}: ${current.note ?? "(no note)"}\n`);
}

const whoOf = ({ via, user, from }: ConfigVersion): string =>
  [via, user && `by ${user}`, from && `from ${from}`].filter(Boolean).join(" ");

function listText({ versions: all, current, problem, fallback }: ConfigVersionList): string {
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

function detailText({ text, diff }: VersionDetail): string {
  if (diff === undefined) return text;
  return diff.text === "" ? `Nothing differs from version ${diff.against} but perhaps secrets.\n` : diff.text;
}
