import type { ChosenFile } from "../core/model/chosen-file.ts";
import type { App } from "../core/page/app.ts";
import { isProfileName, openProfiles } from "../core/page/areas.ts";
import { notify } from "../core/page/notify.ts";
import { refusesEdits } from "../core/page/read-only.ts";
import { importFile } from "../features/import/import-file.ts";
import { readHead } from "../features/samples/log-file.ts";
import { looksLikeConfiguration, looksLikePromtail } from "../features/samples/text-lines.ts";
import { uploadSamples } from "../features/samples/upload-samples.ts";
import { isBundleText } from "../features/share/shared-name.ts";
import { openTestFile } from "../features/tests/test-commands.ts";

/** Endings of what is imported as a whole: configurations and bundles. */
const CONFIGURATION = /\.(?:alloy|river|ya?ml|sluice\.json)(?:\.gz)?$/i;

const TESTS = /\.tests\.ya?ml$/i;

/** A browser may name a second download `x.alloy (1)`. */
const ALLOY = /\.(?:alloy|river)\b/i;
const LOG = /\.log\b/i;

/** By what is in it: a browser names a second download `x.sluice.json (1).gz`. */
const isBundle = async (file: ChosenFile): Promise<boolean> => isBundleText(await headOf(file));

async function headOf(file: ChosenFile): Promise<string> {
  const head = await readHead(file).catch(() => undefined);
  return head?.ok === true ? head.text : "";
}

/** Opens dropped files: profiles by name or in the area of profiles, a configuration or tests by name, a log otherwise. */
export async function takeFiles(app: App, files: readonly ChosenFile[]): Promise<void> {
  const [file] = files;
  if (file === undefined) return;
  const inProfiles = app.stores.area.getState().area === "profiles";
  if (inProfiles || files.every(({ name }) => isProfileName(name))) return openProfiles(app, files);
  if (refusesEdits(app)) return;
  if (TESTS.test(file.name)) await openTestFile(app, file);
  else await (CONFIGURATION.test(file.name) || (await isBundle(file)) ? importFile(app, file) : takeLog(app, file));
  if (files.length > 1)
    notify(app, "info", `Only ${file.name} of ${files.length} files was opened: drop one at a time.`);
}

/** Asks for a log file, and adds its lines as samples. */
export async function chooseSamples(app: App): Promise<void> {
  const file = await app.platform.chooseFile("");
  if (file !== undefined) await takeLog(app, file);
}

/** Adds the lines of a file as samples; of what is imported it offers that instead. */
async function takeLog(app: App, file: ChosenFile): Promise<void> {
  const other = importedKind(file.name, await headOf(file));
  if (other === undefined) await uploadSamples(app, file);
  else
    notify(app, "error", `${file.name} looks like ${other.what}, not like a log. Nothing was added.`, {
      label: other.label,
      run: () => void importFile(app, file),
    });
}

/** By its name or its beginning; the name of a log says that it is one. */
function importedKind(name: string, head: string): { readonly what: string; readonly label: string } | undefined {
  const alloy = { what: "a configuration of Alloy", label: "Open as configuration" };
  if (isBundleText(head)) return { what: "a bundle of Sluice", label: "Open it" };
  if (ALLOY.test(name)) return alloy;
  if (LOG.test(name)) return undefined;
  if (looksLikeConfiguration(head)) return alloy;
  return looksLikePromtail(head) ? { what: "a configuration of Promtail", label: "Import" } : undefined;
}
