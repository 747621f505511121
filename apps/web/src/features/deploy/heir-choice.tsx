/** For journals that end with entries in them: the new ones that can take these over. */
import type { Foreseen } from "@sluice/protocol";
import { useStore } from "zustand";
import { counted } from "../../core/text/counted.ts";
import * as css from "./deploy.module.css";
import type { DeploySession } from "./deploy-session.ts";

export function HeirChoice({ session, backlogs }: { session: DeploySession; backlogs: Foreseen["backlogs"] }) {
  const chosen = useStore(session.store, ({ heirs }) => heirs);
  return (backlogs ?? []).flatMap(({ component, entries, heirs }) =>
    heirs.map((heir) => (
      <label key={`${component} ${heir}`} className={css.asIs}>
        <input
          type="checkbox"
          checked={chosen[component] === heir}
          onChange={(event) => void session.inherit(component, event.target.checked ? heir : null)}
        />{" "}
        <span className="mono">{heir}</span> takes over the {counted(entries, "entry", "entries")} of{" "}
        <span className="mono">{component}</span>
      </label>
    )),
  );
}
