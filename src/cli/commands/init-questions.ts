/** The questions of `init` on a terminal. Their library is a separate script of dist/, which only this file loads. */
import type { Readable, Writable } from "node:stream";
import { idOf } from "../../config/index.js";
import { loadLibrary } from "../../platform/library.js";
import { completeChoice, labelProblem, profileDescriptions, type RegisterChoice } from "../../tools/scaffold/kinds.js";

type Prompts = Pick<typeof import("@clack/prompts"), "intro" | "text" | "select" | "isCancel" | "cancel">;

/** The streams of a terminal. */
interface Terminal {
  input: Readable;
  output: Writable;
}

interface Answers extends RegisterChoice {
  folder: string;
}

/** Asks for a register's properties. @param preset answers from options, which are not asked for. @param isFree whether a register can be made in the working directory. @returns undefined if the user cancels. */
export async function askForRegister(
  preset: Partial<Answers>,
  isFree: boolean,
  terminal: Terminal,
): Promise<Answers | undefined> {
  const { intro, text, select, isCancel, cancel } = await loadLibrary<Prompts>("prompts");
  const streams = { input: terminal.input as NodeJS.ReadStream, output: terminal.output as NodeJS.WriteStream };
  intro("A new register", streams);
  const answers: Partial<Answers> = { ...preset };
  const cancelInit = () => {
    cancel("Nothing was written.", streams);
    return undefined;
  };
  const ask = async (message: string, usual: string, validate?: (value: string) => string | undefined) => {
    const check = (value: string | undefined) => validate?.(value?.trim() || usual);
    const answer = await text({ ...streams, message, placeholder: usual, defaultValue: usual, validate: check });
    return isCancel(answer) ? undefined : answer.trim() || usual;
  };
  if (answers.profile === undefined) {
    const options = Object.entries(profileDescriptions).map(([value, hint]) => ({ value, label: `${value}: ${hint}` }));
    const answer = await select({ ...streams, message: "What kind of register?", options, initialValue: "cip" });
    if (isCancel(answer)) return cancelInit();
    answers.profile = answer as RegisterChoice["profile"];
  }
  answers.label ??= await ask("Prefix of the numbers", completeChoice(answers).label, labelProblem);
  if (answers.label === undefined) return cancelInit();
  answers.name ??= await ask("Name of the site", completeChoice(answers).name);
  if (answers.name === undefined) return cancelInit();
  answers.folder ??= await ask("Folder", isFree ? "." : `${idOf(answers.label)}s`);
  if (answers.folder === undefined) return cancelInit();
  return { ...completeChoice(answers), folder: answers.folder };
}
