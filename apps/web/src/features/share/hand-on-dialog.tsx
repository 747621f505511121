/** The dialogs by which a document is handed on: one part of the page, since each is small. */
import "../stages/forms/forms.css";
import "./hand-on.css";
import { ImportDialog } from "../import/import-dialog.tsx";
import { ExportDialog } from "./export-dialog.tsx";
import { ShareDialog } from "./share-dialog.tsx";

const DIALOGS = { share: ShareDialog, import: ImportDialog, export: ExportDialog } as const;

export default function HandOnDialog({ of }: { of: keyof typeof DIALOGS }) {
  const Shown = DIALOGS[of];
  return <Shown />;
}
