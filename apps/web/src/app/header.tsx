/** Name of the pipeline, examples, import and export, the server's state, theme and help. */
import {
  ChevronDown,
  CircleHelp,
  Command,
  Download,
  Ellipsis,
  FileInput,
  FolderOpen,
  History,
  LogIn,
  LogOut,
  Monitor,
  Moon,
  Rocket,
  Share2,
  Sun,
} from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { rename } from "../core/edit/edit-document.ts";
import { tidyName } from "../core/model/document.ts";
import type { App } from "../core/page/app.ts";
import { useApp, useAppState, useReadOnly } from "../core/page/app-context.ts";
import { goTo, goToDesign } from "../core/page/areas.ts";
import { keysOf, tooltip } from "../core/page/commands.ts";
import { openDialog } from "../core/page/dialogs.ts";
import { PLACE_OF, type Place, placeAt, writePlace } from "../core/page/place.ts";
import { setTheme } from "../core/page/settings.ts";
import type { ServerState } from "../core/page/stores.ts";
import { useMedia } from "../core/page/use-derived.ts";
import { useFocusRequest } from "../core/page/use-focus-request.ts";
import { openCompare } from "../features/compare/states.ts";
import {
  askToSignIn,
  openDeploy,
  openRunning,
  openVersions,
  signOut,
  whyNotDeployed,
} from "../features/deploy/server-commands.ts";
import { ServerStatus } from "../features/deploy/server-status.tsx";
import { chooseConfig } from "../features/import/import-file.ts";
import { shareDocument } from "../features/share/hand-on.ts";
import { openTests } from "../features/tests/index.ts";
import { buttonClass } from "../ui/button-class.ts";
import { Menu, type MenuItem } from "../ui/menu.tsx";
import { NoticeRoom } from "../ui/notices/notice-room.tsx";
import * as paneCss from "../ui/pane.module.css";
import { IconButton, Tip } from "../ui/tip.tsx";
import { DocumentMenu } from "./document-menu.tsx";
import * as css from "./frame.module.css";

const THEMES = [
  { value: "light", label: "Light", Icon: Sun },
  { value: "dark", label: "Dark", Icon: Moon },
  { value: "system", label: "Follow the system", Icon: Monitor },
] as const;

export function Header() {
  const isDesign = useAppState("area", ({ area, lost }) => area === "design" && lost === null);
  const small = useMedia("(max-width: 767px)");
  return (
    <header className={css.header}>
      <h1 className="visually-hidden">Sluice</h1>
      <svg className={css.brand} viewBox="0 0 32 32" width="22" height="22" aria-hidden="true">
        <rect width="32" height="32" rx="7" />
        <path className={css.brandBanks} d="M5 8h22M5 24h22" />
        <path d="M5 13c4 0 4 6 8 6s4-6 8-6 4 3 6 3M16 4v9M16 19v9" />
      </svg>
      <Areas />
      {isDesign && (
        <span className={css.document}>
          <PipelineName />
          <DocumentMenu />
        </span>
      )}
      <NoticeRoom of="header" />
      {isDesign && <DocumentButtons />}
      <ServerStatus />
      {small ? <MoreMenu /> : <PageButtons />}
    </header>
  );
}

/** What is done with the server and with the page. */
function PageButtons() {
  const app = useApp();
  const themes = useThemes();
  const ThemeIcon = THEMES.find((_theme, at) => themes[at]?.checked)!.Icon;
  return (
    <>
      <ServerButtons />
      <span className={css.rule} />
      <Menu label="Theme" align="end" className={buttonClass("quiet", "icon")} items={themes}>
        <ThemeIcon aria-hidden="true" size={14} />
      </Menu>
      <Tip text={tooltip(app, "palette")}>
        <button type="button" className={buttonClass("quiet")} onClick={() => openDialog(app, { kind: "palette" })}>
          <span className="visually-hidden">Command palette</span>
          <kbd>{keysOf(app, "palette")}</kbd>
        </button>
      </Tip>
      <IconButton
        large
        label="Keyboard shortcuts and about"
        tip={tooltip(app, "help")}
        Icon={CircleHelp}
        onClick={() => openDialog(app, { kind: "help" })}
      />
    </>
  );
}

/** The same in a small window. */
function MoreMenu() {
  const app = useApp();
  const themes = useThemes();
  const server = useServerItems();
  const status = useAppState("server", (state) => state.status);
  const reason = useWhyNotDeployed();
  const signIn = { label: "Sign in…", icon: <LogIn size={14} />, run: () => askToSignIn(app) };
  const deploy = {
    label: "Deploy…",
    icon: <Rocket size={14} />,
    disabled: reason !== undefined,
    run: () => openDeploy(app),
  };
  return (
    <Menu
      label="More"
      align="end"
      className={buttonClass("quiet", "icon")}
      items={[
        ...themes,
        ...(status === "locked" ? [{ ...signIn, separator: true }] : []),
        ...(isKnown(status) ? [{ ...deploy, separator: true }, ...server] : []),
        {
          label: "Command palette",
          separator: true,
          icon: <Command size={14} />,
          run: () => openDialog(app, { kind: "palette" }),
        },
        {
          label: "Keyboard shortcuts and about",
          icon: <CircleHelp size={14} />,
          run: () => openDialog(app, { kind: "help" }),
        },
      ]}
    >
      <Ellipsis aria-hidden="true" size={14} />
    </Menu>
  );
}

function useThemes(): readonly MenuItem[] {
  const app = useApp();
  const theme = useAppState("settings", (state) => state.theme);
  return THEMES.map(({ value, label }) => ({ label, checked: theme === value, run: () => setTheme(app, value) }));
}

interface AreaLink {
  readonly name: string;
  readonly at: Place["at"];
  go(app: App): void;
}

const AREAS: readonly AreaLink[] = [
  { at: "design", name: "Design", go: goToDesign },
  { at: "tests", name: "Tests", go: (app) => openTests(app) },
  { at: "compare", name: "Compare", go: (app) => openCompare(app, app.stores.comparison.getState().a) },
  { at: "live", name: "Live", go: (app) => goTo(app, "live") },
  { at: "profiles", name: "Profiles", go: (app) => goTo(app, "profiles") },
];

/** Links, so that a place can be opened in a tab of its own. */
function Areas() {
  const app = useApp();
  const area = useAppState("area", (state) => (state.lost === null ? state.area : null));
  const shows = useAppState("view", (state) => state.shows);
  const document = useAppState("documents", (state) => state.currentId);
  const current = area === "design" ? PLACE_OF[shows] : area;
  return (
    <nav className={css.areas} aria-label="Areas">
      {AREAS.map(({ at, name, go }) => (
        <a
          key={at}
          href={`#${writePlace(placeAt(at, document))}`}
          data-of={at === "tests" || at === "compare" ? "document" : undefined}
          aria-current={at === current ? "page" : undefined}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
            event.preventDefault();
            go(app);
          }}
        >
          {name}
        </a>
      ))}
    </nav>
  );
}

/** What is done with the document as a whole. */
function DocumentButtons() {
  const app = useApp();
  const readOnly = useReadOnly();
  return (
    <>
      <button
        type="button"
        className={buttonClass("quiet")}
        aria-label="Examples"
        onClick={() => openDialog(app, { kind: "examples" })}
      >
        <FolderOpen aria-hidden="true" size={14} /> <span className={paneCss.label}>Examples</span>
      </button>
      {!readOnly && (
        <button
          type="button"
          className={buttonClass("quiet")}
          aria-label="Import a configuration"
          onClick={() => void chooseConfig(app)}
        >
          <FileInput aria-hidden="true" size={14} /> <span className={paneCss.label}>Import</span>
        </button>
      )}
      <Tip text={tooltip(app, "document.export")}>
        <button
          type="button"
          className={buttonClass("quiet")}
          aria-label="Export"
          onClick={() => openDialog(app, { kind: "export" })}
        >
          <Download aria-hidden="true" size={14} /> <span className={paneCss.label}>Export</span>
        </button>
      </Tip>
      <Tip text={tooltip(app, "document.share")}>
        <button type="button" className={buttonClass("quiet")} aria-label="Share" onClick={() => shareDocument(app)}>
          <Share2 aria-hidden="true" size={14} /> <span className={paneCss.label}>Share</span>
        </button>
      </Tip>
      <span className={css.rule} />
    </>
  );
}

/** What is done with the server, where there is one. */
function ServerButtons() {
  const app = useApp();
  const status = useAppState("server", (state) => state.status);
  const items = useServerItems();
  if (status === "locked")
    return (
      <button type="button" className={buttonClass()} aria-label="Sign in" onClick={() => askToSignIn(app)}>
        <LogIn aria-hidden="true" size={14} /> <span className={paneCss.label}>Sign in</span>
      </button>
    );
  if (!isKnown(status)) return null;
  return (
    <span className={css.serverButtons}>
      <DeployButton />
      <Menu label="The server" align="end" className={buttonClass("quiet", "icon")} items={items}>
        <ChevronDown aria-hidden="true" size={14} />
      </Menu>
    </span>
  );
}

const isKnown = (status: ServerState["status"]): boolean => status === "present" || status === "away";

function useServerItems(): readonly MenuItem[] {
  const app = useApp();
  const status = useAppState("server", (state) => state.status);
  const access = useAppState("server", (state) => state.access);
  const signedIn = useAppState("access", (state) => state.token !== null);
  return [
    { label: "Versions…", icon: <History size={14} />, run: () => openVersions(app) },
    { label: "Open what it runs", icon: <FileInput size={14} />, run: () => void openRunning(app) },
    ...(access === "read"
      ? [{ label: "Sign in with the full token…", icon: <LogIn size={14} />, run: () => askToSignIn(app) }]
      : []),
    ...(signedIn ? [{ label: "Sign out", separator: true, icon: <LogOut size={14} />, run: () => signOut(app) }] : []),
  ].map((item) => ({ ...item, disabled: status === "away" }));
}

function useWhyNotDeployed(): string | undefined {
  useAppState("server", (state) => state.access);
  useAppState("analysis", (state) => state.current);
  useAppState("document", (state) => state.text);
  return whyNotDeployed(useApp());
}

function DeployButton() {
  const app = useApp();
  const reason = useWhyNotDeployed();
  return (
    <Tip text={reason ?? tooltip(app, "server.deploy")}>
      <button
        type="button"
        className={buttonClass()}
        aria-label="Deploy…"
        aria-disabled={reason === undefined ? undefined : true}
        onClick={reason === undefined ? () => openDeploy(app) : undefined}
      >
        <Rocket aria-hidden="true" size={14} /> <span className={paneCss.label}>Deploy…</span>
      </button>
    </Tip>
  );
}

function PipelineName() {
  const app = useApp();
  const readOnly = useReadOnly();
  const name = useAppState("document", (state) => state.name);
  const [draft, setDraft] = useState(name);
  const field = useRef<HTMLInputElement>(null);
  useFocusRequest("name", () => field.current?.select());
  useEffect(() => setDraft(name), [name]);
  useEffect(() => {
    document.title = `${name} · Sluice`;
  }, [name]);
  return (
    <input
      ref={field}
      className={css.pipelineName}
      aria-label="Name of the pipeline"
      spellCheck={false}
      readOnly={readOnly}
      data-own-text={draft !== name}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={() => (["", name].includes(tidyName(draft)) ? setDraft(name) : rename(app, draft))}
      onKeyDown={(event) => {
        if (event.key === "Enter") event.currentTarget.blur();
        if (event.key === "Escape") setDraft(name);
      }}
    />
  );
}
