import { named, type Party, wallet } from '../../compliance/screening/party.ts'
import { fullName } from './beneficiary.ts'
import type { Address } from './row.ts'

/** Who is screened for a withdrawal address: the wallet, its provider and its owner. */
export const partiesOfWallet = ({
  address,
  vasp,
  beneficiary,
}: Pick<Address, 'address' | 'vasp' | 'beneficiary'>): { readonly part: string; readonly party: Party }[] => [
  { part: 'address', party: wallet(address) },
  ...(vasp === null ? [] : [{ part: 'provider', party: named(vasp) }]),
  ...(beneficiary === null ? [] : [{ part: 'beneficiary', party: named(fullName(beneficiary)) }]),
]
