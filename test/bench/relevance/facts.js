/** Front matter as one text: what the other engines are given of it. */
export function factsText(facts) {
  if (!facts) return "";
  const authors = facts.authors.flatMap(({ name, handle, mailbox }) => [name, handle, mailbox]);
  return [...authors, facts.status.label, facts.category?.label, facts.date, ...facts.others].filter(Boolean).join(" ");
}
