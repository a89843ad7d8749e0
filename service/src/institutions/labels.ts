import { looksLikeAccount } from '@specie/payments/account.ts'
import { badRequest } from '../base/http/errors.ts'
import { isUuid } from '../base/ids.ts'
import { looksLikeAddress } from '../chains/addresses.ts'

// A destination is named by its address or account number, by its id, or by a label of the client's own. Each text means
// one of these: a label can be spelled like none of the others.

export type Naming = 'address' | 'account' | 'id' | 'label'

/** What a client means by this text. Old labels that read as something else are never meant by it. */
export function namingOf(text: string): Naming {
  if (isUuid(text)) return 'id'
  if (looksLikeAddress(text)) return 'address'
  return looksLikeAccount(text) ? 'account' : 'label'
}

/** One spelling for texts that look the same. */
export const normalText = (text: string): string => text.normalize('NFC').trim()

/** Control characters, halves of pairs, and what is not seen: it could make two labels look alike. */
const unreadable = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u
const longest = 64

/** A label as it is kept; throws when it could be taken for something else. */
export function checkedLabel(given: string): string {
  const label = normalText(given)
  if (label === '' || label.length > longest) {
    throw badRequest('length', `A label has 1 to ${longest} characters.`, 'label')
  }
  if (unreadable.test(label)) {
    throw badRequest('printable', 'A label has no invisible characters and no control characters.', 'label')
  }
  const naming = namingOf(label)
  if (naming === 'label') return label
  const words = { address: 'an address', account: 'an account number', id: 'an id' }[naming]
  throw badRequest(
    'label_ambiguous',
    `This label reads as ${words}: choose a name that cannot be taken for one.`,
    'label',
  )
}
