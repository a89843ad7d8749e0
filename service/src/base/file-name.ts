const maxLength = 100

/**
 * A name that is safe on every system and in every header: the last part of a path, with letters, digits and a few signs,
 * not beginning with a dot.
 */
export function safeFileName(given: string): string {
  const last = given.split(/[/\\]/).at(-1)!
  const safe = last
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N} ._()-]/gu, '_')
    .replace(/^[. ]+/, '')
    .trim()
  if (safe.length <= maxLength) return safe || 'document'
  const extension = /\.\w{1,5}$/.exec(safe)?.[0] ?? ''
  return (
    Array.from(safe.slice(0, safe.length - extension.length))
      .slice(0, maxLength - extension.length)
      .join('') + extension
  )
}
