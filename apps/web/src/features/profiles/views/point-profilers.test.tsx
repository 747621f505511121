import type { RecordedReceiver } from "@sluice/protocol";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { createRealApp, show } from "../../../testing/views.tsx";
import { PointProfilers } from "./point-profilers.tsx";

const receiver = (targets: RecordedReceiver["targets"]): RecordedReceiver => ({
  id: "profiles.receive_http.apps",
  address: "127.0.0.1:3102",
  tls: false,
  targets,
});

it.each([
  ["forwards what these profilers send", [{ id: "profiles.write.out", endpoints: [] }]],
  ["forwards nothing, since its forward_to is empty", []],
])("says that a receiver %s", (words, targets) => {
  show(createRealApp(), <PointProfilers receivers={[receiver(targets)]} looked={undefined} />);
  expect(screen.getByText(/listens on/).textContent).toBe(
    `profiles.receive_http.apps listens on 127.0.0.1:3102 and ${words}.`,
  );
});
