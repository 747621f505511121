import type { ChosenFile } from "../core/model/chosen-file.ts";
import type { App } from "../core/page/app.ts";
import { isProfileName, openProfiles } from "../core/page/areas.ts";
import { notify } from "../core/page/notify.ts";
import { refusesEdits } from "../core/page/read-only.ts";
import { importFile } from "../features/import/import-file.ts";
import { readHead } from "../features/samples/log-file.ts";
import { uploadSamples } from "../features/samples/upload-samples.ts";
import { isBundleText } from "../features/share/shared-name.ts";
import { openTestFile } from "../features/tests/test-commands.ts";

/** Endings of what is imported as a whole: configurations and bundles. */
const CONFIGURATION = /\.(?:alloy|river|ya?ml|sluice\.json)(?:\.gz)?$/i;

const TESTS = /\.tests\.ya?ml$/i;

/** By what is in it: a browser names a second download `x.sluice.json (1).gz`. */
async function isBundle(file: ChosenFile): Promise<boolean> {
  const head = await readHead(file).catch(() => undefined);
  return head?.ok === true && isBundleText(head.text);
}

/** Opens dropped files: profiles by name or in the area of profiles, a configuration or tests by name, a log otherwise. */
export async function takeFiles(app: App, files: readonly ChosenFile[]): Promise<void> {
  const [file] = files;
  if (file === undefined) return;
  const inProfiles = app.stores.area.getState().area === "profiles";
  if (inProfiles || files.every(({ name }) => isProfileName(name))) return openProfiles(app, files);
  if (refusesEdits(app)) return;
  if (TESTS.test(file.name)) await openTestFile(app, file);
  else
    await (CONFIGURATION.test(file.name) || (await isBundle(file)) ? importFile(app, file) : uploadSamples(app, file));
  if (files.length > 1)
    notify(app, "info", `Only ${file.name} of ${files.length} files was opened: drop one at a time.`);
}
