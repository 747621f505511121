/** The shared content as its recipient will see it. */
import { formatSamples } from "@sluice/engine";
import type { SharedContent } from "../../core/model/private-values.ts";
import * as css from "./share.module.css";

/** The most characters of a part that are drawn. */
const MAX_SHOWN = 100_000;

export function SentText({ content }: { content: SharedContent }) {
  const parts = [
    ["Configuration", content.text],
    ["Labels", content.commonLabels],
    ["Samples", formatSamples(content.samples)],
    ["Tests", content.tests],
  ] as const;
  return (
    <section className={css.sent} aria-label="What is sent">
      {parts.map(
        ([name, text]) =>
          text !== "" && (
            <div key={name}>
              <h3>{name}</h3>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys have to reach it */}
              <pre className={`${css.text} mono`} tabIndex={0}>
                {text.slice(0, MAX_SHOWN)}
                {text.length > MAX_SHOWN && `\n… ${(text.length - MAX_SHOWN).toLocaleString("en")} more characters`}
              </pre>
            </div>
          ),
      )}
    </section>
  );
}
