/**
 * A typed or pasted amount without group separators. A comma between thousands is removed; any other one may be a decimal comma: `12,5` must not become 125.
 */
export function withoutGroups(text: string): string {
  const bare = text.replaceAll(/['’\s]/g, '')
  return /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(bare) ? bare.replaceAll(',', '') : bare
}
