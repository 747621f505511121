/**
 * Accounts for all samples: incoming entries were sent, dropped or are held. Sent entries count as they left, the rest
 * as they came in. Each number filters the list to its entries.
 */
import { useMemo } from "react";
import { FLOW_ORDER } from "../../../core/model/graph/flow.ts";
import type { Settled } from "../../../core/model/run.ts";
import { useApp, useAppState } from "../../../core/page/app-context.ts";
import { useDerived } from "../../../core/page/use-derived.ts";
import { setFilter } from "../../../core/select/set-filter.ts";
import { formatVolume, volumeOf } from "../../../core/text/volume.ts";
import * as flowCss from "../../../ui/flow.module.css";
import * as paneCss from "../../../ui/pane.module.css";
import { StatusIcon, statusTone } from "../../../ui/status-mark.tsx";
import * as css from "./balance.module.css";

const PARTS: readonly Settled[] = ["out", "dropped", "held"];

export function Balance() {
  const app = useApp();
  const balance = useAppState("preview", (state) => state.result?.balance);
  const counts = useAppState("preview", (state) => state.result?.counts);
  const stages = useDerived("pipeline")?.stages;
  const volume = useMemo(
    () => (counts === undefined ? undefined : volumeOf(counts, stages?.map(({ path }) => path) ?? [])),
    [counts, stages],
  );
  const filter = useAppState("entryFilter", (state) => state.filter);
  if (balance === undefined || balance.in === 0) return null;
  return (
    <section className={`${paneCss.paneFoot} ${css.balance} dimmable`} aria-label="Balance">
      <span className={css.parts}>
        <button type="button" className={css.part} onClick={() => setFilter(app, { kind: "all" })}>
          <b>{balance.in.toLocaleString("en")}</b> in
        </button>
        {PARTS.map((settled, i) => {
          const loud = settled !== "out" && balance[settled] > 0 ? settled : undefined;
          return [
            i === 0 ? " → " : "; ",
            <button
              key={settled}
              type="button"
              className={loud === undefined ? css.part : `${css.part} tone-${statusTone(loud)}`}
              title={settled === "out" ? "Show the entries that were sent" : `Show the entries that are ${settled}`}
              aria-pressed={filter.kind === "settled" && filter.settled === settled}
              onClick={() => setFilter(app, { kind: "settled", settled })}
            >
              {loud !== undefined && <StatusIcon status={loud} />}
              {settled === "out" ? (
                <>
                  <b>{balance.emitted.toLocaleString("en")}</b> sent
                </>
              ) : (
                `${balance[settled].toLocaleString("en")} ${settled}`
              )}
            </button>,
            settled === "out" && balance.emitted !== balance.out && (
              <span key="made of">, from {balance.out.toLocaleString("en")}</span>
            ),
          ];
        })}
      </span>
      {volume !== undefined && (
        <span className={css.volume} title="Bytes of the lines that entered the first stage and left the last one">
          {formatVolume(volume)} of lines
        </span>
      )}
      <span className={css.legend} aria-hidden="true">
        {FLOW_ORDER.map((kind) => [
          <span key={`${kind} swatch`} className={flowCss.swatch} data-flow={kind} />,
          <span key={kind}>{kind}</span>,
        ])}
      </span>
    </section>
  );
}
