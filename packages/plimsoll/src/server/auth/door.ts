import type { GatewayConfig } from "../../config/config.ts";
import type { Meter } from "../meter.ts";
import { type Admitted, type Authenticator, CLOSED_DOOR, isFor, type Refused } from "./authenticator.ts";
import { toChallenge } from "./challenge.ts";
import { type AuthenticatorOptions, createAuthenticator, hasCredentials } from "./create-authenticator.ts";
import { answerMetadata, metadataUrlOf } from "./resource-metadata.ts";

/** What a door needs to know. */
export interface DoorOptions extends AuthenticatorOptions {
  /** What is served now: a config that is edited takes effect at the next request. */
  readonly config: () => GatewayConfig;
  /** Whether others than this machine's programs reach the gateway. */
  readonly isExposed: boolean;
  readonly meter: Meter;
  /** In place of what the config asks for. */
  readonly authenticator?: Authenticator | undefined;
}

const ELSEWHERE: Refused = {
  type: "refused",
  reason: "insufficient-scope",
  says: "The token is not for this path.",
};

/** Where requests over HTTP come in: each is told who it is from, or what would let it in. */
export class Door {
  readonly #options: DoorOptions;
  #made: { readonly auth: GatewayConfig["auth"]; readonly authenticator: Authenticator } | undefined;

  constructor(options: DoorOptions) {
    this.#options = options;
  }

  /** The document that says how to get in, where that is what a request asks for. */
  metadata(request: Request): Response | undefined {
    const { auth } = this.#options.config();
    return hasCredentials(auth) ? answerMetadata(request, auth) : undefined;
  }

  /**
   * Lets a request in to a profile, or answers it. Whoever has a credential for some profiles is told the same of every
   * other one, be it there or not.
   */
  async admit(request: Request, profile: string | undefined): Promise<Admitted | Response> {
    const admission = await this.#authenticator().authenticate(request);
    if (admission.type === "admitted" && isFor(admission, profile)) return admission;
    const refused = admission.type === "admitted" ? ELSEWHERE : admission;
    this.#options.meter.count("auth_refused", { reason: refused.reason });
    return toChallenge(refused, { metadataUrl: metadataUrlOf(request, this.#options.config().auth) });
  }

  #authenticator(): Authenticator {
    const { authenticator, isExposed, config } = this.#options;
    if (authenticator !== undefined) return authenticator;
    const { auth } = config();
    if (isExposed && !hasCredentials(auth)) return CLOSED_DOOR;
    if (this.#made === undefined || this.#made.auth !== auth) {
      this.#made = { auth, authenticator: createAuthenticator(auth, this.#options) };
    }
    return this.#made.authenticator;
  }
}
