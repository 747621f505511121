/** What the language server takes of the server: files that are named by others, the built page, listening. */
export { addPage } from "./api/built-page.ts";
export { pagePolicy, refuseForeignHosts } from "./api/protection.ts";
export { type FileAccess, NODE_FILES } from "./host/file-watch.ts";
export { nodeStageHost, sha256Hex } from "./host/stage-host.ts";
export { type Listener, listen } from "./http/listen.ts";
export { createRoutes } from "./http/routes.ts";
export { openRegular } from "./platform/open-regular.ts";
