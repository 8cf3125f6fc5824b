/** Which addresses can name a file of a site, and by which one each file is asked for. */
import { describe, expect, test } from "vitest";
import { canonicalPath, pathInSite } from "../../../src/cli/serve/host.js";
import { answeringFiles } from "../../../src/shared/page-path.js";

const plain = { baseUrl: "/", trailingSlash: false };
const based = { baseUrl: "/register/", trailingSlash: true };

describe("a path below the site", () => {
  test.each([
    ["/", ""],
    ["/cip", "cip"],
    ["/cip/", "cip/"],
    ["/cip/caf%C3%A9", "cip/café"],
    ["/a%20b", "a b"],
    ["/100%25", "100%"],
    ["/..foo/.well-known/x", "..foo/.well-known/x"],
  ])("%s is read as it is meant", (pathname, path) => {
    expect(pathInSite(pathname, plain)).toBe(path);
  });

  test.each([
    ..."/../secret /cip/../../secret /%2e%2e/secret /.%2e/secret /%2E%2E%2Fsecret /..%2fsecret".split(" "),
    ..."/cip%2f..%2f..%2fsecret /..\\secret /..%5csecret /%5c%5chost/share /cip%00.html".split(" "),
    ..."/cip%0d%0aset-cookie:x /%c0%ae%c0%ae/secret /% /./cip //evil.example /cip//x /%2fetc/passwd".split(" "),
  ])("%s names no file", (pathname) => {
    expect(pathInSite(pathname, plain)).toBeUndefined();
  });

  test("that was refused once is not let in by being escaped twice", () => {
    expect(pathInSite("/%252e%252e/secret", plain)).toBe("%2e%2e/secret");
  });
});

describe("files", () => {
  test("are looked for as a host does", () => {
    expect(answeringFiles("")).toEqual(["index.html"]);
    expect(answeringFiles("cip")).toEqual(["cip", "cip.html", "cip/index.html"]);
    expect(answeringFiles("cip/")).toEqual(["cip/index.html", "cip.html"]);
  });

  test.each([
    ["index.html", "", ""],
    ["cip/index.html", "cip", "cip/"],
    ["cip.html", "cip", "cip/"],
    ["de-DE/404.html", "de-DE/404.html", "de-DE/404.html"],
    ["cip/rss.xml", "cip/rss.xml", "cip/rss.xml"],
    ["myindex.html", "myindex", "myindex/"],
  ])("%s has one address", (file, bare, slashed) => {
    expect(canonicalPath(file, plain)).toBe(bare);
    expect(canonicalPath(file, based)).toBe(slashed);
  });
});
