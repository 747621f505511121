/** Where notices are shown without covering anything: the free middle of a bar, or a row of their own. */
import { type RefObject, useLayoutEffect, useState } from "react";

/** Below this many pixels a bar has no room for a sentence. */
const LEAST = 260;

export type NoticeBar = "status" | "header";

/** Takes the room between the sides of a bar, as `.spring` does. */
export const NoticeRoom = ({ of }: { of: NoticeBar }) => <span className="spring" data-notice-room={of} />;

export interface FoundRoom {
  /** `row`: above the status bar. */
  readonly at: NoticeBar | "row";
  /** Pixels from the page's own edges. */
  readonly left: number;
  readonly width: number;
  /** Of the bar; for a row, of the status bar below it. */
  readonly height: number;
}

/**
 * Where notices go: the middle of the status bar if there is one and it has room, else that of the header, else a row above
 * the status bar, by which the panes are shorter.
 */
export function useNoticeRoom(box: RefObject<HTMLElement | null>, needed: boolean): FoundRoom | undefined {
  const [room, setRoom] = useState<FoundRoom>();
  // Bars come and go with the area that is shown.
  useLayoutEffect(() => {
    const page = box.current?.parentElement;
    if (!needed || page == null) return;
    const rooms = [...page.querySelectorAll<HTMLElement>("[data-notice-room]")];
    if (rooms.length === 0) return;
    const look = () => {
      const found = findRoom(page, rooms);
      setRoom((before) => (before !== undefined && isSame(before, found) ? before : found));
    };
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(page);
    for (const { parentElement } of rooms) for (const part of parentElement?.children ?? []) sizes.observe(part);
    return () => sizes.disconnect();
  });
  return room;
}

const isSame = (one: FoundRoom, other: FoundRoom): boolean =>
  one.at === other.at && one.left === other.left && one.width === other.width && one.height === other.height;

function findRoom(page: HTMLElement, rooms: readonly HTMLElement[]): FoundRoom {
  const { left, width } = page.getBoundingClientRect();
  const byBar = new Map(rooms.map((one) => [one.dataset.noticeRoom, one]));
  const heightOf = (at: NoticeBar) => byBar.get(at)?.parentElement?.clientHeight ?? 0;
  for (const at of ["status", "header"] as const) {
    const free = byBar.get(at)?.getBoundingClientRect();
    if (free !== undefined && free.width >= LEAST)
      return { at, left: free.left - left, width: free.width, height: heightOf(at) };
  }
  return { at: "row", left: 0, width, height: heightOf("status") };
}
