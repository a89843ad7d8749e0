import { machines } from '@specie/protocol/machines.ts'
import type { RowOf } from '../../api/use-call.ts'
import { chainName } from '../../kit/value/names.ts'
import { stateOf } from '../../kit/value/states.ts'

export type Rail = RowOf<'queryPaymentRails'>
export type Payment = RowOf<'queryPayments'>
export type RailType = Rail['railtype']

export const isOnRamp = ({ railtype }: Pick<Rail, 'railtype'>): boolean => railtype === 'FiatToStablecoin'

/** «CHF to VCHF on Ethereum». */
export function railName({
  railtype,
  instructions: { asset, currency, blockchain },
}: Pick<Rail, 'railtype' | 'instructions'>) {
  const chain = chainName(blockchain)
  return isOnRamp({ railtype }) ? `${currency} to ${asset} on ${chain}` : `${asset} on ${chain} to ${currency}`
}

export const kindOptions = [
  { value: 'FiatToStablecoin', label: 'Money to coins' },
  { value: 'StablecoinToFiat', label: 'Coins to money' },
] as const

/** The destination as registered. */
export const destinationOf = ({ wallet, bankaccount }: Pick<Rail, 'wallet' | 'bankaccount'>): string =>
  wallet?.label ?? wallet?.destination ?? bankaccount?.destination ?? ''

const optionsOf = ({ shown }: { shown: object }) =>
  [...new Set(Object.values(shown) as string[])].map((value) => ({ value, label: stateOf(value).word }))
export const railStates = optionsOf(machines.payment_rail)
export const paymentStates = optionsOf(machines.payment)

/** Words of states for payments over rails. */
export const paymentWords: Partial<Record<string, string>> = {
  pending: 'Being checked',
  sent: 'In progress',
  rejected: 'Being returned',
  returned: 'Returned',
}
export const railWords: Partial<Record<string, string>> = { pending: 'Being opened', active: 'Ready' }
