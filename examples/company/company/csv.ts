/** Tables as spreadsheets read them (RFC 4180). */

export const csvOf = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.map((value) => cellOf(String(value))).join(",")}\r\n`).join("");

/**
 * A spreadsheet would compute a text that begins like a formula, so an apostrophe stands before it, and before what begins like one behind apostrophes
 * of its own: who takes one away has the text as it was.
 */
function cellOf(value: string): string {
  const text = /^'*[=+\-@\t\r＝＋－＠]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
