import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classOf } from "../../src/outgoing/address-class.ts";

describe("an address", () => {
  it.each([
    ["127.0.0.1", "loopback"],
    ["127.255.255.254", "loopback"],
    ["0.0.0.0", "loopback"],
    ["::1", "loopback"],
    ["::", "loopback"],
    ["::ffff:127.0.0.1", "loopback"],
    ["::ffff:7f00:1", "loopback"],
    ["10.1.2.3", "private"],
    ["172.31.255.255", "private"],
    ["172.32.0.0", "public"],
    ["192.168.1.1", "private"],
    ["100.64.0.1", "private"],
    ["fd12::1", "private"],
    ["::ffff:10.0.0.1", "private"],
    ["169.254.169.254", "forbidden"],
    ["::ffff:169.254.169.254", "forbidden"],
    ["fe80::1", "forbidden"],
    ["fe80::1%eth0", "forbidden"],
    ["fd00:ec2::254", "forbidden"],
    ["100.100.100.200", "forbidden"],
    ["168.63.129.16", "forbidden"],
    ["192.0.0.192", "forbidden"],
    ["224.0.0.1", "forbidden"],
    ["255.255.255.255", "forbidden"],
    ["ff02::1", "forbidden"],
    ["2002:a9fe:a9fe::", "forbidden"],
    ["::127.0.0.1", "forbidden"],
    ["64:ff9b::7f00:1", "loopback"],
    ["64:ff9b::169.254.169.254", "forbidden"],
    ["64:ff9b::808:808", "public"],
    ["8.8.8.8", "public"],
    ["2606:4700::1111", "public"],
    ["localhost", "forbidden"],
    ["", "forbidden"],
  ])("%s is %s", (address, expected) => {
    expect(classOf(address)).toBe(expected);
  });

  it("of IPv4 is of the same class in every way that a URL can write it", () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 0xffff_ffff }),
        fc.constantFrom("decimal", "hex", "octal", "short"),
        (number, way) => {
          const parts = [24, 16, 8, 0].map((shift) => (number >>> shift) & 0xff);
          const written = {
            decimal: String(number),
            hex: `0x${number.toString(16)}`,
            octal: parts.map((part) => `0${part.toString(8)}`).join("."),
            short: `${parts[0]}.${number & 0xff_ffff}`,
          }[way];
          const plain = parts.join(".");
          expect(classOf(new URL(`http://${written}/`).hostname)).toBe(classOf(plain));
          expect(classOf(`::ffff:${plain}`)).toBe(classOf(plain));
        },
      ),
    );
  });
});
