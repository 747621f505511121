import { act, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { setCommonLabels } from "../../core/edit/edit-document.ts";
import { runApp, show, until } from "../../testing/views.tsx";
import { SamplesPane } from "./samples-pane.tsx";

const TEXT = `logs.source.api "in" {
  labels     = { app = "shop", env = "prod" }
  forward_to = [logs.process.main.receiver]
}

logs.process "main" {
  forward_to = []

  stage.match {
    selector = "{app=\\"shop\\"}"
    action   = "drop"
  }
}
`;

it("are the ones that the source sets, so that a selector matches, until the field overrides them", async () => {
  const test = await runApp({ text: TEXT, commonLabels: "", samples: [{ id: 1, line: "a" }] });
  const { app } = test;
  const status = () => app.derived.outcomes().get(1)?.status;
  show(test, <SamplesPane />);
  expect(status()).toBe("dropped");
  expect(screen.getByTitle(/Set by logs\.source\.api\.in\./).textContent).toBe(
    'Labels from logs.source.api.in: app="shop", env="prod"',
  );
  act(() => setCommonLabels(app, 'app="other"'));
  await until(test, () => status() !== "dropped");
  expect(app.derived.runSamples()[0]?.labels).toEqual({ app: "other", env: "prod" });
  expect(screen.getByTitle(/Set by/).textContent, "what it overrides is not shown").toMatch(/: env="prod"$/);
});
