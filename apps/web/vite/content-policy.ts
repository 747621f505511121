/**
 * Writes the built page's content security policy: everything comes from the page's own origin. Only in builds, since
 * the development server injects scripts of its own. The editor sets styles inline; workers carry the policy of their
 * own response.
 */
import type { Plugin } from "vite";

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

export function contentPolicy(): Plugin {
  return {
    name: "sluice:content-policy",
    apply: "build",
    transformIndexHtml: () => [
      { tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: POLICY }, injectTo: "head-prepend" },
    ],
  };
}
