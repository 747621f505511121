/** The dialogs to share, export and import: one chunk, since each is small. */
import { ImportDialog } from "../features/import/import-dialog.tsx";
import { ExportDialog } from "../features/share/export-dialog.tsx";
import { ShareDialog } from "../features/share/share-dialog.tsx";

const DIALOGS = { share: ShareDialog, import: ImportDialog, export: ExportDialog } as const;

export default function HandOnDialog({ of }: { of: keyof typeof DIALOGS }) {
  const Shown = DIALOGS[of];
  return <Shown />;
}
