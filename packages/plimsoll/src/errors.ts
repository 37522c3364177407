import type { PlimsollErrorCode } from "@plimsoll/core";

declare module "@plimsoll/core" {
  interface PlimsollErrorData {
    /** No config file was named, and none is where one is looked for; or the one that was named is not there. */
    CONFIG_NOT_FOUND: { readonly searched: readonly string[] };
    /** A config file says something that cannot be read. */
    CONFIG_INVALID: {
      readonly file: string;
      /** Both count from 1. */
      readonly line: number;
      readonly column: number;
      readonly reason: string;
    };
    /** A server did not start, or did not answer. */
    UPSTREAM_FAILED: {
      readonly server: string;
      readonly reason: string;
      /** The last of what the server wrote to its standard error. */
      readonly stderr: string;
    };
    /** A file or folder for secrets is open to other users of the machine, or is theirs. */
    VAULT_UNSAFE: { readonly path: string; readonly reason: string };
    /** A login at a server did not come about. */
    LOGIN_FAILED: { readonly server: string; readonly reason: string };
    /** A file of a client's could not be read or written. */
    CLIENT_FILE_UNUSABLE: { readonly file: string; readonly reason: string };
    /** A gateway was started below a gateway that serves the same config file. */
    GATEWAY_LOOP: { readonly file: string };
    /** A profile was named that the config does not have. */
    PROFILE_UNKNOWN: { readonly profile: string; readonly available: readonly string[] };
    /** Another program listens on the port. */
    PORT_TAKEN: { readonly port: number };
    /** Others than this machine's programs would reach the gateway, and nobody would be asked who they are. */
    HOST_EXPOSED: { readonly host: string };
    /** The address to listen on is none of this machine's. */
    HOST_UNUSABLE: { readonly host: string };
    /** The file of the log cannot be written. */
    LOG_UNUSABLE: { readonly file: string; readonly reason: string };
    /** The file of the audit cannot be written, or is not one that only this user can change. */
    AUDIT_UNUSABLE: { readonly file: string; readonly reason: string };
    /** A file that was named as an audit cannot be read. */
    AUDIT_UNREADABLE: { readonly file: string; readonly reason: string };
    /** Traces were asked for, and the optional package they need is not installed. */
    TELEMETRY_MISSING: { readonly packages: readonly string[] };
    /** A file that was named as a catalog holds none, or cannot be read to its end. */
    CATALOG_FILE_UNREADABLE: {
      readonly file: string;
      /** Where reading ended, from 1; 0 where nothing could be read. */
      readonly line: number;
      readonly reason: string;
    };
    /** A file that was named as a manifest is none: every problem, with its place where there is one. */
    MANIFEST_UNREADABLE: { readonly file: string; readonly problems: readonly string[] };
    /** A file that was named as a table of prices is none. */
    PRICES_UNREADABLE: { readonly file: string; readonly reason: string };
  }
}

/** The codes this package adds to core's table: importing it is what makes them known to the type checker. */
export type GatewayErrorCode = Extract<
  PlimsollErrorCode,
  | "CONFIG_NOT_FOUND"
  | "CONFIG_INVALID"
  | "UPSTREAM_FAILED"
  | "VAULT_UNSAFE"
  | "LOGIN_FAILED"
  | "CLIENT_FILE_UNUSABLE"
  | "GATEWAY_LOOP"
  | "PROFILE_UNKNOWN"
  | "PORT_TAKEN"
  | "HOST_EXPOSED"
  | "HOST_UNUSABLE"
  | "LOG_UNUSABLE"
  | "AUDIT_UNUSABLE"
  | "AUDIT_UNREADABLE"
  | "TELEMETRY_MISSING"
  | "CATALOG_FILE_UNREADABLE"
  | "MANIFEST_UNREADABLE"
  | "PRICES_UNREADABLE"
>;
