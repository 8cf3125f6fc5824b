/** Recognizes addresses in private networks: a link that a stranger wrote must not lead this program into one. */
import { BlockList, isIP } from "node:net";

/** RFC 6890 and the like: this host, this link, private, shared, benchmarks, documentation, multicast, reserved, and mappings from IPv6 to any of these (6to4, NAT64, Teredo). */
const privateRanges = new BlockList();
addRanges(
  "ipv4",
  "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 " +
    "192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3",
);
// IPv6 addresses that contain an IPv4 address are in the forms of RFC 4291 and RFC 2765; mapped ones count as IPv4 anyway.
addRanges(
  "ipv6",
  "::/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/32 2001:db8::/32 2002::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8",
);

function addRanges(family: "ipv4" | "ipv6", ranges: string): void {
  for (const range of ranges.split(" ")) {
    const [net = "", bits] = range.split("/");
    privateRanges.addSubnet(net, Number(bits), family);
  }
}

/** Whether an IP address is private. False for a host name, whose address is checked when it is resolved. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && privateRanges.check(address, family === 6 ? "ipv6" : "ipv4");
}

/** Whether a site at this URL is in a private network itself. */
export function isPrivateSite(url: string): boolean {
  const host = bareHost(new URL(url));
  return host === "localhost" || host.endsWith(".localhost") || isPrivateAddress(host);
}

/** The host of a URL, without the brackets of an IPv6 address. */
export function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}
