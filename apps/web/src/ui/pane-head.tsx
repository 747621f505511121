import type { ReactNode } from "react";
import * as paneCss from "./pane.module.css";
import { AsOf } from "./stale-band.tsx";

/** The line at the top of a pane: its name, the time of outdated results, and its actions. */
export function PaneHead({
  title,
  count,
  children,
}: {
  title: string;
  count?: string | undefined;
  children?: ReactNode;
}) {
  return (
    <div className={paneCss.paneHead}>
      <h2>{title}</h2>
      {count !== undefined && <span className="muted small-text">{count}</span>}
      <AsOf />
      {children}
    </div>
  );
}
