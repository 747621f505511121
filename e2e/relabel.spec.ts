/** Rules of `logs.relabel`, and components that are one step, in the page: previewed like stages. */
import type { Page } from "playwright/test";
import { inspector } from "./inspector.ts";
import { expect, setConfiguration, setSamples, test } from "./server.ts";

const CONFIG = `logs.process "main" {
  forward_to = [logs.relabel.tidy.receiver]

  stage.static_labels {
    values = { app = "shop" }
  }
}

logs.relabel "tidy" {
  forward_to = []

  rule {
    source_labels = ["job"]
    target_label  = "site"
  }

  rule {
    action        = "drop"
    source_labels = ["site"]
    regex         = "ngi.*"
  }
}
`;

const rows = (page: Page) => page.locator("[data-card] > [data-part=row]");

test("rules are steps, and each shows its effect", async ({ pipeline: designer }) => {
  await setSamples(designer, "one\ntwo");
  await designer.getByRole("textbox", { name: "Labels of every sample", exact: true }).fill('job="nginx"');
  await setConfiguration(designer, CONFIG);
  await designer.getByRole("button", { name: "Stages", exact: true }).click();
  await designer.getByRole("combobox", { name: "Previewed component" }).click();
  await designer.getByRole("option", { name: "logs.relabel.tidy" }).click();
  await expect(rows(designer)).toHaveText([/rule\s*source_labels job/, /rule\s*action drop/]);
  await expect(designer.getByText("Nothing came out. 2 dropped by stage 2.")).toBeVisible();
  await designer.getByRole("button", { name: "Show why" }).click();
  await expect(inspector(designer)).toContainText("Dropped: site = nginx matches ngi.*");
});

const ONE_STEP = `logs.secretfilter "clean" {
  forward_to     = [logs.enrich.hosts.receiver]
  redact_percent = 100
}

logs.enrich "hosts" {
  targets            = [{ job = "nginx", rack = "a3" }]
  target_match_label = "job"
  forward_to         = []
}
`;

test("a component that is one step shows its effect, and has a form", async ({ pipeline: designer }) => {
  await setSamples(designer, "login password=hunter2x ok");
  await designer.getByRole("textbox", { name: "Labels of every sample", exact: true }).fill('job="nginx"');
  await setConfiguration(designer, ONE_STEP);
  await designer.getByRole("button", { name: "Stages", exact: true }).click();
  await designer.getByRole("combobox", { name: "Previewed component" }).click();
  await designer.getByRole("option", { name: "logs.secretfilter.clean" }).click();
  await expect(rows(designer)).toHaveText([/secretfilter/]);
  await expect(designer.getByText("login password=REDACTED ok").first()).toBeVisible();
  await designer.getByRole("combobox", { name: "Previewed component" }).click();
  await designer.getByRole("option", { name: "logs.enrich.hosts" }).click();
  await expect(rows(designer)).toHaveText([/enrich/]);
  await expect(designer.getByText("a3").first()).toBeVisible();
});
