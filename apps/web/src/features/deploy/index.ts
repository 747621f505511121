/** What other features may use of this one. */
export { ConfigsApi } from "./configs-api.ts";
export { askToSignIn, openDeploy, openRunning, whyNoServer, whyNotDeployed } from "./server-commands.ts";
