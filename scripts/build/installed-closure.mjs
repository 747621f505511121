// Packages in `node_modules`, in the versions of the lock file.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * The installed packages that `name` stands on, itself included, as far as they are there: their folders by their names.
 * @param {string} name
 * @param {Map<string, string>} found
 */
export function installedClosure(name, found = new Map()) {
  const folder = join(root, "node_modules", name);
  if (found.has(name) || !existsSync(folder)) return found;
  found.set(name, folder);
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  );
  for (const other of Object.keys({ ...dependencies, ...optionalDependencies })) installedClosure(other, found);
  return found;
}
