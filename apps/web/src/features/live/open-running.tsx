/** From what runs to a document: what is captured goes into one, and a draft to run beside or to deploy is one. */
import { FileInput } from "lucide-react";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import { Tip } from "../../ui/tip.tsx";
import { openRunning, whyNoServer } from "../deploy/index.ts";

export function OpenRunning() {
  const app = useApp();
  useAppState("server", ({ status }) => status);
  const reason = whyNoServer(app);
  return (
    <Tip text={reason ?? "Opens the configuration that runs as a document of its own. Secrets are shown as (secret)."}>
      <button
        type="button"
        className="button"
        aria-disabled={reason === undefined ? undefined : true}
        onClick={reason === undefined ? () => void openRunning(app) : undefined}
      >
        <FileInput aria-hidden="true" size={14} /> Open what runs
      </button>
    </Tip>
  );
}
