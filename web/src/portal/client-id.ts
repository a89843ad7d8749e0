import { useState } from 'react'
import { randomHex } from '../kit/random.ts'

const prefix = 'portal-'

/** A client id for an act of a page, so that it can be repeated after a lost answer: `portal-` and 128 bits. */
const newClientId = (): string => prefix + randomHex(16)

/** An id made by the portal, which need not be shown. */
export const isPortalId = (id: string): boolean => id.startsWith(prefix)

/**
 * The same id for the same content while the page is open. A repeated request is done once, also after a lost answer or
 * other input in between.
 */
export function useClientId(content: unknown): string {
  const [ids] = useState(() => new Map<string, string>())
  const text = JSON.stringify(content)
  const id = ids.get(text) ?? newClientId()
  ids.set(text, id)
  return id
}
