/** The head of a group: how many entries it has, its share, and the template of their pattern. */
import { ChevronDown, ChevronRight } from "lucide-react";
import { memo } from "react";
import type { PatternGroup } from "../../../core/model/sample-patterns.ts";
import { useApp, useAppState } from "../../../core/page/app-context.ts";
import { setDrawer } from "../../../core/page/settings.ts";
import { setFold } from "../../../core/select/pattern-list.ts";
import { counted } from "../../../core/text/counted.ts";
import { formatBytes, formatShare } from "../../../core/text/units.ts";
import { PatternMenu } from "../../../ui/patterns/pattern-menu.tsx";
import { ListRow, type RowPlace } from "../../../ui/row-list.tsx";
import * as rowsCss from "../../../ui/rows.module.css";
import { PatternText } from "../../../ui/value-text.tsx";
import { selectItem } from "./list-cursor.ts";
import * as css from "./patterns.module.css";

interface GroupHeadProps extends RowPlace {
  readonly group: PatternGroup;
  /** In the list. */
  readonly index: number;
  readonly selected: boolean;
}

export const GroupHead = memo(function GroupHead({ group, index, ...place }: GroupHeadProps) {
  const app = useApp();
  const { number, pattern, rows, isOpen } = group;
  const all = useAppState("patterns", (state) => state.known?.samples.length ?? 0);
  const bytes = useAppState("patterns", (state) => state.known?.report.bytes ?? 0);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  const lines = pattern?.lines ?? rows.length;
  const isFiltered = rows.length < lines;
  // Each line is an entry until a stage joins them: those of a stack trace belong to the pattern of the line before.
  const continued = isFiltered ? 0 : lines - (pattern?.count ?? lines);
  const about = [
    `${counted(lines, "entry", "entries")} of ${all.toLocaleString("en")}: ${formatShare(lines, all)}`,
    ...(continued === 0 ? [] : [`${counted(continued, "of them continues", "of them continue")} an entry before`]),
    ...(pattern === undefined
      ? []
      : [`${formatBytes(pattern.bytes)} of ${formatBytes(bytes)}: ${formatShare(pattern.bytes, bytes)}`]),
  ];
  return (
    <ListRow
      {...place}
      role="treeitem"
      aria-level={1}
      aria-expanded={isOpen}
      data-index={index}
      data-part="pattern"
      className={`${rowsCss.row} ${css.head}`}
      title={[...about, pattern?.template.slice(0, 1000) ?? ""].join("\n")}
      onClick={() => {
        selectItem(app, { kind: "group", group });
        setFold(app, number, !isOpen);
        setDrawer(app, true);
      }}
      onContextMenu={(event) => {
        // Its menu is in the row to React alone.
        if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return;
        event.preventDefault();
        selectItem(app, { kind: "group", group });
        event.currentTarget.querySelector("button")?.click();
      }}
    >
      <Chevron aria-hidden="true" size={14} className={css.chevron} />
      <b className={css.count}>
        {isFiltered && `${rows.length.toLocaleString("en")}/`}
        {(lines - continued).toLocaleString("en")}
        <span className="visually-hidden"> entries, </span>
      </b>
      {continued > 0 && (
        <span className={css.share}>
          +{continued.toLocaleString("en")}
          <span className="visually-hidden"> that continue them, </span>
        </span>
      )}
      <span className={css.share}>
        {formatShare(lines, all)}
        <span className="visually-hidden"> of lines, </span>
      </span>
      {pattern !== undefined && (
        <span className={`${css.share} ${css.bytes}`}>
          {formatShare(pattern.bytes, bytes)}
          <span>
            {" of bytes"}
            <span className="visually-hidden">, </span>
          </span>
        </span>
      )}
      <span className={`${rowsCss.line} mono`} data-part="template">
        {pattern === undefined ? (
          <span className="muted">No pattern</span>
        ) : pattern.template === "" ? (
          <span className="faint">(empty line)</span>
        ) : (
          <PatternText pattern={pattern} />
        )}
      </span>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the button in it takes keys */}
      <span className={css.menu} onClick={(event) => event.stopPropagation()}>
        <PatternMenu
          number={number}
          label={`Pattern of ${counted(lines, "entry", "entries")}`}
          tabIndex={-1}
          isPattern={pattern !== undefined}
        />
      </span>
    </ListRow>
  );
});
