/** The menu of documents: all of them, and actions on the open one. */

import { targetName } from "@sluice/engine";
import {
  ChevronDown,
  CircleCheck,
  CopyPlus,
  Crosshair,
  FileInput,
  FilePlus,
  GitCompareArrows,
  History,
  Trash2,
  Undo2,
} from "lucide-react";
import { useApp, useAppState, useReadOnly } from "../core/page/app-context.ts";
import { openDialog } from "../core/page/dialogs.ts";
import { openCompare } from "../features/compare/states.ts";
import { chooseConfig } from "../features/import/import-file.ts";
import { openTarget } from "../features/share/set-target.ts";
import { openTests } from "../features/tests/index.ts";
import { buttonClass } from "../ui/button-class.ts";
import { Menu, type MenuItem } from "../ui/menu.tsx";
import { duplicateDocument, newDocument, removeDocument } from "./documents.ts";

export function DocumentMenu() {
  const app = useApp();
  const readOnly = useReadOnly();
  const list = useAppState("documents", (state) => state.list);
  const currentId = useAppState("documents", (state) => state.currentId);
  const removed = useAppState("documents", (state) => state.removed.length);
  const kept = useAppState("documents", (state) => state.kept);
  const target = useAppState("analysis", ({ current }) => current?.target ?? "sluice");
  const edits: readonly MenuItem[] = [
    { label: "New pipeline", separator: true, icon: <FilePlus size={14} />, run: () => newDocument(app) },
    { label: "Duplicate this pipeline", icon: <CopyPlus size={14} />, run: () => duplicateDocument(app) },
    {
      label: "Target…",
      detail: targetName(target),
      icon: <Crosshair size={14} />,
      run: () => openTarget(app),
    },
    { label: "Import a configuration…", icon: <FileInput size={14} />, run: () => void chooseConfig(app) },
    { label: "Remove this pipeline", icon: <Trash2 size={14} />, run: () => void removeDocument(app) },
  ];
  const restores: MenuItem = {
    label: "Removed pipelines…",
    separator: readOnly,
    detail: `${removed} can be restored`,
    icon: <Undo2 size={14} />,
    run: () => openDialog(app, { kind: "removed" }),
  };
  return (
    <Menu
      label="Pipelines"
      className={buttonClass("quiet", "icon", "small")}
      items={[
        ...list.map(({ id, name }) => ({
          id,
          label: name,
          checked: id === currentId,
          ...(kept ? {} : { detail: "not kept by this browser" }),
          run: () => void app.documents.open(id),
        })),
        ...(readOnly ? [] : edits),
        ...(removed === 0 ? [] : [restores]),
        {
          label: "History of this pipeline…",
          separator: true,
          icon: <History size={14} />,
          run: () => openDialog(app, { kind: "states" }),
        },
        { label: "Tests", icon: <CircleCheck size={14} />, run: () => openTests(app) },
        { label: "Compare with…", icon: <GitCompareArrows size={14} />, run: () => openCompare(app) },
      ]}
    >
      <ChevronDown aria-hidden="true" size={12} />
    </Menu>
  );
}
