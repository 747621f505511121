// npm and npx start commands through a shell, and a signal that is sent to them ends the shell but does not reach the
// command, which would run on and hold its ports. (Ctrl-C reaches all of them.) Without its parent, a server that npm
// started stops as if it had been sent SIGTERM itself.

const CHECK_MS = 250;

let watching = false;

/** Call it before anything slow, since the parent may be gone by the end of it. Does nothing where npm is not there. */
export function stopWithNpm() {
  const startedByNpm = ["start", "npx"].includes(process.env.npm_lifecycle_event ?? "");
  if (watching || !startedByNpm || process.platform === "win32") return;
  watching = true;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, CHECK_MS);
  timer.unref();
}
