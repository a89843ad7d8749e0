/**
 * One cell of a CSV file (RFC 4180). A spreadsheet executes text that begins like a formula, and names and references are input
 * of others: such a text gets a leading apostrophe. Numbers stay numbers.
 */
export function csvCell(text: string): string {
  const isNumber = /^-?\d+(\.\d+)?$/.test(text)
  const safe = !isNumber && /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
