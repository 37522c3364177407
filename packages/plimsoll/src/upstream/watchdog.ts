import { type ChildProcess, spawn } from "node:child_process";
import { Socket } from "node:net";
import { OWN_MARK } from "./process-marks.ts";

// A shell, because it is on every machine that has process groups, and costs a hundredth of a Node process. It reads
// one group a line, `+` to guard and `-` to forget, and comes to its end when this process does, however that happens:
// the other end of its input closes. What left its group is found by its mark, where the system shows environments.
const SCRIPT = `
trap '' INT TERM HUP QUIT
mark=$1
groups=' '
while read -r line; do
  group=\${line#?}
  case $line in
    +*) groups="$groups$group " ;;
    -*) groups="\${groups%% $group *} \${groups#* $group }" ;;
  esac
done
marked() {
  if [ -r /proc/self/environ ]; then
    grep -ls "$mark" /proc/[0-9]*/environ 2>/dev/null | cut -d/ -f3
  else
    ps -A -E -ww -o pid=,command= 2>/dev/null | while read -r pid rest; do
      case $rest in *plimsoll-watchdog*) ;; *"$mark"*) echo "$pid" ;; esac
    done
  fi
}
end() {
  for group in $groups; do kill "-$1" "-$group"; done
  for pid in $(marked); do kill "-$1" "$pid"; done
} 2>/dev/null
end TERM
sleep 1
end KILL
sleep 1
end KILL
`;

const guarded = new Set<number>();
let watchdog: ChildProcess | undefined;

/**
 * Has a process group ended when this process is killed in a way that it cannot hear of. One helper watches for all
 * servers: it starts with the first, and ends with the last. Windows has no groups, and no helper.
 */
export function guardByWatchdog(group: number): () => void {
  if (process.platform === "win32") return () => undefined;
  guarded.add(group);
  if (watchdog === undefined) watchdog = start();
  else watchdog.stdin?.write(`+${group}\n`);
  return () => {
    if (!guarded.delete(group)) return;
    watchdog?.stdin?.write(`-${group}\n`);
    if (guarded.size > 0) return;
    watchdog?.kill("SIGKILL"); // Nothing is left to guard.
    watchdog = undefined;
  };
}

function start(): ChildProcess {
  // A session of its own: what ends this process by a signal to its whole group must not end the helper too. And an
  // environment without a mark, so that a gateway in front of this one does not take it for a server.
  const helper = spawn("/bin/sh", ["-c", SCRIPT, "plimsoll-watchdog", OWN_MARK], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    cwd: "/",
    env: { PATH: process.env["PATH"] ?? "/usr/bin:/bin" },
  });
  const forget = (): void => {
    if (watchdog === helper) watchdog = undefined;
  };
  helper.on("error", forget); // Without a shell, servers are still ended by every end that can be heard of.
  helper.on("exit", forget);
  helper.stdin?.on("error", () => undefined);
  helper.stdin?.write([...guarded].map((group) => `+${group}\n`).join(""));
  helper.unref();
  if (helper.stdin instanceof Socket) helper.stdin.unref();
  return helper;
}
