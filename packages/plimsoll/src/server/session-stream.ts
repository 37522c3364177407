import { type EventStream, openEventStream } from "./event-stream.ts";
import type { FrontParts } from "./front-parts.ts";
import { HeardResources, toldAs } from "./heard-resources.ts";
import type { RequestScope } from "./request-scope.ts";
import { toNotification } from "./server-events.ts";
import type { Service } from "./service.ts";
import type { Sessions } from "./sessions.ts";

/** A session of the older era, as its stream needs it. */
export interface StreamedSession {
  readonly owner: string;
  readonly id: string;
}

/**
 * What happens outside of requests, told to a session of the older era on a stream that any replica can hold: lists
 * that changed, what was loaded, and the resources that the session subscribed to.
 */
export async function openSessionStream(
  { owner, id }: StreamedSession,
  {
    service,
    sessions,
    parts,
    scope,
  }: {
    readonly service: Service;
    readonly sessions: Sessions;
    readonly parts: FrontParts;
    readonly scope: RequestScope;
  },
): Promise<EventStream> {
  const ends: (() => unknown)[] = [];
  const stream = openEventStream({
    headers: { "mcp-session-id": id },
    ended: () => {
      for (const end of ends.splice(0)) end();
    },
  });
  let subscriptions: readonly string[] = [];
  const heard = new HeardResources((uri) => service.watch(uri, scope));
  const follow = async (): Promise<void> => {
    const record = await sessions.find(owner, id);
    if (record === undefined) return stream.close();
    for (const uri of record.subscriptions) if (!subscriptions.includes(uri)) heard.begin(uri, [uri]);
    for (const uri of subscriptions) if (!record.subscriptions.includes(uri)) heard.end(uri);
    subscriptions = record.subscriptions;
  };
  ends.push(() => heard.close());
  ends.push(
    service.subscribe((event) => {
      for (const told of toldAs(event, heard)) stream.send(toNotification(told));
    }),
  );
  ends.push(await sessions.subscribe(owner, id, () => void follow().catch(() => undefined)));
  ends.push(
    await parts.loads.subscribe({ owner, session: id }, () =>
      stream.send({ method: "notifications/tools/list_changed" }),
    ),
  );
  await follow();
  return stream;
}
