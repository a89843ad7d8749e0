const prefix = 'portal-'

/** A client id for what is done in a page, so that a lost answer can be asked for again: `portal-` and 128 bits. */
export function newClientId(): string {
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0'))
  return prefix + bytes.join('')
}

/** An id that nobody has chosen, and nobody needs to see. */
export const isOfThePortal = (id: string): boolean => id.startsWith(prefix)
