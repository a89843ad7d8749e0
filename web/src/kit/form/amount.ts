/**
 * An amount as it was typed or pasted, without what groups its digits. A comma that stands between thousands is taken out; any
 * other one may be a decimal comma, and `12,5` must not become 125.
 */
export function withoutGroups(text: string): string {
  const bare = text.replaceAll(/['’\s]/g, '')
  return /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(bare) ? bare.replaceAll(',', '') : bare
}
