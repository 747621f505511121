/** The results of a map's expressions for the selected entry. */
import type { ControlPair } from "@sluice/engine";
import { parseSentence } from "../../../core/text/sentence.ts";
import { siblingText } from "../../../core/text/sibling-text.ts";
import { LongText, Sentence } from "../../../ui/value-text.tsx";
import { useBody } from "./form-context.ts";
import * as css from "./forms-live.module.css";
import { useProbes } from "./use-probe.ts";

export function PathResults({ pairs }: { pairs: readonly ControlPair[] }) {
  const source = siblingText(useBody(), "source") ?? "";
  const named = pairs.filter(([name]) => name !== "");
  // An empty expression means the name itself.
  const texts = named.map(([name, value]) => (typeof value === "string" && value !== "" ? value : name));
  const questions = texts.map((text) => ({ language: "jmespath" as const, text, source: { source } }));
  const probes = useProbes(questions, true);
  const shown = named.flatMap(([name], i) => {
    const probe = probes.find((one) => one.text === texts[i]);
    if (probe === undefined || probe.refusal !== undefined || probe.chosen === undefined) return [];
    return [{ name, chosen: probe.chosen }];
  });
  if (shown.length === 0) return null;
  return (
    <section className={css.live} aria-label="In the selected entry">
      <h3 className={css.title}>In the selected entry</h3>
      <dl className={`${css.values} mono`}>
        {shown.map(({ name, chosen }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {chosen.matched ? (
                <LongText text={chosen.result ?? ""} limit={160} />
              ) : (
                <span className="tone-missed">
                  <Sentence parts={parseSentence(chosen.why ?? "")} />
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
