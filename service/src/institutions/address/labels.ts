import { looksLikeAccount } from '@specie/payments/account.ts'
import { isPrintable } from '@specie/protocol/text.ts'
import { badRequest } from '../../base/http/errors.ts'
import { isUuid } from '../../base/ids.ts'
import { looksLikeAddress } from '../../chains/addresses.ts'

// A destination is named by its address or account number, by its id, or by a label of the client's own. Each text means
// one of these: a label can be spelled like none of the others.

export type Naming = 'address' | 'account' | 'id' | 'label'

/** What a client means by this text. Old labels that read as something else are never meant by it. */
export function namingOf(text: string): Naming {
  if (isUuid(text)) return 'id'
  if (isAddress(text)) return 'address'
  return looksLikeAccount(text) || looksLikeAccount(bare(text)) ? 'account' : 'label'
}

/**
 * Without what people write around an address or an account number: quotes, the word IBAN, a scheme as in `ethereum:0x…` or
 * `eip155:1:0x…`. Full-width letters are letters.
 */
const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/^[\s"'«»‹›“”‘’([{<]+|[\s"'«»‹›“”‘’)\]}>.,;:]+$/gu, '')
    .replace(/^(iban\b|[a-z][a-z0-9-]*:([a-z0-9-]+:)?(pay-)?)[\s:/]*/i, '')

/** In whatever spelling: also with spaces or hyphens in between, or with more of a URI behind it. */
function isAddress(text: string): boolean {
  const core = bare(text).replace(/[?@/].*$/, '')
  const compact = core.replaceAll(/[^\p{L}\p{N}]/gu, '')
  // Words in a row may be base58 by chance; what begins like this is none.
  const isSpaced = /^(0x|(bc|tb|bcrt)1|[0-9a-f]{40}$)/i.test(compact)
  return [text, core, ...(isSpaced ? [compact] : [])].some(looksLikeAddress)
}

/** Does an address stand somewhere in it? The digits of one suffice, whatever stands before them. */
const holdsAddress = (text: string): boolean =>
  /[0-9a-f]{40}/i.test(text.normalize('NFKC')) || text.split(/[\s"'()<>,;]+/).some(isAddress)

/** One spelling for texts that look the same. */
export const normalText = (text: string): string => text.normalize('NFC').trim()

const longest = 64

/** A label as it is kept; throws when it could be taken for something else. */
export function checkedLabel(given: string): string {
  const label = normalText(given)
  if (label === '' || label.length > longest) {
    throw badRequest('length', `A label has 1 to ${longest} characters.`, 'label')
  }
  if (!isPrintable(label)) {
    throw badRequest('printable', 'A label has no invisible characters and no control characters.', 'label')
  }
  const naming = namingOf(label) === 'label' && holdsAddress(label) ? 'address' : namingOf(label)
  if (naming === 'label') return label
  const words = { address: 'an address', account: 'an account number', id: 'an id' }[naming]
  throw badRequest(
    'label_ambiguous',
    `This label reads as ${words}: choose a name that cannot be taken for one.`,
    'label',
  )
}
