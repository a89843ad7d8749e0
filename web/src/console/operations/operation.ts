import type { Output } from '../../api/call.ts'

export type Operation = Output<'operation'>

/** The list of each kind. */
export const listOf: Record<Operation['kind'], { title: string; to: string } | null> = {
  wire: { title: 'Bank', to: '/bank' },
  deposit: { title: 'Deposits', to: '/bank/deposits' },
  payout: { title: 'Payouts', to: '/payouts' },
  rail: { title: 'Rails', to: '/rails' },
  payment: { title: 'Payments', to: '/rails/payments' },
  mint: null,
  redemption: null,
  withdrawal: null,
  order: null,
  conversion: null,
}
