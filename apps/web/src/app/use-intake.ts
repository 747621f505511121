/**
 * Takes what is pasted where nothing else takes it, and files that are dropped anywhere: without that a browser would
 * go to a dropped file and leave the page. A pasted configuration is distinguished from logs by how it begins, a file
 * by its name.
 */
import { type RefObject, useEffect } from "react";
import { useApp } from "../core/page/app-context.ts";
import { pasteText } from "../features/samples/paste-samples.ts";
import { takeFiles } from "./take-files.ts";

/** What takes pasted text itself. */
const FIELD = "input, textarea, select, [contenteditable], .monaco-editor, [role=dialog]";

export function useIntake(root: RefObject<HTMLDivElement | null>): void {
  const app = useApp();
  useEffect(() => {
    const isOurs = (target: EventTarget | null): target is HTMLElement =>
      target instanceof HTMLElement && (target === document.body || root.current?.contains(target) === true);
    const onPaste = (event: ClipboardEvent) => {
      if (!isOurs(event.target) || event.target.closest(FIELD) !== null) return;
      if (app.stores.view.getState().dialog !== null) return;
      if (app.stores.area.getState().area !== "design") return;
      const text = event.clipboardData?.getData("text/plain") ?? "";
      pasteText(app, text);
    };
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
    };
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      if (isOurs(event.target)) void takeFiles(app, [...(event.dataTransfer?.files ?? [])]);
    };
    addEventListener("paste", onPaste);
    addEventListener("dragover", onDragOver);
    addEventListener("drop", onDrop);
    return () => {
      removeEventListener("paste", onPaste);
      removeEventListener("dragover", onDragOver);
      removeEventListener("drop", onDrop);
    };
  }, [app, root]);
}
