import { expect, it } from "vitest";
import { testContext } from "../../testing/fixtures.ts";
import { ServedAddress } from "./served-address.ts";

const serving = { handler: () => {}, failed: () => {} };

it.each(["serve", "reserve"] as const)("leaves nothing open where its end comes amid %s", async (how) => {
  const context = testContext("logs.source.api.in");
  const added: number[] = [];
  const { addresses } = context;
  const add = addresses.add.bind(addresses);
  addresses.add = (...entry) => {
    added.push(entry[1]);
    return add(...entry);
  };
  const address = new ServedAddress(context);
  const place = { host: "127.0.0.1", port: 0 };
  const opening = how === "serve" ? address.serve(place, serving) : address.reserve(place, serving, () => false);
  await address.close(Promise.resolve());
  await opening;
  expect(added).toHaveLength(1);
  expect([address.listener, addresses.ownerOf("127.0.0.1", added[0]!)]).toEqual([undefined, undefined]);
  expect(await address.serve(place, serving)).toBe("the component has ended");
  expect(added).toHaveLength(1);
});
