import t from "tap";
import { isPublicAddress } from "../../src/network/addresses.ts";

const PUBLIC = ["1.1.1.1", "93.184.216.34", "172.15.0.1", "172.32.0.1", "2606:4700:4700::1111", "::ffff:1.1.1.1"];

const NOT_PUBLIC = {
  "this host": ["0.0.0.0", "0.1.2.3", "::"],
  loopback: ["127.0.0.1", "127.255.255.254", "::1"],
  private: ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "fc00::1", "fd12::1"],
  "link-local, with the metadata of clouds": ["169.254.169.254", "fe80::1", "fe80::1%eth0"],
  "carrier-grade NAT": ["100.64.0.1", "100.127.255.255"],
  multicast: ["224.0.0.1", "239.1.1.1", "ff02::1"],
  broadcast: ["255.255.255.255"],
  reserved: ["192.0.0.1", "198.18.0.1", "198.19.255.255", "240.0.0.1", "4000::1", "100::1"],
  documentation: ["192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1", "3fff::1"],
  "IPv4-mapped IPv6": ["::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:a9fe:a9fe"],
  "IPv4-compatible IPv6": ["::7f00:1", "::10.0.0.1"],
  "6to4, also of a public address": ["2002:7f00:1::", "2002:0101:0101::1", "192.88.99.1"],
  NAT64: ["64:ff9b::7f00:1", "64:ff9b::1.1.1.1", "64:ff9b:1::1"],
  Teredo: ["2001::1"],
  "no IP address": ["", "localhost", "example.com", "1.1.1.1.1", "[::1]", "999.1.1.1"],
};

t.test("addresses of hosts on the internet are public", async (t) => {
  for (const address of PUBLIC) t.ok(isPublicAddress(address), address);
});

for (const [kind, addresses] of Object.entries(NOT_PUBLIC)) {
  t.test(`not public: ${kind}`, async (t) => {
    for (const address of addresses) t.notOk(isPublicAddress(address), address);
  });
}
