import type { CatalogSnapshot } from "@plimsoll/core";
import type { GatewayConfig } from "../config/config.ts";
import type { Gateway } from "../gateway.ts";
import { toInstructions } from "./instructions.ts";
import type { Profile } from "./profile.ts";

const MOST_TEXTS = 256;

/** Works instructions out once for a config and a snapshot: every request over HTTP comes with a server of its own. */
export class KeptInstructions {
  readonly #gateway: Gateway;
  readonly #texts = new Map<string, string>();
  #config: GatewayConfig | undefined;
  #snapshot: CatalogSnapshot | undefined;

  constructor(gateway: Gateway) {
    this.#gateway = gateway;
  }

  for(profile: Profile): string {
    const { config, runtime } = this.#gateway;
    const snapshot = runtime.catalog.snapshot();
    if (config !== this.#config || snapshot !== this.#snapshot) {
      this.#config = config;
      this.#snapshot = snapshot;
      this.#texts.clear();
    }
    const key = JSON.stringify(profile.policy);
    const text = this.#texts.get(key) ?? toInstructions(this.#gateway, profile);
    // A client chooses its toolsets, and there are more choices than anybody makes.
    if (this.#texts.size >= MOST_TEXTS) this.#texts.clear();
    this.#texts.set(key, text);
    return text;
  }
}
