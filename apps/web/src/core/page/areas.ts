/** The areas of the page, and files for the area of profiles. */
import type { ChosenFile } from "../model/chosen-file.ts";
import type { PagePart, StoresPart } from "./app.ts";
import type { Area } from "./stores.ts";

export function goTo(app: StoresPart, area: Area): void {
  app.stores.area.setState({ area });
}

/** Endings by which profilers name what they write. */
const PROFILE_NAME = /\.(?:pprof|pb|prof|folded|collapsed|jfr)(?:\.gz)?$/i;
export const isProfileName = (name: string): boolean => PROFILE_NAME.test(name);

/** Hands files to the area of profiles, and goes there. */
export function openProfiles(app: StoresPart, files: readonly ChosenFile[]): void {
  if (files.length === 0) return;
  const { handed } = app.stores.area.getState();
  app.stores.area.setState({ area: "profiles", side: "files", handed: [...handed, ...files] });
}

/** Asks for files with profiles. */
export async function chooseProfiles(app: StoresPart & Pick<PagePart, "platform">): Promise<void> {
  openProfiles(app, await app.platform.chooseFiles(".pprof,.pb,.gz,.prof,.folded,.collapsed,.txt,.jfr"));
}
