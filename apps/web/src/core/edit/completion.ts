/** What a draft without a source or a sink is asked, and the edit that makes a whole configuration of it. */
import { type CompletedConfig, type Completion, type Lack, lacksOf } from "@sluice/engine";
import type { App, StoresPart } from "../page/app.ts";
import { editText, sayRefused } from "./edit-text.ts";
import { understand } from "./edit-understood.ts";

/** The answers, as they are typed. */
export interface Answers {
  readonly source: "api" | "file";
  readonly address: string;
  readonly path: string;
  readonly sink: "loki" | "echo";
  readonly url: string;
}

export const USUAL: Answers = {
  source: "api",
  address: "127.0.0.1:3500",
  path: "/var/log/app/*.log",
  sink: "loki",
  url: "http://localhost:3100/loki/api/v1/push",
};

/** What the open document lacks to run by itself. */
export function lacksIn({ stores }: StoresPart): readonly Lack[] {
  const graph = stores.analysis.getState().current?.graph;
  return graph == null ? [] : lacksOf(graph);
}

/** The open document consists of stages only. */
export const isStagesOnly = ({ stores }: StoresPart): boolean =>
  stores.analysis.getState().current?.pipelines.some(({ id }) => id === "stages") === true;

/** By the field that it is in. */
export type Mistakes = Partial<Record<"address" | "path" | "url", string>>;

/** What is wrong with the answers that count. */
export function mistakesIn(answers: Answers, lacks: readonly Lack[]): Mistakes {
  const { source, sink, path, url } = answers;
  const asks = (lack: Lack) => lacks.includes(lack);
  return {
    ...(asks("source") && source === "api" && addressOf(answers) === undefined
      ? { address: "Expected an address and a port, like 127.0.0.1:3500." }
      : {}),
    ...(asks("source") && source === "file" && path.trim() === ""
      ? { path: "Expected a path, like /var/log/app/*.log." }
      : {}),
    ...(asks("sink") && sink === "loki" && !isHttp(url)
      ? { url: "Expected a URL that begins with http:// or https://." }
      : {}),
  };
}

function addressOf({ address }: Answers): { readonly address: string; readonly port: number } | undefined {
  const found = /^\s*(\[[\da-f:.]+\]|[^\s:[\]]+):(\d{1,5})\s*$/i.exec(address);
  const port = Number(found?.[2]);
  return found === null || port < 1 || port > 65_535 ? undefined : { address: found[1]!.replace(/^\[|\]$/g, ""), port };
}

function isHttp(url: string): boolean {
  try {
    return /^https?:$/.test(new URL(url).protocol);
  } catch {
    return false;
  }
}

/** Only of answers without mistakes. */
function completionOf(answers: Answers, labels: Readonly<Record<string, string>>): Completion {
  const { source, sink, path, url } = answers;
  const listen = addressOf(answers) ?? { address: "127.0.0.1", port: 3500 };
  return {
    source: source === "api" ? { kind: source, ...listen } : { kind: source, path: path.trim() },
    sink: sink === "loki" ? { kind: sink, url: url.trim() } : { kind: sink },
    labels,
  };
}

/** Completes the open document, in one step of its history. False: it was not, and a notice says why. */
export async function completeDraft(app: App, answers: Answers): Promise<boolean> {
  // A new source sets the labels that the samples have, so that selectors match as in the preview.
  const completion = completionOf(answers, app.stores.document.getState().labels);
  const edited = await editText<Extract<CompletedConfig, { readonly ok: true }>>(app, {
    label: ({ added }) => `Added ${added.join(" and ")}`,
    onConflict: "again",
    async make(text) {
      const made = await app.language.completeConfig(text, completion);
      return made === undefined || made.ok ? made : { ok: false, messages: [made.reason] };
    },
  });
  sayRefused(app, edited, "deploy");
  return edited.ok && (await understand(app, edited.made.text));
}
