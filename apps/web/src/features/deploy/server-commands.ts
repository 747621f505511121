/** Commands of the page's server: signing in, deploying, versions. Their dialogs load when first needed. */
import { isBlank } from "../../core/model/document.ts";
import type { App } from "../../core/page/app.ts";
import type { Command } from "../../core/page/command.ts";
import { openDialog } from "../../core/page/dialogs.ts";
import { notify } from "../../core/page/notify.ts";
import { lock } from "../../core/page/poll-server.ts";

declare module "../../core/page/dialog-kinds.ts" {
  interface DialogKinds {
    deploy: object;
    /** `rollbackTo`: the version to which it offers to go back at once. */
    versions: { readonly rollbackTo: number | null };
  }
}

/** Why the server cannot be reached now. */
export function whyNoServer({ stores }: Pick<App, "stores">): string | undefined {
  switch (stores.server.getState().status) {
    case "unknown":
      return "Still looking for a server.";
    case "absent":
      return "This page was not served by a Sluice server.";
    case "away":
      return "The server does not answer.";
    case "locked":
      return "Sign in to the server first.";
    case "present":
      return undefined;
  }
}

/** Why the server cannot be changed now. */
export function whyNoChange(app: Pick<App, "stores">): string | undefined {
  const isReading = app.stores.server.getState().access === "read";
  return whyNoServer(app) ?? (isReading ? "You are signed in read-only: sign in with the full token." : undefined);
}

/** Why the open document cannot be deployed now. */
export function whyNotDeployed(app: Pick<App, "stores">): string | undefined {
  const reason = whyNoChange(app);
  if (reason !== undefined) return reason;
  const { document, analysis } = app.stores;
  const content = document.getState();
  if (isBlank(content)) return "This pipeline is empty.";
  const { current } = analysis.getState();
  if (current === null || current.text !== content.text) return "The configuration is still being read.";
  if (current.graph === null) return "The configuration does not parse: see the problems.";
  if (!current.ok) return "The configuration has errors: see the problems.";
  return undefined;
}

/** Its pipelines with stages, the selected one first. */
export function stagedPipelines({ stores }: Pick<App, "stores">): readonly string[] {
  const { pipelineId } = stores.selection.getState();
  const nodes = stores.analysis.getState().current?.graph?.nodes ?? [];
  const staged = nodes.flatMap(({ id, kind, stages }) => (kind === "process" && stages > 0 ? id : []));
  return [...staged.filter((id) => id === pipelineId), ...staged.filter((id) => id !== pipelineId)];
}

const isServed = ({ stores }: App): boolean => stores.server.getState().status === "present";

export function openDeploy(app: App): void {
  const reason = whyNotDeployed(app);
  if (reason === undefined) openDialog(app, { kind: "deploy" });
  else notify(app, "info", `This cannot be deployed. ${reason}`, undefined, "deploy");
}

/** `rollbackTo`: the version that it offers to roll back to. */
export function openVersions(app: App, rollbackTo: number | null = null): void {
  openDialog(app, { kind: "versions", rollbackTo });
}

/** Opens what the server runs as a separate document. */
export async function openRunning(app: App): Promise<void> {
  const { openVersion } = await import("./open-version.ts");
  await openVersion(app);
}

export const askToSignIn = ({ access }: App): void => access.setAsking(true);

export function signOut(app: App): void {
  app.access.signOut();
  if (app.stores.server.getState().access === undefined) return;
  lock(app);
  app.access.setAsking(false);
  notify(app, "info", "Signed out.", undefined, "access");
}

export const SERVER_COMMANDS = [
  {
    id: "server.deploy",
    title: "Deploy to the server…",
    words: "ship release run send apply",
    keys: ["Mod+Shift+Enter"],
    everywhere: true,
    when: isServed,
    run: openDeploy,
  },
  {
    id: "server.versions",
    title: "Server: versions…",
    words: "history roll back rollback compare deployed",
    everywhere: true,
    when: isServed,
    run: (app) => openVersions(app),
  },
  {
    id: "server.open",
    title: "Server: open what it runs",
    words: "configuration active current download live document what runs",
    everywhere: true,
    when: isServed,
    run: openRunning,
  },
  {
    id: "server.sign-in",
    title: "Server: sign in…",
    words: "token login password",
    everywhere: true,
    when: ({ stores }) => {
      const { status, access } = stores.server.getState();
      return status === "locked" || access === "read";
    },
    run: askToSignIn,
  },
  {
    id: "server.sign-out",
    title: "Server: sign out",
    words: "token logout forget",
    everywhere: true,
    when: ({ stores }) => stores.access.getState().token !== null,
    run: signOut,
  },
] as const satisfies readonly Command[];
