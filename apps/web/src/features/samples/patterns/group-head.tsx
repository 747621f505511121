/** The head of a group: how many entries it has, its share, and the template of their pattern. */
import { ChevronDown, ChevronRight, Ellipsis, EyeOff, Filter } from "lucide-react";
import { memo } from "react";
import type { PatternGroup } from "../../../core/model/sample-patterns.ts";
import { useApp, useAppState } from "../../../core/page/app-context.ts";
import { keysOf } from "../../../core/page/commands.ts";
import { setDrawer } from "../../../core/page/settings.ts";
import { hidePattern, selectItem, setFold, showOnlyPattern } from "../../../core/select/pattern-list.ts";
import { counted } from "../../../core/text/counted.ts";
import { formatBytes, formatShare } from "../../../core/text/units.ts";
import { buttonClass } from "../../../ui/button-class.ts";
import { Menu } from "../../../ui/menu.tsx";
import { ListRow, type RowPlace } from "../../../ui/row-list.tsx";
import * as rowsCss from "../../../ui/rows.module.css";
import { PatternText } from "../../../ui/value-text.tsx";
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
  const about = [
    `${counted(lines, "entry", "entries")} of ${all.toLocaleString("en")}: ${formatShare(lines, all)}`,
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
    >
      <Chevron aria-hidden="true" size={14} className={css.chevron} />
      <b className={css.count}>
        {rows.length < lines && `${rows.length.toLocaleString("en")}/`}
        {lines.toLocaleString("en")}
        <span className="visually-hidden"> entries, </span>
      </b>
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
        <Menu
          label={`Pattern of ${counted(lines, "entry", "entries")}`}
          align="end"
          tabIndex={-1}
          className={buttonClass("quiet", "icon", "small")}
          items={[
            {
              label: "Show only these",
              icon: <Filter size={14} />,
              keys: keysOf(app, "pattern.only"),
              run: () => showOnlyPattern(app, number),
            },
            {
              label: "Not these",
              icon: <EyeOff size={14} />,
              keys: keysOf(app, "pattern.not"),
              run: () => hidePattern(app, number),
            },
          ]}
        >
          <Ellipsis aria-hidden="true" size={14} />
        </Menu>
      </span>
    </ListRow>
  );
});
