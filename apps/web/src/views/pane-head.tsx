import type { ReactNode } from "react";

/** The line at the top of a pane: its name, and what can be done there. */
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
    <div className="pane-head">
      <h2>{title}</h2>
      {count !== undefined && <span className="faint">{count}</span>}
      <span className="pane-actions">{children}</span>
    </div>
  );
}
