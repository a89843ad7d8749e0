import { agreedAmong } from '../../access/travel-rule.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { withFaultPoint } from '../../base/faults.ts'
import type { By } from '../../base/state-machine/move.ts'
import { moveRows } from '../../base/state-machine/transitions.ts'
import { enqueueAll } from '../../chains/outbox/operations.ts'
import type { Journal } from '../../ledger/posting/journal.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { covered } from '../../treasury/coverage.ts'
import { coinCodes } from '../../ledger/coin.ts'
import { sendable } from '../../treasury/holdings.ts'
import { type Mint, mintMachine, movedToReserve, sentToWallet, traded } from './row.ts'

/**
 * Enqueues mints that are funded, or that waited for the reserve, as far as the reserve covers them (L5). The others
 * wait, and their money is moved in advance. Coins that the house sells to a wallet wait until the omnibus wallet has
 * them. `first`: journals of the same step. All journals are posted together. The ledger locks the accounts in its own
 * order, so that two of these calls cannot deadlock. Mints that the provider of the wallet has not approved do not
 * change (Travel Rule).
 */
export async function sendMints(
  env: Env,
  tx: Tx,
  mints: readonly Mint[],
  by: By,
  first: readonly Journal[] = [],
): Promise<Mint[]> {
  const agreed = await agreedAmong(env, tx, 'mint', mints.filter(isToWallet))
  const leaving = mints.filter((mint) => !isToWallet(mint) || agreed.has(mint.id))
  const undecided = mints.filter((mint) => !leaving.includes(mint))
  const sold = await soldNow(tx, leaving)
  const issues = leaving.filter((mint) => mint.fulfilment === 'issuance')
  const backed = await coveredOf(tx, issues)
  const going = [...sold, ...issues.filter((mint) => backed.has(mint.id))]
  const waiting = issues.filter((mint) => !backed.has(mint.id))
  const ahead = waiting.filter((mint) => !mint.reserved)
  await postIn(env, tx, [
    ...first,
    ...ahead.map(movedToReserve),
    ...sold.map((mint) => (mint.destination === null ? traded(mint) : sentToWallet(mint))),
  ])
  const uncollected = leaving.filter((mint) => mint.fulfilment === 'trade' && !sold.includes(mint))
  return [
    ...(await sendAll(env, tx, going, by)),
    ...(await waitForReserve(tx, waiting, by)),
    ...uncollected,
    ...undecided,
  ]
}

const isToWallet = (mint: Mint): mint is Mint & { address_id: string } => mint.address_id !== null

/** The ids of covered mints. Coins are locked in one order, so that transactions cannot deadlock on the reserves. */
async function coveredOf(tx: Tx, mints: readonly Mint[]): Promise<Set<string>> {
  const backed: string[] = []
  for (const coin of coinCodes) {
    const wanted = mints.filter(({ asset }) => asset === coin).map(({ id, quantity }) => ({ id, amount: quantity }))
    backed.push(...(await covered(tx, coin, wanted)))
  }
  return new Set(backed)
}

/** Trades whose coins can leave now: all to a balance, and those to wallets as far as the omnibus wallet has the coins. */
async function soldNow(tx: Tx, mints: readonly Mint[]): Promise<Mint[]> {
  const trades = mints.filter((mint) => mint.fulfilment === 'trade')
  const toWallets = trades.filter((mint) => mint.destination !== null)
  const going = new Set(await sendable(tx, toWallets, { after: 'withdrawals' }))
  return trades.filter((mint) => mint.destination === null || going.has(mint))
}

async function sendAll(env: Env, tx: Tx, mints: readonly Mint[], by: By): Promise<Mint[]> {
  if (mints.length === 0) return []
  return withFaultPoint(env, 'mint.enqueued', async () => {
    const resumed = await moveRows(tx, mintMachine, mints.filter(isWaiting), 'resume', by)
    const sending = await moveRows(tx, mintMachine, [...resumed, ...mints.filter((one) => !isWaiting(one))], 'send', by)
    const onChain = sending.filter((mint) => !isInHouse(mint))
    if (onChain.length > 0) await enqueueAll(env, tx, onChain.map(orderOf))
    return [...onChain, ...(await settleInHouse(tx, sending.filter(isInHouse), by))]
  })
}

const isWaiting = ({ state }: Mint): boolean => state === 'waiting_reserve'

/** Coins that the house sells to a balance stay in the omnibus wallet. No chain operation is needed. */
const isInHouse = ({ fulfilment, destination }: Mint): boolean => fulfilment === 'trade' && destination === null

function orderOf(mint: Mint) {
  const { id, asset, blockchain: chain, address: to, address_id: addressId, quantity: amount, fulfilment } = mint
  const kind = fulfilment === 'issuance' ? ('mint' as const) : ('transfer' as const)
  return { chain, purpose: 'mint' as const, subject: id, addressId, effect: { kind, asset, to, amount } }
}

async function settleInHouse(tx: Tx, sold: readonly Mint[], by: By): Promise<Mint[]> {
  return settleRows(tx, await moveRows(tx, mintMachine, sold, 'broadcast', by, { booked_at: by.at }), by)
}

/** Settled, with its time. */
export async function settleRows(tx: Tx, mints: readonly Mint[], by: By): Promise<Mint[]> {
  return moveRows(tx, mintMachine, mints, 'settle', by, { settled_at: by.at })
}

async function waitForReserve(tx: Tx, mints: readonly Mint[], by: By): Promise<Mint[]> {
  const fresh = mints.filter((mint) => !isWaiting(mint))
  const moved = await moveRows(tx, mintMachine, fresh, 'await_reserve', by, { reserved: true })
  return [...mints.filter(isWaiting), ...moved]
}
