/** Where the samples are: what came in was sent, dropped or is held. What was sent counts as it left; the rest in entries that came in. Each number shows its entries. */

import type { Settled } from "../domain/run.ts";
import { setFilter } from "../workspace/commands/set-filter.ts";
import { useApp, useAppState } from "./app-context.ts";

const PARTS: readonly { settled: Settled; tone: string }[] = [
  { settled: "out", tone: "good" },
  { settled: "dropped", tone: "dropped" },
  { settled: "held", tone: "held" },
];

export function Balance() {
  const app = useApp();
  const balance = useAppState("preview", (state) => state.result?.balance);
  const filter = useAppState("view", (state) => state.filter);
  if (balance === undefined) return null;
  return (
    <section className="balance dimmable" aria-label="Balance">
      <button type="button" className="balance-part" onClick={() => setFilter(app, { kind: "all" })}>
        {balance.in.toLocaleString("en")} in
      </button>
      {" → "}
      {PARTS.map(({ settled, tone }, i) => (
        <span key={settled}>
          {i > 0 && "; "}
          <button
            type="button"
            className={`balance-part${balance[settled] > 0 ? ` tone-${tone}` : ""}`}
            title={
              settled === "out"
                ? "Show the entries of which something was sent"
                : `Show the entries that are ${settled}`
            }
            aria-pressed={filter.kind === "settled" && filter.settled === settled}
            onClick={() => setFilter(app, { kind: "settled", settled })}
          >
            {settled === "out"
              ? `${balance.emitted.toLocaleString("en")} sent`
              : `${balance[settled].toLocaleString("en")} ${settled}`}
          </button>
          {settled === "out" && balance.emitted !== balance.out && `, made of ${balance.out.toLocaleString("en")}`}
        </span>
      ))}
    </section>
  );
}
