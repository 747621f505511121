/** The dialogs that talk to the server: one chunk, since each is small. */
import { DeployDialog } from "./deploy-dialog.tsx";
import { SignIn } from "./sign-in.tsx";
import { VersionsDialog } from "./versions-dialog.tsx";

const DIALOGS = { "sign-in": SignIn, deploy: DeployDialog, versions: VersionsDialog } as const;

export default function ServerDialog({ of }: { of: keyof typeof DIALOGS }) {
  const Shown = DIALOGS[of];
  return <Shown />;
}
