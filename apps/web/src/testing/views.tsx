/** Renders parts of the page alone, by what people find them by: roles, names, keys. */
import { act, render } from "@testing-library/react";
import { type UserEvent, userEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { onTestFinished } from "vitest";
import type { DocumentContent } from "../core/model/document.ts";
import type { App, Platform } from "../core/page/app.ts";
import { AppContext } from "../core/page/app-context.ts";
// Tooltips name the keys of commands.
import "../app/table.ts";
import { createTestApp, settle, startRealLanguage, startRealPreview, type TestApp } from "./testing.ts";

/** A document that the engine itself understands and runs. */
export function createRealApp(document: Partial<DocumentContent> = {}, given: Partial<Platform> = {}): TestApp {
  const test = createTestApp(
    { document },
    { startLanguage: startRealLanguage, startPreview: startRealPreview, ...given },
  );
  onTestFinished(() => test.workspace.close());
  return test;
}

/** The same, when the first results are there. */
export async function runApp(document: Partial<DocumentContent> = {}, given: Partial<Platform> = {}): Promise<TestApp> {
  const test = createRealApp(document, given);
  test.workspace.start();
  await until(test, ({ stores }) => stores.preview.getState().result !== null);
  return test;
}

/** Turns in which what is waited for has to come. */
const TURNS = 2000;

/** Lets time pass until something holds. */
export async function until(test: TestApp, holds: (app: App) => boolean): Promise<void> {
  await act(async () => {
    for (let turn = 0; !holds(test.app); turn++) {
      if (turn === TURNS) throw new Error(`it does not hold after ${TURNS} turns: ${holds}`);
      test.time.pass(1);
      await settle();
    }
  });
}

/** Lets everything happen that waits for no more than a moment. */
export const pass = (test: TestApp, milliseconds: number): Promise<void> =>
  act(async () => {
    for (let turn = 0; turn < milliseconds; turn++) {
      test.time.pass(1);
      await settle();
    }
  });

/** Shows a view of an app's document. The result is who uses it. */
export function show({ app }: TestApp, view: ReactNode): UserEvent {
  render(<AppContext value={app}>{view}</AppContext>);
  return userEvent.setup({ delay: null });
}

/** Shows a view that needs no app. */
export function showAlone(view: ReactNode): UserEvent {
  render(view);
  return userEvent.setup({ delay: null });
}
