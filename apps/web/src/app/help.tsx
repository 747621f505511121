import { describeZoneData } from "@sluice/languages/gotime";
import { Fragment, type ReactNode, useState } from "react";
import { useApp, useAppState } from "../core/page/app-context.ts";
import { closeDialog } from "../core/page/dialogs.ts";
import { ModalHead } from "../ui/modal.tsx";
import { groupCommands } from "./command-groups.ts";
import { commandsWithKeys } from "./find-commands.ts";
import * as css from "./help.module.css";

/** Keys of the page, and the versions of it and its server that results depend on. */
export function Help() {
  const app = useApp();
  const close = () => closeDialog(app);
  return (
    <>
      <ModalHead title="Keyboard shortcuts" onClose={close} />
      {groupCommands(commandsWithKeys(app)).map(({ name, commands }) => (
        <section key={name} aria-label={name} className={css.group}>
          <h3>{name}</h3>
          <dl className={css.keys}>
            {commands.map(({ id, keys, title }) => (
              <Keys key={id} of={[keys ?? ""]}>
                {title}
              </Keys>
            ))}
            {name === "Entries and samples" && (
              <Keys of={["←", "→", app.platform.mac ? "⇧F10" : "Shift+F10"]}>
                In the entries: select a word of a line, and create stages from it
              </Keys>
            )}
          </dl>
        </section>
      ))}
      <section aria-label="Editor" className={css.group}>
        <h3>Editor</h3>
        <dl className={css.keys}>
          <Keys of={[app.platform.mac ? "⌃Space" : "Ctrl+Space"]}>In the editor: suggestions</Keys>
          <Keys of={[app.platform.mac ? "⌃⇧M" : "Ctrl+M"]}>
            In the editor: Tab moves the focus instead of indenting
          </Keys>
        </dl>
      </section>
      <About />
    </>
  );
}

const Keys = ({ of, children }: { of: readonly string[]; children: ReactNode }) => (
  <div>
    <dt>
      {of.map((keys) => (
        <Fragment key={keys}>
          <kbd>{keys}</kbd>{" "}
        </Fragment>
      ))}
    </dt>
    <dd>{children}</dd>
  </div>
);

/** Previews use the browser's time zone data, live entries the server's: both are shown, since they may differ. */
function About() {
  const server = useAppState("server", (state) => state);
  const [page] = useState(() => describeZoneData());
  return (
    <section className={css.about} aria-label="About">
      <h3>Sluice</h3>
      <dl className={css.keys}>
        <div>
          <dt>The server</dt>
          <dd>{server.status === "present" ? `version ${server.version ?? "not known"}` : "no server"}</dd>
        </div>
      </dl>
      <h3>Time zone data</h3>
      <dl className={css.keys}>
        <div>
          <dt>This browser</dt>
          <dd>{page}</dd>
        </div>
        <div>
          <dt>The server</dt>
          <dd>{server.status === "present" ? (server.timeZoneData ?? "not known") : "no server"}</dd>
        </div>
      </dl>
      <p className="faint">
        Releases of the IANA database. Previews use the browser's. A release changes some zones, mostly in future years.
      </p>
      <p>
        <a href="third-party-notices.txt" target="_blank" rel="noreferrer">
          Licences of the packages inside
        </a>
      </p>
    </section>
  );
}
