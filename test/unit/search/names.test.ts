/** Which names search gets of a code block: what it declares, and what it uses. */
import { describe, expect, test } from "vitest";
import { codeNames, introducedNames, titledNames } from "../../../src/content/formats/markdown/sections.js";

describe("a block of code declares", () => {
  test.each([
    ["function safeTransferFrom(address _from) external;", "safeTransferFrom"],
    ["event Transfer(address indexed from);", "Transfer"],
    ["error InsufficientBalance(uint256 available);", "InsufficientBalance"],
    ["struct FacetCut {", "FacetCut"],
    ["interface IERC165 {", "IERC165"],
    ["bytes4 constant INTERFACE_ID = 0x01ffc9a7;", "INTERFACE_ID"],
    ["    bytes32 public constant TYPEHASH = keccak256(x);", "TYPEHASH"],
    ["MAX_BLOB_GAS: uint64 = 5", "MAX_BLOB_GAS"],
    ["BASE_FEE = 7", "BASE_FEE"],
    ["def process_deposit(state):", "process_deposit"],
    ["class Attestation(Container):", "Attestation"],
    ["func (s *Server) f() {}\ntype Engine struct {}", "Engine"],
    ["type Mutation {\n}", "Mutation"],
    ["// 0xD9B67A26 is the id", "0xd9b67a26"],
  ])("%s", (code, name) => {
    expect(codeNames(code).declared).toContain(name);
  });

  test("nothing that it only compares, calls or says", () => {
    const { declared, used } = codeNames('if (owner == msgSender) revertAll();\n  "method": "eth_getProof"');
    expect(declared).toEqual([]);
    expect(used).toEqual(["msgSender", "revertAll", "eth_getProof"]);
  });
});

test.each([
  ["We add an instruction `BLOBHASH` (with opcode 0x49).", ["BLOBHASH"]],
  ["This introduces a new JSON-RPC method `eth_chainId`.", ["eth_chainId"]],
  ["Define `typeHash(struct)` and use `SLOAD`.", ["typeHash"]],
  ["The news of `SLOAD` adds nothing to what a block has with `SSTORE`.", []],
  ["No code.", []],
])("a sentence declares what it introduces: %s", (sentence, names) => {
  expect(introducedNames(sentence).declared).toEqual(names);
});

test.each([" ", "a ", "a", "function ", "a.", "_", "0x", "a: "])("no code takes long: %j, often", (piece) => {
  expect(codeNames(piece.repeat(50_000)).declared.length).toBeLessThan(3);
  expect(titledNames(piece.repeat(50_000), true).declared).toEqual([]);
});

test.each(["new ", "new  ", "new `", "new `a(", "new a ", "`"])("no sentence takes long: %j, often", (piece) => {
  expect(introducedNames(`\`${piece.repeat(50_000)}`).declared.length).toBeLessThan(3);
});
