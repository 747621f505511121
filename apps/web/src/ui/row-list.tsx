/** A list box of rows of one height. Only visible rows are in the page, so that ten thousand cost no more than fifty. */
import { useVirtualizer } from "@tanstack/react-virtual";
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
} from "react";

/** The position of a row. */
export interface RowPlace {
  /** The id of its element. */
  readonly id: string;
  /** Pixels. */
  readonly top: number;
  /** From 1. */
  readonly position: number;
  /** The number of all rows. */
  readonly size: number;
}

interface RowListProps<T> extends Pick<ComponentProps<"div">, "className" | "aria-label" | "onMouseDown"> {
  /** A tree has rows that open others. */
  readonly role?: "listbox" | "tree";
  readonly "data-keys"?: string;
  readonly box?: RefObject<HTMLDivElement | null>;
  readonly rows: readonly T[];
  /** Pixels of each row; the style sheet uses the same height. */
  readonly height: number;
  /** Rows rendered beyond the visible ones. */
  readonly overscan?: number;
  /** Identifies a row. */
  readonly keyOf: (row: T) => number | string;
  /** Index of the selected row, which is scrolled into sight; -1: none. */
  readonly at: number;
  /** For arrows, Page up and down, Home and End: the number of rows to move by, which may exceed the list. */
  readonly onStep: (by: number) => void;
  /** Called before `onStep`. True: it handled the key. */
  readonly onKey?: (event: KeyboardEvent) => boolean;
  readonly children: (row: T, place: RowPlace) => ReactNode;
}

export function RowList<T>(props: RowListProps<T>) {
  const {
    role = "listbox",
    box: given,
    rows,
    height,
    overscan = 8,
    keyOf,
    at,
    onStep,
    onKey,
    children,
    ...rest
  } = props;
  const own = useRef<HTMLDivElement>(null);
  const box = given ?? own;
  const listId = useId();
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    getItemKey: (index) => (rows[index] === undefined ? index : keyOf(rows[index])),
    overscan,
    initialRect: { width: 0, height: 600 },
  });
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: "auto" });
  }, [at, virtual]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (onKey?.(event)) return;
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / height) - 1);
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -rows.length,
      End: rows.length,
    };
    const by = steps[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onStep(by);
  };
  const inSight = virtual.getVirtualItems().filter(({ index }) => index < rows.length);
  const idOf = (index: number) => `${listId}-${keyOf(rows[index]!)}`;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useAriaPropsSupportedByRole: both roles are widgets that take it
    <div
      {...rest}
      ref={box}
      role={role}
      tabIndex={0}
      aria-activedescendant={inSight.some(({ index }) => index === at) ? idOf(at) : undefined}
      onKeyDown={onKeyDown}
    >
      <div style={{ height: virtual.getTotalSize(), position: "relative" }} role="presentation">
        {inSight.map(({ index, start }) =>
          children(rows[index]!, { id: idOf(index), top: start, position: index + 1, size: rows.length }),
        )}
      </div>
    </div>
  );
}

/** A row of such a list; the list handles the keys. */
export function ListRow({
  id,
  top,
  position,
  size,
  selected,
  role = "option",
  ...rest
}: RowPlace & { readonly selected: boolean; readonly role?: "option" | "treeitem" } & Omit<
    ComponentProps<"div">,
    "id" | "role"
  >) {
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles take it
    <div
      {...rest}
      id={id}
      role={role}
      tabIndex={-1}
      aria-selected={selected}
      aria-posinset={position}
      aria-setsize={size}
      style={{ transform: `translateY(${top}px)` }}
    />
  );
}

/** Whether a key belongs to another command. */
export const hasModifier = ({ altKey, ctrlKey, metaKey }: KeyboardEvent): boolean => altKey || ctrlKey || metaKey;
