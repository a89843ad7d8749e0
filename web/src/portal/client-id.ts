import { useState } from 'react'

const prefix = 'portal-'

/** A client id for an act of a page, so that it can be repeated after a lost answer: `portal-` and 128 bits. */
function newClientId(): string {
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0'))
  return prefix + bytes.join('')
}

/** An id made by the portal, which need not be shown. */
export const isOfThePortal = (id: string): boolean => id.startsWith(prefix)

/**
 * The same id for the same content while the page is open. A repeated request is done once, also after a lost answer or other input in between.
 */
export function useClientId(content: unknown): string {
  const [ids] = useState(() => new Map<string, string>())
  const text = JSON.stringify(content)
  const id = ids.get(text) ?? newClientId()
  ids.set(text, id)
  return id
}
