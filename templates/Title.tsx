/** A title as its author wrote it: text between backticks is code. */
import { titleParts } from "../src/shared/title.js";

export interface TitleProps {
  text: string;
}

export default function Title({ text }: TitleProps) {
  if (!text.includes("`")) return text;
  return titleParts(text).map((part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
    return part.isCode ? <code key={index}>{part.text}</code> : part.text;
  });
}
