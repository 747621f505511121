/**
 * Has a server listen on a free port of the loopback; gives the port. Rejects where it cannot.
 * @param {import("node:net").Server} server
 * @returns {Promise<number>}
 */
export function listen(server) {
  return new Promise((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", () => {
      server.off("error", reject);
      const address = server.address();
      if (address === null || typeof address === "string") reject(new Error("it listens on no port"));
      else resolve(address.port);
    });
  });
}
