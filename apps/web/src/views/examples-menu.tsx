/** The menu of all examples. */
import type { ReactNode } from "react";
import { EXAMPLES } from "../examples/index.ts";
import { openExample } from "../workspace/commands/open-example.ts";
import { useApp } from "./app-context.ts";
import { Menu } from "./menu.tsx";

export function ExamplesMenu(props: { label: string; className?: string; children: ReactNode }) {
  const app = useApp();
  const items = EXAMPLES.map((example) => ({
    label: example.name,
    detail: example.about,
    run: () => openExample(app, example),
  }));
  return <Menu {...props} align="end" items={items} />;
}
