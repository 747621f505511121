import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { createRealApp, show, until } from "../../../testing/views.tsx";
import { Problems } from "./problems.tsx";

async function setUp(text: string): Promise<void> {
  const test = createRealApp({ text, samples: [{ id: 1, line: "level=info" }] });
  test.workspace.start();
  await until(test, ({ stores }) => stores.analysis.getState().current?.text === text);
  show(test, <Problems />);
}

it("counts information apart from problems", async () => {
  await setUp(`logs.source.api "in" {
  http { }
  labels     = { job = "web" }
  forward_to = [logs.write.loki.receiver]
}

logs.write "loki" {
  endpoint {
    url = "http://loki:3100/loki/api/v1/push"
  }
}
`);
  expect(screen.getByRole("button", { name: /^Problems/ }).textContent).toMatch(/ Problems 0, 1 note$/);
  expect(screen.getByRole("button", { name: /no journal is behind/ })).toBeTruthy();
});

it("counts errors and warnings", async () => {
  await setUp("stage.logfmt {\n  mapping = 1\n}\n");
  expect(screen.getByRole("button", { name: /^Problems/ }).textContent).toMatch(/ Problems 1$/);
});
