import { expect, it } from "vitest";
import { exportConfig } from "./export/export-config.ts";
import { readGraph } from "./graph/graph.ts";
import { openDocument, previewablePipelines } from "./open-document.ts";

const TEXT = `import.git "lib" {
	repository = "https://git.example/lib.git"
	path       = "lib.alloy"
}

declare "shop" {
	argument "write_to" { }

	loki.process "inner" {
		forward_to = argument.write_to.value
	}

	export "receiver" {
		value = loki.process.inner.receiver
	}
}

shop "a" {
	write_to = [loki.write.default.receiver]
}

lib.enrich "b" {
	forward_to = [shop.a.receiver]
}

loki.process "main" {
	forward_to = [shop.a.receiver, lib.enrich.b.receiver]

	stage.json {
		expressions = { level = "" }
	}
}

loki.write "default" {
	endpoint {
		url = "http://loki.example/loki/api/v1/push"
	}
}
`;

it("keeps what defines and imports components and what uses them, shows them, and runs the rest", () => {
  const document = openDocument(TEXT, { purpose: "preview" });
  expect(document.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(previewablePipelines(document)).toHaveLength(1);
  const { nodes = [], edges = [] } = readGraph(document) ?? {};
  expect(nodes.map(({ id, state }) => `${id} ${state}`)).toEqual([
    "import.git.lib kept",
    "declare.shop kept",
    "shop.a kept",
    "lib.enrich.b kept",
    "loki.process.main run",
    "loki.write.default run",
  ]);
  expect(edges.map(({ id }) => id)).toEqual(
    expect.arrayContaining(["shop.a → loki.write.default", "loki.process.main → shop.a", "lib.enrich.b → shop.a"]),
  );
  expect(exportConfig(TEXT, "loki")).toMatchObject({ ok: true, text: TEXT, notes: [] });
});

it("does not run what the configuration of a server defines", () => {
  const { diagnostics } = openDocument(TEXT, { purpose: "run" });
  const errors = diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
  expect(errors).toEqual(
    expect.arrayContaining([
      expect.stringContaining('"declare" is not supported'),
      expect.stringContaining('"import.git"'),
    ]),
  );
});
