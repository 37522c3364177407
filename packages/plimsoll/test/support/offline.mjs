// Loaded into every server of the test before its own code: no name can be looked up, so that a server that needs
// the network fails in the same way everywhere, and nothing leaves the machine.
import dns from "node:dns";

dns.lookup = (host, options, callback = options) => {
  const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), {
    code: "ENOTFOUND",
    hostname: host,
  });
  process.nextTick(callback, error);
};
