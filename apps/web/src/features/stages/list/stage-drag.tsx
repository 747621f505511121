/**
 * Drags stages with the mouse: a line shows where the row would go. Keys and the menu of each stage do the same without
 * it.
 */
import {
  type CollisionDetection,
  DndContext,
  DragOverlay,
  MouseSensor,
  useDndContext,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { type ReactNode, useState } from "react";
import { createPortal } from "react-dom";
import type { CardItem } from "../../../core/model/analysis.ts";
import { placeOfDrop } from "../../../core/model/stage-tree.ts";
import { useApp, useReadOnly } from "../../../core/page/app-context.ts";
import { useDerived } from "../../../core/page/use-derived.ts";
import { moveStageTo } from "./edit-stages.ts";
import * as css from "./stages.module.css";

/** Pixels that a press moves before it drags the row: less is a click. */
const DISTANCE = 5;
/** Pixels between the end of a branch and the row after it. */
const STEP = 8;

interface Slot {
  readonly parent: string | undefined;
  /** Index among the cards there, counting the dragged one. */
  readonly index: number;
}

/** The slot nearest to the pointer, by height only. */
const nearestSlot: CollisionDetection = ({ droppableContainers, droppableRects, pointerCoordinates }) => {
  if (pointerCoordinates === null) return [];
  return droppableContainers
    .flatMap(({ id }) => {
      const rect = droppableRects.get(id);
      return rect === undefined ? [] : [{ id, data: { value: Math.abs(rect.top - pointerCoordinates.y) } }];
    })
    .sort((a, b) => a.data.value - b.data.value)
    .slice(0, 1);
};

export function DragStages({ children }: { children: ReactNode }) {
  const app = useApp();
  const { cards } = useDerived("cards");
  const [taken, setTaken] = useState<CardItem | undefined>();
  const sensors = useSensors(useSensor(MouseSensor, { activationConstraint: { distance: DISTANCE } }));
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={nearestSlot}
      // No instructions for dragging by keys: there are better keys.
      accessibility={{ screenReaderInstructions: { draggable: "" }, announcements: SILENT }}
      onDragStart={({ active }) => setTaken(cards.find(({ id }) => id === active.id))}
      onDragCancel={() => setTaken(undefined)}
      onDragEnd={({ active, over }) => {
        setTaken(undefined);
        const slot = over?.data.current as Slot | undefined;
        const card = cards.find(({ id }) => id === active.id);
        const to = slot && card && placeOfDrop(cards, card, slot);
        if (to !== undefined) void moveStageTo(app, card!.id, to);
      }}
    >
      {children}
      {/* Outside of the list: inside, the placeholder would move it. */}
      {createPortal(
        <DragOverlay dropAnimation={null}>
          {taken !== undefined && (
            <div className={css.taken}>
              {!taken.off && <span className={css.path}>{taken.id}</span>} {taken.name}
            </div>
          )}
        </DragOverlay>,
        document.body,
      )}
    </DndContext>
  );
}

const NOTHING = () => undefined;
const SILENT = { onDragStart: NOTHING, onDragOver: NOTHING, onDragEnd: NOTHING, onDragCancel: NOTHING };

/** The props that make a row draggable. */
export function useTakeable(card: CardItem) {
  const { stale } = useDerived("cards");
  const readOnly = useReadOnly();
  const { setNodeRef, listeners, isDragging } = useDraggable({ id: card.id, disabled: stale || readOnly });
  return { ref: setNodeRef, listeners, isDragging };
}

/** Slots around a card during a drag: before it, and after it if it is the last. */
export function DropSlots({ card, last }: { card: CardItem; last: boolean }) {
  const { parent, index, depth } = card;
  if (useDndContext().active === null) return null;
  return (
    <>
      <DropSlot slot={{ parent, index }} at={{ top: 0 }} />
      {last && <DropSlot slot={{ parent, index: index + 1 }} at={{ bottom: depth * STEP }} />}
    </>
  );
}

/** The slot of an empty branch. */
export function OnlySlot({ parent }: { parent: string }) {
  return useDndContext().active === null ? null : <DropSlot slot={{ parent, index: 0 }} at={{ top: STEP }} />;
}

function DropSlot({ slot, at }: { slot: Slot; at: { readonly top?: number; readonly bottom?: number } }) {
  const { cards } = useDerived("cards");
  const { active } = useDndContext();
  const card = cards.find(({ id }) => id === active?.id);
  const disabled = card === undefined || placeOfDrop(cards, card, slot) === undefined;
  const { setNodeRef, isOver } = useDroppable({ id: `${slot.parent ?? ""}/${slot.index}`, data: slot, disabled });
  return (
    <span ref={setNodeRef} className={css.dropSlot} data-part="drop" data-over={isOver} style={at} aria-hidden="true" />
  );
}
