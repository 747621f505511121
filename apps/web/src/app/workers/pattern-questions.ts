/** Questions about the patterns of lines, which are asked apart from runs: lines have patterns whatever the pipeline is. */
import type { PatternMiner } from "@sluice/engine";
import { gone } from "../../core/workers/gone.ts";
import { latest, whileWanted } from "../../core/workers/latest.ts";
import type { PreviewKinds } from "../../core/workers/preview-protocol.ts";
import type { Handlers } from "../../core/workers/requests.ts";
import type { LastRun, StageFiles } from "./last-run.ts";

/** Lines between which other questions are answered: some five milliseconds. */
const BATCH = 200;
/** Characters of a value that a row can show. */
const SHOWN = 120;

interface Session {
  readonly id: number;
  readonly miner: PatternMiner;
  lines: number;
}

const mining = () => import("./pattern-miner.ts");
/** Few are asked for. */
const acting = () => import("../../features/patterns/try-pattern.ts");

interface PatternEnv {
  readonly files: StageFiles;
  readonly last: LastRun;
}

type PatternKind = "patterns" | "patternValues" | "patternAction";

export function patternQuestions({ files, last }: PatternEnv): Pick<Handlers<PreviewKinds>, PatternKind> {
  const [wanted, actionWanted] = [latest(), latest()];
  let session: Session | undefined;
  return {
    patterns: async ({ session: id, from, lines, isLast }, question) => {
      const goOn = whileWanted(wanted(question));
      const { PatternMiner } = await mining();
      if (from === 0) session = { id, miner: new PatternMiner(), lines: 0 };
      const own = session;
      if (own === undefined || own.id !== id || own.lines !== from) return gone("other-run");
      const numbers: number[] = [];
      for (let at = 0; at < lines.length; at += BATCH) {
        const piece = lines.slice(at, at + BATCH);
        for (const number of own.miner.add(piece)) numbers.push(number ?? -1);
        own.lines += piece.length;
        if (!(await goOn())) return gone("asked-again");
      }
      return { numbers, report: isLast ? own.miner.report() : undefined };
    },
    patternValues: ({ session: id, lines }) => {
      const own = session;
      if (own === undefined || own.id !== id) return gone("other-run");
      return lines.map(({ line, number }) => {
        const values = own.miner.valuesIn(line, number);
        if (values !== undefined) return values.map((value) => value.slice(0, SHOWN));
        const rest = own.miner.restIn(line);
        return rest === line || rest.trim() === "" ? undefined : rest.slice(0, SHOWN);
      });
    },
    patternAction: async (order, question) => {
      const asked = actionWanted(question);
      const { tryPattern } = await acting();
      await files.ready();
      const own = session;
      if (own === undefined || own.id !== order.session) return gone("other-run");
      return last.about(order.run, async (running, { replaced }) => {
        const goOn = whileWanted(asked, replaced);
        const env = { host: files.host, now: () => performance.now(), goOn };
        return (await tryPattern(running, order, own.miner, env)) ?? gone(asked.aborted ? "asked-again" : "other-run");
      });
    },
  };
}
