/** Ethereum Requests for Comments: split from the EIPs, with their numbers, fields and statuses; mentions and requirements link both ways. */
import type { ProfileInput } from "../schema.js";
import { eip } from "./eip.js";

export const erc: ProfileInput = {
  ...eip,
  id: "erc",
  label: "ERC",
  title: "ERC Register",
  files: "erc-{number}.md",
  route: "/erc",
  permalink: "{route}/erc-{number}",
  aliases: ["/ERCS/erc-{number}"],
  mentions: ["ERC", "EIP"],
  keys: { ...eip.keys, number: ["eip", "erc"] },
  // The texts still name the asset folders of the EIPs, all of which but `eip-1` have become `erc-…` here.
  rewrites: { ...eip.rewrites, "^(?:\\./)?\\.\\./assets/eip-(?!1/)(.+)$": "../assets/erc-$1" },
  fields: eip.fields?.map((field) =>
    field.key === "category" ? { ...field, initial: "ERC", values: ["ERC"] } : field,
  ),
};
