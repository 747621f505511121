/** The samples by pattern: a head for each group, which folds, and rows that show what varies in it. */
import { type KeyboardEvent, useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import type { ListItem, PatternGroup } from "../../../core/model/sample-patterns.ts";
import type { SampleRow } from "../../../core/model/sample-rows.ts";
import { useApp, useAppState } from "../../../core/page/app-context.ts";
import { useDerived } from "../../../core/page/use-derived.ts";
import { useFocusRequest } from "../../../core/page/use-focus-request.ts";
import { setFold } from "../../../core/select/pattern-list.ts";
import { hasModifier, RowList, type RowPlace } from "../../../ui/row-list.tsx";
import * as rowsCss from "../../../ui/rows.module.css";
import { useRowNames } from "../row-values.tsx";
import { EntryRow, type VaryingValues } from "../rows/entry-row.tsx";
import { useEntryRows } from "../rows/use-entry-rows.ts";
import { GroupHead } from "./group-head.tsx";
import { cursorIndex, selectItem } from "./list-cursor.ts";
import { PatternValues } from "./pattern-values.ts";
import * as css from "./patterns.module.css";

/** Pixels; the style sheet uses the same height. */
const ROW_HEIGHT = 28;

export default function PatternList() {
  const app = useApp();
  const items = useDerived("listItems");
  const selected = useAppState("selection", (state) => state.sampleId);
  const cursor = useAppState("patterns", (state) => state.cursor);
  const session = useAppState("patterns", (state) => state.known?.session ?? 0);
  const box = useRef<HTMLDivElement>(null);
  const at = useMemo(() => cursorIndex(items, selected, cursor), [items, selected, cursor]);
  const current = items[at];
  const entries = useEntryRows(box, current?.kind === "row" ? current.row : undefined);
  const values = useMemo(() => new PatternValues(app, session), [app, session]);
  const hasOwnValues = useRowNames().length > 0;
  const groups = useDerived("groups");
  useFocusRequest("entries", () => box.current?.focus());

  const onKey = (event: KeyboardEvent): boolean => {
    // A menu in a head is part of the list to React alone.
    if (event.target instanceof Node && !box.current?.contains(event.target)) return true;
    if (current?.kind === "group") return onGroupKey(event, current);
    if (current !== undefined && event.key === "ArrowLeft" && !hasModifier(event) && !entries.isInRow)
      selectItem(app, { kind: "group", group: current.group });
    else return entries.onKey(event);
    event.preventDefault();
    return true;
  };
  const onGroupKey = (event: KeyboardEvent, { group }: Extract<ListItem, { kind: "group" }>): boolean => {
    if (hasModifier(event)) return false;
    const { number, isOpen, rows } = group;
    if (event.key === "ArrowRight" && isOpen) selectItem(app, { kind: "row", row: rows[0]!, group });
    else if (event.key === "ArrowRight") setFold(app, number, true);
    else if (event.key === "ArrowLeft") setFold(app, number, false);
    else if (event.key === "Enter" || event.key === " ") setFold(app, number, !isOpen);
    else if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey))
      box.current?.querySelector<HTMLElement>('[aria-selected="true"] button')?.click();
    else return false;
    event.preventDefault();
    return true;
  };

  return (
    <>
      <RowList
        role="tree"
        className={`${rowsCss.list} ${css.list} dimmable`}
        data-keys="samples"
        aria-label="Sample entries"
        box={box}
        rows={items}
        height={ROW_HEIGHT}
        keyOf={keyOf}
        at={at}
        onKey={onKey}
        onStep={(by) => {
          const next = items[Math.max(0, Math.min(items.length - 1, at < 0 ? 0 : at + by))];
          if (next !== undefined) selectItem(app, next);
        }}
        onMouseDown={(event) => {
          const target = event.target instanceof Element ? event.target : undefined;
          const item = items[Number(target?.closest("[data-index]")?.getAttribute("data-index") ?? -1)];
          entries.onMouseDown(event, target, item?.kind === "row" ? item.row : undefined);
        }}
      >
        {(item, place) => {
          const index = place.position - 1;
          if (item.kind === "group")
            return (
              <GroupHead
                key={keyOf(item)}
                {...place}
                position={groups.indexOf(item.group) + 1}
                size={groups.length}
                group={item.group}
                index={index}
                selected={index === at}
              />
            );
          const { sample, number, outcome } = item.row;
          return (
            <GroupedRow
              key={keyOf(item)}
              group={item.group}
              row={item.row}
              known={hasOwnValues ? undefined : values}
              found={entries.valuesOf(sample.id)}
              {...entries.shown}
              sample={sample}
              number={number}
              outcome={outcome}
              selected={index === at}
              index={index}
              {...place}
              position={item.group.rows.indexOf(item.row) + 1}
              size={item.group.rows.length}
            />
          );
        }}
      </RowList>
      <span className="visually-hidden" aria-live="polite">
        {entries.said}
      </span>
    </>
  );
}

const keyOf = (item: ListItem): string | number =>
  item.kind === "group" ? `group-${item.group.number}` : item.row.sample.id;

type GroupedRowProps = Omit<React.ComponentProps<typeof EntryRow>, "values"> &
  RowPlace & {
    readonly group: PatternGroup;
    readonly row: SampleRow;
    /** Undefined: the user has chosen what rows show. */
    readonly known: PatternValues | undefined;
    /** What rows of a plain list show: chosen, or found automatically. */
    readonly found: readonly (string | undefined)[] | undefined;
  };

const never = () => () => {};

function GroupedRow({ group: { pattern, number }, row, known, found, ...rest }: GroupedRowProps) {
  const { sample } = row;
  const shown = useMemo(() => varyingParts(pattern), [pattern]);
  const values = useSyncExternalStore(known?.subscribe ?? never, () => known?.get(sample.id));
  useEffect(() => {
    if (pattern !== undefined) known?.want(sample, number);
  }, [known, sample, number, pattern]);
  const varying = useMemo((): VaryingValues | undefined => {
    if (values === undefined || pattern === undefined) return undefined;
    // It differs from the rows around it behind what is the same on all of them.
    if (typeof values === "string") return { names: ["text"], values: [values], columns: ["auto"] };
    // Where nothing varies, or has no value here, the row says what one of a plain list says.
    if (shown.every((i) => SAYS_NOTHING.has(values[i] ?? ""))) return undefined;
    return {
      names: shown.map((i) => pattern.parts[i]!.name),
      values: shown.map((i) => values[i] ?? ""),
      columns: shown.map((i, nth) => (nth === shown.length - 1 ? "auto" : widthOf(pattern.parts[i]!))),
    };
  }, [values, pattern, shown]);
  const isPlain = known === undefined || shown.length === 0 || values !== undefined;
  return <EntryRow {...rest} varying={varying} values={isPlain && varying === undefined ? found : undefined} />;
}

const SAYS_NOTHING: ReadonlySet<string> = new Set(["", "null"]);

/** A part that has one value in all entries is the same on each row. */
const varyingParts = (pattern: PatternGroup["pattern"]): readonly number[] =>
  pattern?.parts.flatMap(({ distinct }, i) => (distinct.exact && distinct.count <= 1 ? [] : i)) ?? [];

/** A column for a part: as wide as its first and last value, within bounds. */
const widthOf = ({ first, last }: { readonly first: string; readonly last: string }): string =>
  `${Math.max(3, Math.min(16, Math.max(first.length, last.length)))}ch`;
