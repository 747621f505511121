/** What other features may use of this one. */
export { ConfigsApi } from "./configs-api.ts";
export { type ChosenWay, type DraftWay, isChosen, placeOf, stagesWay, WHOLE } from "./draft-way.ts";
export {
  askToSignIn,
  openDeploy,
  openRunning,
  stagedPipelines,
  whyNoServer,
  whyNotDeployed,
} from "./server-commands.ts";
