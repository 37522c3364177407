import type { Principal } from "@plimsoll/core";
import type { HttpRoute } from "./http-route.ts";
import type { Service } from "./service.ts";

/** A request over HTTP that has been let in: who sends it, to which part of the gateway, and what it says. */
export interface Visit {
  readonly route: HttpRoute;
  readonly principal: Principal | undefined;
  readonly service: Service;
  /** Of a POST. */
  readonly body: unknown;
}
