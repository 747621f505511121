/**
 * Has RE2 itself check the expressions that a change of the text brought. Where the two disagree, that is a problem of the
 * text until the expression is another.
 */
import type { Analysis } from "../model/analysis.ts";
import type { App } from "../page/app.ts";
import { notify } from "../page/notify.ts";
import type { Re2Verdict } from "../re2/compare.ts";
import type { Written } from "./ask-re2.ts";

type Asking = typeof import("./ask-re2.ts");

const NOT_LOADED = "RE2 could not be loaded, so expressions are only checked by Sluice’s own engine.";

/** Has RE2 check what a change of the text did to expressions, until the result is called. */
export function followExpressions(app: App): () => void {
  const { analysis, preview } = app.stores;
  let stopped = false;
  /** Not tried yet: of the newest text, for when its run is there. */
  let waiting: readonly Written[] = [];
  let saidWhyNot = false;

  const sayOnce = (what: string) => {
    if (!saidWhyNot) notify(app, "info", what, undefined, "re2");
    saidWhyNot = true;
  };
  /** Most visits change no expression. */
  const load = async (): Promise<Asking | undefined> => {
    try {
      return await import("./ask-re2.ts");
    } catch {
      sayOnce(NOT_LOADED);
      return undefined;
    }
  };
  const look = async (now: Analysis, before: Analysis) => {
    const asking = await load();
    if (asking === undefined) return;
    const found = await asking.changedExpressions(app, now, before);
    if (stopped || analysis.getState().current !== now || found.length === 0) return;
    waiting = found;
    await tryOut(asking);
  };
  const tryOut = async ({ check }: Asking) => {
    const asked = waiting;
    for (const one of asked) {
      const verdict = await check(app, one);
      if (stopped || waiting !== asked) return;
      // The run that it was tried on is not the last any more: with the next.
      if (verdict === undefined) return;
      take(one, verdict);
    }
    waiting = [];
  };
  const take = ({ source, stage, name }: Written, verdict: Re2Verdict) => {
    const others = analysis.getState().disagreements.filter((one) => one.source !== source);
    const message = `stage ${stage} ${name}: ${verdict.what}`;
    if (verdict.kind === "disagrees")
      analysis.setState({ disagreements: [...others, { source, message, report: verdict.report }] });
    else if (others.length < analysis.getState().disagreements.length) analysis.setState({ disagreements: others });
    if (verdict.kind === "unknown" && verdict.failed) sayOnce(verdict.what);
  };

  const stop = [
    analysis.subscribe(({ current }, { current: before }) => {
      if (current !== null && before !== null && current !== before && current.text !== before.text)
        void look(current, before);
    }),
    preview.subscribe(({ result }, { result: before }) => {
      if (result !== before && waiting.length > 0) void load().then((asking) => asking && tryOut(asking));
    }),
  ];
  return () => {
    stopped = true;
    for (const one of stop) one();
  };
}
