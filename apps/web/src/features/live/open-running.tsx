/** Opens what runs as a document, which captures fill, and which can be shadow-run and deployed. */
import { FileInput } from "lucide-react";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import { buttonClass } from "../../ui/button-class.ts";
import { Tip } from "../../ui/tip.tsx";
import { openRunning, whyNoServer } from "../deploy/index.ts";

export function OpenRunning() {
  const app = useApp();
  useAppState("server", ({ status }) => status);
  const reason = whyNoServer(app);
  return (
    <Tip text={reason ?? "Opens the running configuration as a separate document. Secrets are shown as (secret)."}>
      <button
        type="button"
        className={buttonClass()}
        aria-disabled={reason === undefined ? undefined : true}
        onClick={reason === undefined ? () => void openRunning(app) : undefined}
      >
        <FileInput aria-hidden="true" size={14} /> Open what runs
      </button>
    </Tip>
  );
}
