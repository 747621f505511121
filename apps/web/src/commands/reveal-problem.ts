import type { App } from "../app.ts";
import type { Problem } from "../language/protocol.ts";

/** Puts the editor's cursor where the problem is. */
export function revealProblem(app: App, { start, end }: Pick<Problem, "start" | "end">): void {
  app.stores.view.setState({ reveal: { start, end, focus: true } });
}
