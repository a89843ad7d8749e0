import type { Room } from '../base/manifest.ts'
import { settleFees } from './fees.ts'
import { openDebts } from './staff-queue.ts'

/** What covers the coins, and where are coins and crypto held? */
export const room: Room = {
  name: 'treasury',
  unions: {
    'treasury.reserved': {
      comment:
        'Mints and payments with money in the reserve before their coins exist, with the purpose of the operation that issues the coins and the journal that moved the money.',
      columns: ['subject', 'coin', 'purpose', 'key'],
      internal: true,
    },
    'treasury.promise': {
      comment:
        'Coins of ours on a chain that are promised to a client, until they have left or the promise has ended. Every row that is not final holds its promise. Crypto is not promised from the omnibus wallet; see treasury.set_aside.',
      columns: ['kind', 'subject', 'chain', 'asset', 'amount'],
    },
    'treasury.claim': {
      comment:
        'Claims of a deposit address’s owner, by kind: its balance, less amounts `leaving` it; and deposits that are `uncredited`, which are in no balance yet.',
      columns: ['kind', 'owner', 'asset', 'amount'],
    },
    'treasury.set_aside': {
      comment: 'Reserved crypto at deposit addresses: for transfers to the provider, and for withdrawals.',
      columns: ['kind', 'subject', 'asset', 'owner', 'source', 'amount'],
    },
    'treasury.refundable_fee': {
      comment: 'Booked fees in coins or crypto that are not settled yet, because they may have to be refunded.',
      columns: ['asset', 'amount'],
    },
    'treasury.uncollected': {
      comment: 'Clients’ coins on a chain that are not in the omnibus wallet yet.',
      columns: ['chain', 'asset', 'amount'],
    },
    'treasury.unsent': {
      comment: 'Withdrawals that the omnibus wallet has yet to send. Others wait behind them.',
      columns: ['chain', 'asset', 'amount'],
    },
  },
  partOf: { 'chains.prefunded_mint': 'treasury.prefunded_mints', 'treasury.claim': 'treasury.balance_claim' },
  jobs: [settleFees],
  staffQueue: [openDebts],
}
