/** How many pages of results each entry of the history showed and how far it was scrolled, for a document that loads it again. */
const storageKey = "results";
const most = 50;

export interface Left {
  /** The query with its filters, as in the address. */
  address: string;
  pages: number;
  scroll: number;
}

export const leftAt = (entry: string): Left | undefined => load().get(entry);

export function saveLeft(entry: string, left: Left): void {
  const all = load();
  all.delete(entry);
  all.set(entry, left);
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...all].slice(-most)));
  } catch {
    // Blocked or full: then a reload shows the first page of results.
  }
}

function load(): Map<string, Left> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? "[]"));
  } catch {
    return new Map();
  }
}
