/** What a comparison's address says of A. A file has no address: after a reload it is to be chosen again. */
import type { CompareSource } from "../../core/model/compare-source.ts";
import type { App } from "../../core/page/app.ts";
import { notify } from "../../core/page/notify.ts";

export function writeCompared(a: CompareSource | null): string | null {
  if (a?.kind === "running") return "running";
  return a?.kind === "document" || a?.kind === "state" ? `${a.kind}:${a.id}` : null;
}

/** Opens the comparison with what an address names; if that is gone, it says so and asks for another. */
export async function openCompareAt(app: App, item: string | null): Promise<void> {
  const { comparison, view } = app.stores;
  const a: CompareSource | null = item === "running" ? { kind: item } : item === null ? null : await find(app, item);
  if (a === null && item !== null)
    notify(app, "info", "What this address compares with no longer exists. Choose A again.", undefined, "compare");
  comparison.setState({ a });
  view.setState({ shows: "comparison" });
}

async function find({ stores, platform }: App, item: string): Promise<CompareSource | null> {
  const { list, currentId } = stores.documents.getState();
  const [kind, id = ""] = item.split(":");
  if (kind === "document") {
    const other = list.find((one) => one.id === id && one.id !== currentId);
    return other === undefined ? null : { kind, id, name: other.name };
  }
  if (kind !== "state") return null;
  const state = (await platform.stateStorage.list(currentId))?.find((one) => one.id === id);
  return state === undefined ? null : { kind, id, label: state.label };
}
