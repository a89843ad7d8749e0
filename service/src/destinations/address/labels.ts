import { looksLikeAccount } from '@specie/payments/account.ts'
import { isPrintable } from '@specie/protocol/text.ts'
import { type ApiError, badRequest } from '../../base/http/errors.ts'
import { isUuid } from '../../base/ids.ts'
import { looksLikeAddress } from '../../chains/addresses.ts'

// A destination is named by its address or account number, by its id, or by the client's own label. Each text means
// exactly one of these, so a label must not look like any of the others.

export type Naming = 'address' | 'account' | 'id' | 'label'

/** Interprets a client's text. Old labels that look like another kind of name cannot be used. */
export function namingOf(text: string): Naming {
  if (isUuid(text)) return 'id'
  if (isAddress(text)) return 'address'
  return looksLikeAccount(text) || looksLikeAccount(stripped(text)) ? 'account' : 'label'
}

/**
 * Removes common additions around an address or account number: quotes, the word IBAN, a scheme as in `ethereum:0x…` or
 * `eip155:1:0x…`. Normalises full-width letters.
 */
const stripped = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/^[\s"'«»‹›“”‘’([{<]+|[\s"'«»‹›“”‘’)\]}>.,;:]+$/gu, '')
    .replace(/^(iban\b|[a-z][a-z0-9-]*:([a-z0-9-]+:)?(pay-)?)[\s:/]*/i, '')

/** In any spelling: also with spaces or hyphens, or followed by the rest of a URI. */
function isAddress(text: string): boolean {
  const core = stripped(text).replace(/[?@/].*$/, '')
  const compact = core.replaceAll(/[^\p{L}\p{N}]/gu, '')
  // A series of words may be valid base58 by chance, so spaces are ignored only after these prefixes.
  const isSpaced = /^(0x|(bc|tb|bcrt)1|[0-9a-f]{40}$)/i.test(compact)
  return [text, core, ...(isSpaced ? [compact] : [])].some(looksLikeAddress)
}

/** Whether the text contains an address anywhere, also inside other characters. */
const containsAddress = (text: string): boolean =>
  /[0-9a-f]{40}/i.test(text.normalize('NFKC')) || text.split(/[\s"'()<>,;]+/).some(isAddress)

/** Returns the same spelling for texts that look the same. */
export const normalText = (text: string): string => text.normalize('NFC').trim()

/** Two labels that sound the same must not name two destinations. */
export const labelTaken = (): ApiError =>
  badRequest('label_taken', 'This label is in use, or differs from another label only in capital letters.', 'label')

const maxLength = 64

/** A label in stored form; throws when it could be mistaken for another kind of name. */
export function checkedLabel(given: string): string {
  const label = normalText(given)
  if (label === '' || label.length > maxLength) {
    throw badRequest('length', `A label has 1 to ${maxLength} characters.`, 'label')
  }
  if (!isPrintable(label)) {
    throw badRequest('printable', 'A label cannot contain invisible characters or control characters.', 'label')
  }
  const naming = namingOf(label) === 'label' && containsAddress(label) ? 'address' : namingOf(label)
  if (naming === 'label') return label
  const words = { address: 'an address', account: 'an account number', id: 'an id' }[naming]
  throw badRequest('label_ambiguous', `This label looks like ${words}: choose another name.`, 'label')
}
