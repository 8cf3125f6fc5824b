/** Code that can be coloured and announced. */
import * as z from "zod";
import { isKnownLanguage } from "../../formats/markdown/code.js";
import { defineRule, type Finding } from "../rule.js";

export const codeLanguage = defineRule({
  id: "code-language",
  severity: "warn",
  summary: "A block of code without a language, or with an unknown one",
  help: `The language determines the colours of the code, and screen readers announce it. Mark text that is not code as \`text\`. Option \`allow\`: more names.

Wrong: a fence of three backticks alone
Right: three backticks and \`solidity\``,
  scope: "texts",
  options: z.strictObject({ allow: z.array(z.string()).default([]) }),
  check(file, _site, { allow }) {
    return file.structure().fences.flatMap(({ language, position }): Finding[] => {
      if (language === "")
        return [
          { message: "this block of code has no language", ...position, help: "Write ```text where it is not code." },
        ];
      if (isKnownLanguage(language) || allow.includes(language)) return [];
      return [{ message: `there is no language "${language}"`, ...position, length: language.length }];
    });
  },
});
