import { spawn } from "node:child_process";

/** Opens an address in the user's browser, where there is one; answers whether that was tried. */
export function openBrowser(
  url: URL,
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
): boolean {
  const command = commandOf(env, platform);
  if (command === undefined) return false;
  const [program = "", ...args] = command;
  // No shell reads the address: it comes from another server.
  const child = spawn(program, [...args, url.href], { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
  return true;
}

function commandOf(
  {
    DISPLAY: display = "",
    WAYLAND_DISPLAY: wayland = "",
    SSH_CONNECTION: ssh = "",
  }: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): readonly string[] | undefined {
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  if (platform === "darwin") return ssh === "" ? ["open"] : undefined;
  return display === "" && wayland === "" ? undefined : ["xdg-open"];
}
