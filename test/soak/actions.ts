import { randomUUID } from 'node:crypto'
import { type Random, oneOf } from '../src/seeded-random.ts'
import { type Caller, chains, type Person } from './people.ts'

// The daily actions of institutions, and their frequency: more reading than acting, more trading than moving.

type Turn = { readonly call: Caller; readonly person: Person; readonly pick: Random }
type Action = (turn: Turn) => Promise<unknown>

const coins = ['VCHF', 'VGBP'] as const
const coinToFiat = { VCHF: 'CHF', VGBP: 'GBP' } as const
const amount = (pick: Random, least: number, range: number): string =>
  `${least + pick(range)}.${String(pick(100)).padStart(2, '0')}`

const look =
  (name: string, fields: (turn: Turn) => Record<string, string> = () => ({})): Action =>
  (turn) =>
    turn.call.signed(turn.person, name, fields(turn))

const act =
  (name: string, fields: (turn: Turn) => Record<string, string>): Action =>
  (turn) =>
    turn.call.signed(turn.person, name, { clreqid: randomUUID(), ...fields(turn) })

const markets = ['VCHF/CHF', 'VGBP/GBP', 'ETH/CHF', 'VCHF/VGBP', 'USDC/CHF'] as const

/** At the current best price. */
const order: Action = async ({ call, person, pick }) => {
  const symbol = oneOf(pick, markets)
  const side = oneOf(pick, ['Buy', 'Buy', 'Sell'])
  const { status, body } = await call.public(`quotes?symbol=${symbol}`)
  const price = status === 200 ? (side === 'Buy' ? body.quotes[0]?.a : body.quotes[0]?.b)?.[0] : null
  await call.signed(person, 'addOrder', {
    timestamp: new Date().toISOString(),
    clordid: randomUUID(),
    symbol,
    side,
    ordtype: 'Limit',
    timeinforce: 'FOK',
    orderqty: symbol.startsWith('ETH') ? '1' : amount(pick, 100, 900),
    price: price ?? '1',
  })
}

const mint = act('mintTokens', ({ pick }) => {
  const asset = oneOf(pick, coins)
  const where = pick(2) === 0 ? { blockchain: oneOf(pick, chains) } : { blockchain: 'BASE', destination: 'wallet BASE' }
  return { asset, quantity: amount(pick, 150_000, 1_000), ...where }
})

const redeem = act('redeemTokens', ({ pick }) => {
  const asset = oneOf(pick, coins)
  const bank = pick(2) === 0 ? {} : { bankaccount: `account ${coinToFiat[asset]}` }
  return { asset, blockchain: 'BASE', quantity: amount(pick, 100, 900), ...bank }
})

const withdrawCoins = act('withdraw', ({ pick }) => {
  const blockchain = oneOf(pick, ['ETH', 'BASE'])
  return { asset: 'VCHF', blockchain, quantity: amount(pick, 50, 200), destination: `wallet ${blockchain}` }
})

const withdrawFiat = act('withdraw', ({ pick }) => {
  const asset = oneOf(pick, ['CHF', 'GBP'])
  return { asset, quantity: amount(pick, 100, 900), destination: `account ${asset}` }
})

const convert = act('convert', ({ pick }) => {
  const [from_currency, to_currency] = oneOf(pick, [['CHF', 'VCHF'] as const, ['GBP', 'VGBP'] as const])
  return { from_currency, to_currency, quantity: amount(pick, 100, 900), min_received: '0' }
})

const quote = act('requestQuote', ({ pick }) => ({ symbol: oneOf(pick, markets), side: 'Buy', orderqty: '1' }))

/** Follows its feed from its last position. */
const events: Action = async ({ call, person }) => {
  const from = person.read === null ? {} : { cursor: person.read }
  const fields = { wait: '5', limit: '500', ...from }
  const { status, body } = await call.signed(person, 'queryEvents', fields, 'queryEvents, waiting')
  if (status === 200) person.read = body.next_cursor
}

const wire: Action = ({ call, person, pick }) =>
  call.sandbox('wires', {
    institutionid: person.client.institutionid,
    currency: oneOf(pick, ['CHF', 'GBP']),
    amount: amount(pick, 1_000, 9_000),
  })

const deposit: Action = ({ call, person, pick }) =>
  call.sandbox('deposits', {
    institutionid: person.client.institutionid,
    asset: oneOf(pick, coins),
    blockchain: oneOf(pick, chains),
    quantity: amount(pick, 100, 900),
  })

const payment =
  (rail: keyof Person['rails']): Action =>
  ({ call, person, pick }) =>
    call.sandbox('payments', { railid: person.rails[rail], amount: amount(pick, 100, 900) })

const actions: readonly (readonly [weight: number, deed: Action])[] = [
  [20, look('accountBalance')],
  [3, look('keyInfo')],
  [6, look('queryOrders')],
  [4, look('queryTrades')],
  [3, look('queryConversions')],
  [4, look('queryDeposits')],
  [4, look('queryWithdrawals')],
  [5, look('querySupplyChanges')],
  [3, look('queryTransfers')],
  [3, look('queryPayments')],
  [2, look('queryPaymentRails')],
  [3, look('queryEvents')],
  [2, look('withdrawAddresses')],
  [2, look('depositAddress', ({ pick }) => ({ asset: 'VCHF', blockchain: oneOf(pick, chains) }))],
  [3, events],
  [24, order],
  [4, quote],
  [5, convert],
  [4, mint],
  [3, redeem],
  [3, withdrawCoins],
  [3, withdrawFiat],
  [2, wire],
  [1, deposit],
  [1, payment('on')],
  [1, payment('off')],
]

const all = actions.flatMap(([weight, deed]) => Array.from({ length: weight }, () => deed))

/** A random action. */
export const actOnce = (turn: Turn): Promise<unknown> => oneOf(turn.pick, all)(turn)
