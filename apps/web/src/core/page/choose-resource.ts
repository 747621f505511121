import type { ChosenFile } from "../model/chosen-file.ts";
import type { NoticePart, PagePart, WorkersPart } from "./app.ts";
import { notify } from "./notify.ts";

type ResourcePart = NoticePart & Pick<PagePart, "platform"> & Pick<WorkersPart, "preview">;

/** Bytes of a file for a stage at most. */
export const MAX_RESOURCE_BYTES = 512 * 1024 * 1024;

/** Where the page has its demo database, relative to itself. */
const DEMO_DATABASE = "demo-city.mmdb";

/** Asks for the file that stands for `path`, which the configuration names. */
export async function chooseResource(app: ResourcePart, path: string): Promise<void> {
  const file = await app.platform.chooseFile(".mmdb,application/octet-stream");
  if (file !== undefined) await setResource(app, path, file);
}

/** Takes the page's own small database for `path`. */
export async function takeDemoDatabase(app: ResourcePart, path: string): Promise<void> {
  const blob = await app.platform.fetchFile(DEMO_DATABASE);
  if (blob === undefined) notify(app, "error", "The demo database could not be loaded. Choose a file instead.");
  else await setResource(app, path, Object.assign(blob, { name: DEMO_DATABASE }));
}

/** Puts a file in the place of `path` for every stage that names it, and keeps it for the next visit. */
export async function setResource(app: ResourcePart, path: string, file: ChosenFile): Promise<void> {
  if (file.size > MAX_RESOURCE_BYTES) {
    notify(app, "error", `${file.name} is larger than 512 MiB. Nothing was changed.`);
    return;
  }
  const resource = { name: file.name, size: file.size, blob: file };
  app.preview.setFile(path, file);
  app.stores.files.setState(({ files }) => ({ files: { ...files, [path]: resource } }));
  notify(app, "info", `${file.name} is used for ${JSON.stringify(path)} in this browser.`, {
    label: "Forget it",
    run: () => void removeResource(app, path),
  });
  const kept = await app.platform.fileStorage.put(path, resource);
  if (!kept) notify(app, "info", `This browser does not keep ${file.name}: choose it again after a reload.`);
}

/** Forgets the file that stands for `path`. */
export async function removeResource(app: ResourcePart, path: string): Promise<void> {
  app.preview.setFile(path, null);
  app.stores.files.setState(({ files }) => {
    const { [path]: _, ...rest } = files;
    return { files: rest };
  });
  await app.platform.fileStorage.remove(path);
}

/** Reads the files that the browser keeps. */
export async function loadResources(app: ResourcePart): Promise<void> {
  const kept = await app.platform.fileStorage.load();
  const files = { ...kept, ...app.stores.files.getState().files };
  for (const [path, { blob }] of Object.entries(files)) app.preview.setFile(path, blob);
  app.stores.files.setState({ loaded: true, files });
}
