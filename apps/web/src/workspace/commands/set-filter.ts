import type { SampleFilter } from "../../domain/sample-rows.ts";
import type { App } from "../app.ts";

/** Shows only some entries. The selection stays, also where it is not among them. */
export function setFilter(app: App, filter: SampleFilter): void {
  app.stores.view.setState({ filter });
}

export function setSearch(app: App, search: string): void {
  app.stores.view.setState({ search });
}
