/** How full a journal is, and how far each of its receivers is behind. */

import { grouped } from "../../../core/text/counted.ts";
import { formatBytes } from "../../../core/text/units.ts";
import { TableScroll } from "../../../ui/table-scroll.tsx";
import * as liveCss from "../live.module.css";
import * as css from "./journal.module.css";
import {
  ageOf,
  describeDamage,
  describeFill,
  describeOldest,
  describeWaiting,
  explainJournal,
  fillOf,
  isLate,
  type JournalFacts,
} from "./journal-facts.ts";

/** From this share on it is nearly full. */
const NEARLY = 0.8;

/** `healthy`: its component is, which a full journal is not. */
export function FillBar({ facts, healthy }: { facts: JournalFacts; healthy: boolean }) {
  const fill = fillOf(facts);
  return (
    <span
      className={css.fill}
      role="img"
      aria-label={`Journal: ${explainJournal(facts)}`}
      data-tone={fill < NEARLY ? "changed" : healthy ? "missed" : "error"}
    >
      <span style={{ width: `${fill * 100}%` }} />
    </span>
  );
}

export function JournalView({ facts, healthy }: { facts: JournalFacts; healthy: boolean }) {
  const about = [describeWaiting(facts), describeOldest(facts), describeDamage(facts)].filter(Boolean).join(", ");
  return (
    <section aria-label="Journal">
      <h4 className={liveCss.section}>
        Journal: {describeFill(facts)}, {about}
      </h4>
      <FillBar facts={facts} healthy={healthy} />
      {facts.bytes > 0 && (
        <p className={css.note}>Delivered entries take space until all entries of their segment are delivered.</p>
      )}
      {facts.receivers.length > 0 && (
        <TableScroll label="Receivers of the journal">
          <table className={css.receivers}>
            <thead>
              <tr>
                <th scope="col">Receiver</th>
                <th scope="col">Behind</th>
                <th scope="col">Size</th>
                <th scope="col">On the way</th>
                <th scope="col">Oldest</th>
              </tr>
            </thead>
            <tbody>
              {facts.receivers.map((one) => (
                <tr key={one.receiver}>
                  <th scope="row" className="mono">
                    {one.receiver}
                  </th>
                  <td>{grouped(one.behind_entries)}</td>
                  <td>{formatBytes(one.behind_bytes)}</td>
                  <td>{grouped(one.on_their_way)}</td>
                  <td className={isLate(one) ? "tone-missed" : ""}>{ageOf(one) ?? "–"}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
      )}
    </section>
  );
}
