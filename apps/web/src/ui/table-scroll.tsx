/** A table that scrolls on its own if its pane is too narrow. */
import type { ReactNode } from "react";
import * as readingCss from "./reading.module.css";

export function TableScroll({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys have to reach it
    <section className={readingCss.tableScroll} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
