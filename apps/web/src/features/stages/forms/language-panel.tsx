/** Results of an embedded language on the samples: one panel for each language, or it does not compile. */
import type { EmbeddedLanguage } from "@sluice/engine";
import { CircleCheck, CircleX } from "lucide-react";
import type { ComponentType } from "react";
import { parseSentence } from "../../../core/text/sentence.ts";
import * as readingCss from "../../../ui/reading.module.css";
import { LongText, Sentence } from "../../../ui/value-text.tsx";
import * as css from "./forms-live.module.css";
import { LayoutPanel } from "./layout-panel.tsx";
import { MatchPanel } from "./match-panel.tsx";
import type { PanelProps } from "./panel-props.ts";

const PANELS: { readonly [L in EmbeddedLanguage]: ComponentType<PanelProps> } = {
  re2: MatchPanel,
  pattern: MatchPanel,
  gotime: LayoutPanel,
  jmespath: ValuePanel,
  gotemplate: ValuePanel,
  logql: VerdictPanel,
};

/** `current`: the answer is for the current text; otherwise it is the last one. */
export function LanguagePanel({
  language,
  current,
  ...props
}: PanelProps & { readonly language: EmbeddedLanguage; readonly current: boolean }) {
  const Panel = PANELS[language];
  return (
    <fieldset className={css.live} aria-label="Results on the samples" data-current={current}>
      <Panel {...props} />
    </fieldset>
  );
}

function ValuePanel({ probe: { chosen, refusal, language } }: PanelProps) {
  if (refusal !== undefined || chosen === undefined) return null;
  return (
    <>
      <h3 className={css.title}>
        {language === "gotemplate" ? "Value for the selected entry" : "In the selected entry"}
      </h3>
      {chosen.matched ? (
        <pre className={`${readingCss.logBox} ${css.box}`}>
          {chosen.result === "" ? <span className="faint">(empty)</span> : <LongText text={chosen.result ?? ""} />}
        </pre>
      ) : (
        <p className="tone-missed">
          <Sentence parts={parseSentence(chosen.why ?? "No result in this entry.")} />
        </p>
      )}
    </>
  );
}

function VerdictPanel({ probe: { chosen, refusal, matched, total } }: PanelProps) {
  if (refusal !== undefined) return null;
  return (
    <>
      <p className={css.title}>
        {matched.toLocaleString("en")} of {total.toLocaleString("en")} match
      </p>
      {chosen !== undefined && (
        <p className={css.verdict}>
          {chosen.matched ? (
            <>
              <CircleCheck aria-hidden="true" size={14} className="tone-good" /> Matches the selected entry.
            </>
          ) : (
            <>
              <CircleX aria-hidden="true" size={14} className="tone-missed" />
              <span>
                <Sentence parts={parseSentence(chosen.why ?? "Does not match the selected entry.")} />
              </span>
            </>
          )}
        </p>
      )}
    </>
  );
}
