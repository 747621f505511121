import { expect, it } from "vitest";
import { settle } from "../testing/fixtures.ts";
import { HostNames } from "./host-names.ts";

it("tells the names of an address once they are known, and asks for each once", async () => {
  const asked: string[] = [];
  const names = new HostNames(async (address) => {
    asked.push(address);
    if (address === "10.0.0.2") throw new Error("ENOTFOUND");
    return ["a.example", "b.example"];
  });
  expect([names.nameOf("10.0.0.1"), names.nameOf("10.0.0.2")]).toEqual(["", ""]);
  await settle();
  expect([names.nameOf("10.0.0.1"), names.nameOf("10.0.0.2")]).toEqual(["a.example,b.example", ""]);
  expect(asked).toEqual(["10.0.0.1", "10.0.0.2"]);
});
