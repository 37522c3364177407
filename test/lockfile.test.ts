import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findMissing, type LockFile } from "../scripts/complete-lockfile.ts";
import { ROOT } from "./fences.ts";

const lock: LockFile = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));

describe("the lock file", () => {
  test("has every optional package that is asked for, or npm ci refuses it (npm run lock)", () => {
    expect(Object.keys(findMissing(lock))).toEqual([]);
  });

  test("names no host to download from", () => {
    const hosted = Object.values(lock.packages).filter(({ resolved }) => /^https?:/.test(String(resolved)));
    expect(hosted).toEqual([]);
  });

  test("is found incomplete where a package is missing, with the platform to skip it on", () => {
    const partial = {
      packages: {
        "node_modules/a": {
          version: "1.0.0",
          optionalDependencies: { "@a/cli-linux-x64-musl": "1.0.0", b: "2.0.0" },
        },
        "node_modules/a/node_modules/b": { version: "2.0.0" },
      },
    };
    expect(findMissing(partial)).toEqual({
      "node_modules/@a/cli-linux-x64-musl": {
        version: "1.0.0",
        dev: true,
        optional: true,
        os: ["linux"],
        cpu: ["x64"],
        libc: ["musl"],
      },
    });
  });
});
