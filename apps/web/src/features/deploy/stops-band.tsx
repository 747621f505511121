/** What a change of the running configuration stops, by component, as clients will notice it. Shown first. */

import type { Consequence, Foreseen } from "@sluice/protocol";
import { OctagonX, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import * as css from "./deploy.module.css";

export function StopsBand({ foreseen, children }: { foreseen: Foreseen; children?: ReactNode }) {
  const { consequences, consequences_more: more } = foreseen;
  if (consequences.length === 0 && children === undefined) return null;
  const loses = consequences.some((one) => one.loses);
  return (
    <section className={css.stops} data-loses={loses} aria-label="What stops" role={loses ? "alert" : undefined}>
      {consequences.length > 0 && (
        <>
          <h3>What stops</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reached by the keyboard */}
          <ul tabIndex={0} aria-label="What stops, by component">
            {consequences.map((one) => (
              <Stop key={`${one.component} ${one.text}`} of={one} />
            ))}
            {more !== undefined && <li className="muted">and {more} more</li>}
          </ul>
        </>
      )}
      {children}
    </section>
  );
}

function Stop({ of: { component, loses, text } }: { of: Consequence }) {
  const Icon = loses ? OctagonX : TriangleAlert;
  const tone = loses ? "tone-error" : "tone-missed";
  return (
    <li>
      <Icon aria-label={loses ? "lost" : "note"} role="img" size={14} className={tone} />
      <div>
        {component !== undefined && <b className="mono">{component}</b>} <span>{text}</span>
      </div>
    </li>
  );
}
