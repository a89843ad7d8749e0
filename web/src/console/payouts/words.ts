import type { RowOf } from '../../api/use-call.ts'

type Payout = RowOf<'payouts'>

export const payoutKinds: Record<Payout['kind'], string> = {
  withdrawal: 'Withdrawal',
  redemption: 'Redemption',
  rail: 'Payment over a rail',
  return: 'Return of a wire',
  sweep: 'Transfer to or from the reserve',
  fee_sweep: 'Our fees',
  conversion: 'To the conversion provider',
}

export const payerNames: Record<Payout['from'], string> = { client_money: 'Client money', reserve: 'Reserve' }
