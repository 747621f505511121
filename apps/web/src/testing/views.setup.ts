/** What views find in a browser and not here, and that each test begins with an empty page. */
import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";

// Nothing is laid out here: lists that draw what is in sight have room for some twenty rows.
Object.defineProperties(HTMLElement.prototype, {
  clientHeight: { configurable: true, get: () => 600 },
  clientWidth: { configurable: true, get: () => 800 },
});

afterEach(cleanup);
