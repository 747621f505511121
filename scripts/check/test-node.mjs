// `npm run test:node [-- VERSION…]`: the units, the recorded conformance vectors and a client that pushes profiles on other
// versions of Node (22 and 24 unless named) from the package registry. A Node that cannot be installed counts as a failure.

import { installDependencies } from "../base/install.mjs";
import { isMainModule } from "../base/main-module.mjs";
import { fetchNode, isNodeVersion, NodeUnavailable } from "./fetch-node.mjs";
import {
  addTotals,
  CONFORMANCE,
  conclude,
  describeRuntime,
  NODE_CLIENT,
  noTotals,
  runSteps,
  UNITS,
} from "./run-steps.mjs";

/** @param {string} version */
async function testOnNode(version) {
  let node;
  try {
    if (!isNodeVersion(version))
      throw new NodeUnavailable(`${JSON.stringify(version)} is not a version such as 22 or 24.1`);
    node = fetchNode(version);
  } catch (error) {
    if (!(error instanceof NodeUnavailable)) throw error;
    console.log(`Node ${version}: FAILED: ${error.message}`);
    return { passed: 0, failed: 1, failures: [error.message] };
  }
  console.log(describeRuntime(node.versions));
  return await runSteps([UNITS, CONFORMANCE, { ...NODE_CLIENT, after: [CONFORMANCE.name] }], { node: node.path });
}

/**
 * Runs them on each version; gives the totals.
 * @param {readonly string[]} versions
 */
export async function testOnNodes(versions) {
  const sum = noTotals();
  /** @type {string[]} */
  const results = [];
  for (const version of versions) {
    console.log(`\n══ Node ${version}`);
    const counted = await testOnNode(version);
    addTotals(sum, counted, `Node ${version}`);
    results.push(`Node ${version}: ${counted.passed} passed, ${counted.failed} failed`);
  }
  console.log(`\n${results.join("\n")}`);
  return sum;
}

if (isMainModule(import.meta.url)) {
  installDependencies();
  process.exit(conclude(await testOnNodes(process.argv.length > 2 ? process.argv.slice(2) : ["22", "24"])));
}
