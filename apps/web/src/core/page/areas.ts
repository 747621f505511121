/** The areas of the page, what takes the place of the panes, and files for the area of profiles. */
import type { ChosenFile } from "../model/chosen-file.ts";
import type { PagePart, StoresPart } from "./app.ts";
import type { Area, ViewState } from "./stores.ts";

export function goTo(app: StoresPart, area: Area): void {
  app.stores.area.setState({ area, lost: null });
}

/** Whether the start page is shown, in place of the panes of a document. `isBlank`: the document is. */
export const showsStart = ({ atStart, begun }: ViewState, isBlank: boolean): boolean => atStart || (!begun && isBlank);

/** Shows the panes in place of the tests, of a comparison, or of the start page that the browser went back to. */
export function showPanes(app: StoresPart): void {
  app.stores.view.setState({ shows: "panes", atStart: false, focus: { on: "entries" } });
}

/** Makes the place of now one to go back to, before what is selected next. */
export function addStep(app: StoresPart): void {
  app.stores.area.setState(({ steps }) => ({ steps: steps + 1 }));
}

/** Goes to the panes of the open document, from wherever. */
export function goToDesign(app: StoresPart): void {
  goTo(app, "design");
  const { shows, atStart } = app.stores.view.getState();
  if (shows !== "panes" || atStart) showPanes(app);
}

/** Goes from another place to the panes. False: they are shown. */
export function leavePlace(app: StoresPart): boolean {
  const { area, lost } = app.stores.area.getState();
  if (area === "design" && lost === null && app.stores.view.getState().shows === "panes") return false;
  goToDesign(app);
  return true;
}

/** Endings by which profilers name what they write. */
const PROFILE_NAME = /\.(?:pprof|pb|prof|folded|collapsed|jfr)(?:\.gz)?$/i;
export const isProfileName = (name: string): boolean => PROFILE_NAME.test(name);

/** Hands files to the area of profiles, and goes there. */
export function openProfiles(app: StoresPart, files: readonly ChosenFile[]): void {
  if (files.length === 0) return;
  const { handed } = app.stores.area.getState();
  app.stores.area.setState({ area: "profiles", lost: null, side: "files", handed: [...handed, ...files] });
}

/** Asks for files with profiles. */
export async function chooseProfiles(app: StoresPart & Pick<PagePart, "platform">): Promise<void> {
  openProfiles(app, await app.platform.chooseFiles(".pprof,.pb,.gz,.prof,.folded,.collapsed,.txt,.jfr"));
}
