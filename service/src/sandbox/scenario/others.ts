import { sandboxed, scenario, signed } from './scenario.ts'

// How to reach the states of everything except rails.

const institutionid = '{institutionid}'
const acme = { name: 'Acme Treasury AG' }
const wire = { institutionid, currency: 'CHF', amount: '250000' }
const deposit = { institutionid, asset: 'VCHF', blockchain: 'ETH', quantity: '1000' }
const address = { institutionid, blockchain: 'ETH', address: '{address}', label: 'wallet' }
const hosted = (vasp: string) => sandboxed('addresses', { ...address, vasp })
const announced = { institutionid, asset: 'VCHF', blockchain: 'ETH', quantity: '1000' }
const coins = { asset: 'VCHF', blockchain: 'ETH', quantity: '250000' }
const order = {
  timestamp: '{now}',
  clordid: '{new}',
  symbol: 'VCHF/CHF',
  side: 'Buy',
  ordtype: 'Limit',
  timeinforce: 'FOK',
  orderqty: '1000',
  price: '1.001',
}
const thinBook = { symbol: 'VCHF/CHF', bids: [], asks: [['1.0005', '1']], frozen: true }
const threeHours = sandboxed('clock/advance', { seconds: 10_800 })
const refusedOnChain = sandboxed('chains/{code}/revert-next', { count: 1 })
const provider = (body: object) => sandboxed('counterparts/provider', { ...body })

export const otherScenarios = [
  scenario('clock', null, 'three hours later; all due work is done', threeHours),
  scenario('clock', null, 'the current settlement time', { method: 'GET', path: '/sandbox/v1/clock' }),
  scenario('clock', null, 'settlement time equals wall time again', sandboxed('clock/reset')),
  scenario('kyb_case', null, 'kyb_required', sandboxed('institutions', { ...acme, kyb: 'in_review' })),
  scenario('agreement', null, 'agreement_missing', sandboxed('institutions', { ...acme, agreements: [] })),

  scenario('withdrawal_address', 'Confirmed', 'a wallet as a destination', sandboxed('addresses', address)),
  scenario('withdrawal_address', 'Cooling', 'one for tomorrow', sandboxed('addresses', { ...address, cooling: true })),
  scenario(
    'withdrawal_address',
    'Pending',
    'its Travel Rule data is missing',
    sandboxed('addresses', { ...address, travel_rule: 'missing' }),
  ),
  scenario('withdrawal_address', 'Disabled', 'revoked for good', sandboxed('addresses/{addressid}/revoke')),
  scenario('withdrawal_address', 'Disabled', 'payments to it wait', sandboxed('addresses/{addressid}/suspend')),
  scenario('withdrawal_address', 'Confirmed', 'usable again', sandboxed('addresses/{addressid}/reinstate')),
  scenario('withdrawal', 'rejected', 'its wallet is revoked first', sandboxed('addresses/{addressid}/revoke')),
  scenario('mint', 'failed', 'its wallet is revoked while it waits', sandboxed('addresses/{addressid}/revoke')),
  scenario(
    'withdrawal',
    'rejected',
    'its bank account is disabled first',
    sandboxed('bankaccounts/{bankaccountid}/disable'),
  ),

  scenario('wire', 'credited', 'money', sandboxed('wires', wire)),
  scenario('wire', 'pending', 'its owner is unknown', sandboxed('wires', { ...wire, reference: '' })),
  scenario('wire', 'held', 'from a third party', sandboxed('wires', { ...wire, sendername: 'Another Payer Ltd' })),
  scenario('wire', 'returned', 'its sender’s bank recalls it', sandboxed('wires', { ...wire, recall: true })),

  scenario('deposit', 'credited', 'coins on a chain', sandboxed('deposits', deposit)),
  scenario('deposit', 'below_minimum', 'too few', sandboxed('deposits', { ...deposit, quantity: '0.01' })),
  scenario('deposit', 'confirming', 'in a block that is not final', sandboxed('chains/{code}/mine', { blocks: 1 })),
  scenario(
    'deposit',
    'returning',
    'its chain is stalled; then two officers refuse one',
    sandboxed('chains/{code}/stall'),
  ),
  scenario(
    'deposit',
    'orphaned',
    'the chain drops it',
    sandboxed('chains/{code}/reorg', { depth: 1, transactions: 'forget' }),
  ),

  scenario('travel_rule', null, 'the travel address of a provider, for the form of the portal', {
    method: 'GET',
    path: '/sandbox/v1/counterparts/vasp/travel-address?vasp=UAT%20VASP%20Approve',
  }),
  scenario('travel_rule', 'not_required', 'a withdrawal to a wallet of one’s own', sandboxed('addresses', address)),
  scenario(
    'travel_rule',
    'draft',
    'a withdrawal to a hosted wallet by an institution whose name is not in Latin letters',
    sandboxed('institutions', { name: 'Ромашка' }),
  ),
  scenario(
    'travel_rule',
    'sent',
    'the reply is not readable: a withdrawal to this wallet',
    hosted('UAT VASP Malformed'),
  ),
  scenario('travel_rule', 'acknowledged', 'no decision: a withdrawal to this wallet', hosted('UAT VASP Silent')),
  scenario('travel_rule', 'approved', 'a withdrawal to this wallet', hosted('UAT VASP Approve')),
  scenario('travel_rule', 'confirmed', 'it is approved; three hours later', threeHours),
  scenario('travel_rule', 'rejected', 'a withdrawal to this wallet', hosted('UAT VASP Reject')),
  scenario('travel_rule', 'conflict', 'a withdrawal to this wallet', hosted('UAT VASP Other Wallet')),
  scenario(
    'travel_rule',
    'timed_out',
    'no decision; three days later',
    sandboxed('clock/advance', { seconds: 259_200 }),
  ),
  scenario(
    'travel_rule',
    'canceled',
    'no decision yet',
    signed('cancelWithdrawal', { withdrawalid: '{withdrawalid}' }),
  ),
  scenario('withdrawal', 'held', 'its provider does not decide; four hours later', hosted('UAT VASP Silent')),
  scenario('withdrawal', 'rejected', 'its provider rejects it', hosted('UAT VASP Reject')),
  scenario(
    'travel_rule',
    'approved',
    'another provider announces coins',
    sandboxed('counterparts/vasp/inquiries', announced),
  ),
  scenario(
    'travel_rule',
    'acknowledged',
    'another provider announces coins for another name: staff decide',
    sandboxed('counterparts/vasp/inquiries', { ...announced, beneficiary: 'Another Company Ltd' }),
  ),
  scenario(
    'travel_rule',
    'approved',
    'an officer approves the inquiries in doubt',
    sandboxed('exchanges', { institutionid, decision: 'approve' }),
  ),
  scenario(
    'travel_rule',
    'rejected',
    'an officer rejects the inquiries in doubt',
    sandboxed('exchanges', { institutionid, decision: 'reject' }),
  ),

  scenario('mint', 'pending', 'asked for', signed('mintTokens', coins)),
  scenario('mint', 'pending', 'waits for the reserve', sandboxed('counterparts/bank', { sweeps: 'delayed' })),
  scenario('mint', 'settled', 'three hours later', threeHours),
  scenario('mint', 'failed', 'the chain refuses it', refusedOnChain),
  scenario('redemption', 'pending', 'asked for', signed('redeemTokens', coins)),
  scenario('redemption', 'settled', 'three hours later', threeHours),
  scenario('redemption', 'failed', 'the chain refuses it', refusedOnChain),
  scenario('withdrawal', 'pending', 'asked for', signed('withdraw', { ...coins, destination: '{whitelisted wallet}' })),
  scenario('withdrawal', 'canceled', 'taken back', signed('cancelWithdrawal', { withdrawalid: '{withdrawalid}' })),
  scenario('withdrawal', 'completed', 'three hours later', threeHours),
  scenario(
    'withdrawal',
    'failed',
    'the bank returns the fiat',
    sandboxed('counterparts/bank', { next: 'return_payment' }),
  ),

  scenario('order', 'Filled', 'within the market', signed('addOrder', order)),
  scenario('order', 'Rejected', 'fok_not_fillable: the order book is too thin', sandboxed('liquidity', thinBook)),
  scenario('order', 'Rejected', 'non_marketable_limit_price', signed('addOrder', { ...order, price: '0.999' })),
  scenario('order', 'Rejected', 'limit_too_far_from_market_price', signed('addOrder', { ...order, price: '2' })),
  scenario(
    'order',
    'Rejected',
    'limit_exceeded: above a limit of the institution',
    sandboxed('limits', {
      institutionid: '{institutionid}',
      limits: [{ product: 'trade', asset: 'CHF', period: 'day', amount: '0' }],
    }),
  ),
  scenario('order', 'Rejected', 'pair_offline', sandboxed('pairs', { symbol: 'VCHF/CHF', halted: 'asked for' })),

  scenario('provider', null, 'the reference rates no longer change', provider({ stale: true })),
  scenario('provider', null, 'a reference rate', provider({ symbol: 'ETH/CHF', price: '3000', frozen: true })),
  scenario(
    'order',
    'Rejected',
    'pair_offline: a reference rate that is not accepted',
    provider({ symbol: 'ETH/CHF', price: '3', frozen: true }),
  ),
  scenario(
    'provider',
    null,
    'reloads the reference rates at once; shows which of them are in doubt',
    sandboxed('rates'),
  ),
  scenario(
    'mint',
    'pending',
    'paid in crypto, and converting costs more than max_spent',
    provider({ symbol: 'ETH/CHF', price: '2876', frozen: true }),
  ),
  scenario('mint', 'canceled', 'taken back', signed('cancelMint', { requestid: '{requestid}' })),
  scenario(
    'lp',
    null,
    'a venue’s book',
    sandboxed('counterparts/lp', { venue: '{venue}', symbol: 'ETH/CHF', bids: [['2945', '1']], asks: [] }),
  ),
  scenario(
    'lp',
    null,
    'a venue whose prices are absurd, so it is left out',
    sandboxed('counterparts/lp', { venue: '{venue}', symbol: 'ETH/CHF', bids: [['9000', '1']], asks: [] }),
  ),
]
