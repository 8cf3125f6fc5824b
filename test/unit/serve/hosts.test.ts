/** Whom the server answers. */
import { describe, expect, test } from "vitest";
import { allowedHosts, isAllowedHost, isForeignOrigin, isForeignPage } from "../../../src/cli/serve/answer.js";

describe("the Host header", () => {
  const hosts = allowedHosts("192.168.1.5");

  test.each(["localhost", "LOCALHOST:3000", "127.0.0.1:3000", "[::1]:3000", "192.168.1.5:80"])("%s is us", (host) => {
    expect(isAllowedHost(host, hosts)).toBe(true);
  });

  test.each([
    undefined,
    "",
    "evil.example",
    "localhost.evil.example",
    "127.0.0.1.evil.example:3000",
    "evil.example@localhost",
    "localhost:3000:3000",
    "192.168.1.6",
    "::1",
  ])("%s is not", (host) => {
    expect(isAllowedHost(host, hosts)).toBe(false);
  });

  test("may be any address of this machine where the server listens at all of them", () => {
    expect(allowedHosts("0.0.0.0")).toContain("127.0.0.1");
    expect(isAllowedHost("evil.example", allowedHosts("0.0.0.0"))).toBe(false);
  });

  test("may be an IPv6 address, which has brackets there", () => {
    expect(isAllowedHost("[fe80::1]:3000", allowedHosts("fe80::1"))).toBe(true);
  });
});

describe("the Origin header", () => {
  test("is absent or ours", () => {
    expect(isForeignOrigin(undefined, "localhost:3000")).toBe(false);
    expect(isForeignOrigin("http://localhost:3000", "localhost:3000")).toBe(false);
  });

  test.each([
    "http://evil.example",
    "http://localhost:4000",
    "https://localhost:3000",
    "null",
  ])("%s is foreign", (origin) => {
    expect(isForeignOrigin(origin, "localhost:3000")).toBe(true);
  });
});

describe("what browsers say of where a request comes from", () => {
  const request = (site: string | undefined, mode?: string, dest?: string) =>
    isForeignPage({ "sec-fetch-site": site, "sec-fetch-mode": mode, "sec-fetch-dest": dest });

  test("our own pages, people and programs are answered, and so is who follows a link", () => {
    expect(request(undefined)).toBe(false);
    expect(request("none", "navigate", "document")).toBe(false);
    expect(request("same-origin", "no-cors", "script")).toBe(false);
    expect(request("cross-site", "navigate", "document")).toBe(false);
    expect(request("same-site", "navigate", "document")).toBe(false);
  });

  test.each(["cross-site", "same-site"])("a part of a page of another origin is not: %s", (site) => {
    for (const dest of ["script", "image", "style", "font", "empty", "audio", "manifest", "object", "worker"])
      for (const mode of ["no-cors", "cors", "websocket"]) expect(request(site, mode, dest)).toBe(true);
    for (const dest of ["iframe", "frame", "embed", "object"]) expect(request(site, "navigate", dest)).toBe(true);
  });
});
