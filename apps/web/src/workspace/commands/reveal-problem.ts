import type { Problem } from "../../domain/analysis.ts";
import type { App } from "../app.ts";

/** Puts the editor's cursor where the problem is. */
export function revealProblem(app: App, { start, end }: Pick<Problem, "start" | "end">): void {
  app.stores.view.setState({ reveal: { start, end, to: "focus" } });
}
