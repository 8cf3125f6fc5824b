/** Korean joins to a word what is said of it, also to a label with its number. */
import { expect, test } from "vitest";
import { searchIndex, searchPage } from "../../support/search.js";

const texts = [
  { number: 1, title: "토큰 표준", text: "지갑에서 토큰을 전송합니다. 수수료는 나중에 정합니다." },
  { number: 2, title: "서명 검증", text: "계약이 서명을 검증하는 방법입니다. CIP-1은 필요하지 않습니다." },
  { number: 3, title: "지갑 주소", text: "주소는 짧습니다." },
];
const index = searchIndex(texts.map(searchPage));

test.each([
  ["토큰 전송", 1],
  ["토큰은 전송", 1],
  ["지갑 수수료", 1],
  ["서명 검증 방법", 2],
  ["계약 서명", 2],
  ["주소", 3],
  ["cip-2는 무엇인가", 2],
  ["cip2가", 2],
  ["CIP3의 주소", 3],
])("%s", async (query, number) => {
  for (const form of ["NFC", "NFD"]) expect((await index.find(query.normalize(form)))[0]).toBe(`/cip/cip-${number}`);
});
