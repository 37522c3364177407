/** How many calls may run at the same time; absent: as many as come. Calls beyond it wait their turn, in order. */
export interface Concurrency {
  /** Over all tools of the runtime. A handler that itself calls tools through the runtime needs room for both. */
  readonly calls?: number;
  readonly callsPerSource?: number;
  readonly callsPerTool?: number;
}

/** What a call takes up. */
export interface Place {
  readonly source: string;
  readonly tool: string;
}

/** Lets calls run within their limits. */
export interface Limiter {
  /** Runs the work when there is room; rejects with the signal's reason if it is aborted while waiting. */
  run<Value>(place: Place, signal: AbortSignal, work: () => Promise<Value>): Promise<Value>;
}

/** Makes a limiter: first come, first served, over whatever has room. */
export function createLimiter({ calls, callsPerSource, callsPerTool }: Concurrency): Limiter {
  if (calls === undefined && callsPerSource === undefined && callsPerTool === undefined) {
    return { run: (_place, _signal, work) => work() };
  }
  const running = new Map<string, number>();
  const waiting: Waiting[] = [];
  const limits = ({ source, tool }: Place): readonly Limit[] =>
    [
      { key: "", most: calls },
      { key: `source ${source}`, most: callsPerSource },
      { key: `tool ${tool}`, most: callsPerTool },
    ].flatMap(({ key, most }) => (most === undefined ? [] : [{ key, most }]));

  const hasRoom = (wanted: readonly Limit[]): boolean =>
    wanted.every(({ key, most }) => (running.get(key) ?? 0) < most);
  const take = (wanted: readonly Limit[]): void => {
    for (const { key } of wanted) running.set(key, (running.get(key) ?? 0) + 1);
  };
  const release = (taken: readonly Limit[]): void => {
    for (const { key } of taken) {
      const left = (running.get(key) ?? 1) - 1;
      if (left === 0) running.delete(key);
      else running.set(key, left);
    }
    admit();
  };
  const admit = (): void => {
    for (let at = 0; at < waiting.length; ) {
      const next = waiting[at];
      if (next === undefined || !hasRoom(next.wanted)) at += 1;
      else {
        waiting.splice(at, 1);
        take(next.wanted);
        next.enter();
      }
    }
  };

  return {
    async run(place, signal, work) {
      const wanted = limits(place);
      if (hasRoom(wanted)) take(wanted);
      else
        await new Promise<void>((resolve, reject) => {
          const entry: Waiting = {
            wanted,
            enter: () => {
              signal.removeEventListener("abort", leave);
              resolve();
            },
          };
          const leave = (): void => {
            const at = waiting.indexOf(entry);
            if (at >= 0) waiting.splice(at, 1);
            reject(signal.reason);
          };
          if (signal.aborted) return leave();
          waiting.push(entry);
          signal.addEventListener("abort", leave, { once: true });
        });
      try {
        return await work();
      } finally {
        release(wanted);
      }
    },
  };
}

interface Limit {
  readonly key: string;
  readonly most: number;
}

interface Waiting {
  readonly wanted: readonly Limit[];
  readonly enter: () => void;
}
