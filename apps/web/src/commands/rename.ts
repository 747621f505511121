import type { App } from "../app.ts";

/** Names the pipeline. An empty name is not taken. */
export function rename(app: App, name: string): void {
  const trimmed = name.trim();
  if (trimmed !== "") app.stores.document.setState({ name: trimmed });
}
