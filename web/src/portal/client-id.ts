import { useState } from 'react'

const prefix = 'portal-'

/** A client id for what is done in a page, so that a lost answer can be asked for again: `portal-` and 128 bits. */
function newClientId(): string {
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0'))
  return prefix + bytes.join('')
}

/** An id that nobody has chosen, and nobody needs to see. */
export const isOfThePortal = (id: string): boolean => id.startsWith(prefix)

/**
 * One id for one content, as long as the page is open: what is sent twice, also after a lost answer or after other things
 * were typed in between, is done once.
 */
export function useClientId(content: unknown): string {
  const [ids] = useState(() => new Map<string, string>())
  const text = JSON.stringify(content)
  const id = ids.get(text) ?? newClientId()
  ids.set(text, id)
  return id
}
