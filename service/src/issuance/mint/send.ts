import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { withFaultPoint } from '../../base/faults.ts'
import type { By } from '../../base/state-machine/move.ts'
import { moveRows } from '../../base/state-machine/transitions.ts'
import { enqueueAll } from '../../chains/outbox/operations.ts'
import type { Journal } from '../../ledger/posting/journal.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { covered } from '../../treasury/coverage.ts'
import { coinCodes } from '../../treasury/coin.ts'
import { sendable } from '../../treasury/holdings.ts'
import { type Mint, mintMachine, movedAhead, setOut, traded } from './row.ts'

/**
 * Puts mints that are funded, or that waited for the reserve, in line for the chain as far as the reserve covers them
 * (L5). The others wait, and their money goes ahead. Coins that the house sells to a wallet wait as they are while the
 * omnibus wallet does not have them. `first` are journals that belong to the same step. Everything is
 * posted in one go: the accounts are then locked in the ledger's own order, and no two of these can block each other.
 */
export async function sendMints(
  env: Env,
  tx: Tx,
  mints: readonly Mint[],
  by: By,
  first: readonly Journal[] = [],
): Promise<Mint[]> {
  const sold = await soldNow(tx, mints)
  const issues = mints.filter((mint) => mint.fulfilment === 'issuance')
  const backed = await coveredOf(tx, issues)
  const going = [...sold, ...issues.filter((mint) => backed.has(mint.id))]
  const waiting = issues.filter((mint) => !backed.has(mint.id))
  const ahead = waiting.filter((mint) => !mint.reserved)
  await postIn(env, tx, [
    ...first,
    ...ahead.map(movedAhead),
    ...sold.map((mint) => (mint.destination === null ? traded(mint) : setOut(mint))),
  ])
  const uncollected = mints.filter((mint) => mint.fulfilment === 'trade' && !sold.includes(mint))
  return [...(await goes(env, tx, going, by)), ...(await waits(tx, waiting, by)), ...uncollected]
}

/** By id; coin after coin in one order, so that no two transactions wait for each other's reserve. */
async function coveredOf(tx: Tx, mints: readonly Mint[]): Promise<Set<string>> {
  const backed: string[] = []
  for (const coin of coinCodes) {
    const wanted = mints.filter(({ asset }) => asset === coin).map(({ id, quantity }) => ({ id, amount: quantity }))
    backed.push(...(await covered(tx, coin, wanted)))
  }
  return new Set(backed)
}

/** Trades whose coins can leave now: all to a balance, and to wallets as far as the omnibus wallet has the coins. */
async function soldNow(tx: Tx, mints: readonly Mint[]): Promise<Mint[]> {
  const trades = mints.filter((mint) => mint.fulfilment === 'trade')
  const toWallets = trades.filter((mint) => mint.destination !== null)
  const going = new Set(await sendable(tx, toWallets, { after: 'withdrawals' }))
  return trades.filter((mint) => mint.destination === null || going.has(mint))
}

async function goes(env: Env, tx: Tx, mints: readonly Mint[], by: By): Promise<Mint[]> {
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

/** Coins that the house sells to a balance never leave the omnibus wallet: no chain has a part in it. */
const isInHouse = ({ fulfilment, destination }: Mint): boolean => fulfilment === 'trade' && destination === null

function orderOf(mint: Mint) {
  const { id, asset, blockchain: chain, address: to, address_id: addressId, quantity: amount, fulfilment } = mint
  const kind = fulfilment === 'issuance' ? ('mint' as const) : ('transfer' as const)
  return { chain, purpose: 'mint' as const, subject: id, addressId, effect: { kind, asset, to, amount } }
}

async function settleInHouse(tx: Tx, sold: readonly Mint[], by: By): Promise<Mint[]> {
  return settleRows(tx, await moveRows(tx, mintMachine, sold, 'broadcast', by, { booked_at: by.at }), by)
}

/** Settled, with the time of it. */
export async function settleRows(tx: Tx, mints: readonly Mint[], by: By): Promise<Mint[]> {
  return moveRows(tx, mintMachine, mints, 'settle', by, { settled_at: by.at })
}

async function waits(tx: Tx, mints: readonly Mint[], by: By): Promise<Mint[]> {
  const fresh = mints.filter((mint) => !isWaiting(mint))
  const moved = await moveRows(tx, mintMachine, fresh, 'await_reserve', by, { reserved: true })
  return [...mints.filter(isWaiting), ...moved]
}
