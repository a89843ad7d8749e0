import { machines } from '@specie/protocol/machines.ts'
import { requestSecondPerson, type Payment } from '../../access/payment-approval.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { type By, setActor } from '../../base/state-machine/move.ts'
import { byService, moveRows } from '../../base/state-machine/transitions.ts'
import { type ScreeningMode, screen } from '../../compliance/screening.ts'
import { assertNotOurs } from '../../destinations/address/row.ts'
import { assertUsable } from '../../destinations/address/usable.ts'
import { fiatOf } from '../../ledger/coin.ts'
import { house } from '../../ledger/house.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { isShort } from '../../ledger/posting/shortage.ts'
import { lockCoins, placeOf } from '../../treasury/holdings.ts'
import { explain } from '../request.ts'
import { fulfilmentOf, haltsOf, mayBeTraded, outOfStock } from './decide.ts'
import { beginConversion } from './funding/row.ts'
import { isConverted, type Mint, mintMachine, requested } from './row.ts'
import { sendMints } from './send.ts'
import type { Minter, Order } from './validate.ts'

// Stores mints with their money on hold, in one transaction for all that arrived during the last one.

export type Wanted = { readonly caller: Minter; readonly order: Order }

/** A mint after its transaction, and the hold that stops it. */
export type Stored = { readonly mint: Mint; readonly hold: Hold | undefined }
type Holds = Awaited<ReturnType<typeof screen>>
type Hold = Holds extends Map<string, infer One> ? One : never

/** Stores all of them or, if one is refused, none. */
export async function storeMints(
  env: Env,
  tx: Tx,
  wanted: readonly Wanted[],
  look: ScreeningMode = 'request',
): Promise<Stored[]> {
  const mints = await insertAll(env, tx, wanted)
  const holds = await screen(env, tx, 'mint', mints, look)
  const [first] = mints as [Mint]
  const carried = await carryOn(env, tx, mints, holds, byService(env, 'asked for')).catch((error: unknown) => {
    // The refusal of a batch does not name the institution without cover. Each mint is then tried alone.
    if (mints.length > 1) throw error
    // The stock was sold after the check in `fulfilmentOf`.
    if (isShort(error, house)) throw outOfStock(wanted[0]!.order)
    return explain(error, tx, first.institution_id, fiatOf(first.asset), first.cost)
  })
  const now = new Map(carried.map((mint) => [mint.id, mint]))
  return mints.map(({ id }) => ({ mint: now.get(id)!, hold: holds.get(id) }))
}

async function insertAll(env: Env, tx: Tx, wanted: readonly Wanted[]): Promise<Mint[]> {
  const at = env.clock.now()
  const halts = await haltsOf(tx)
  // All locks before the first promise, in their order: two requests must not wait for each other.
  const isOffered = ({ order }: Wanted) => mayBeTraded(order, halts) && order.destination !== null
  await lockCoins(
    tx,
    wanted.filter(isOffered).map(({ order }) => placeOf(order)),
  )
  await assertUsable(
    tx,
    wanted.flatMap(({ order }) => order.address_id ?? []),
  )
  const mints = new Map<Wanted, Mint>()
  // In the order of their institutions, because each mint locks a counter of its institution's limits.
  const ordered = wanted.toSorted((a, b) => (a.caller.institutionId < b.caller.institutionId ? -1 : 1))
  for (const one of ordered) {
    const { caller, order } = one
    // Validated before the transaction; an address that has become ours since then is refused here.
    if (order.destination !== null) await assertNotOurs(tx, order.blockchain, order.address)
    const decided = { ...order, fulfilment: await fulfilmentOf(tx, order, halts) }
    const mint = await insert(env, tx, caller.institutionId, decided, { actor: caller.actor, why: 'asked for', at })
    if (mint.second_person) await requestSecondPerson(env, tx, 'member.mint', caller, paymentOf(mint))
    mints.set(one, mint)
  }
  return wanted.map((one) => mints.get(one)!)
}

const paymentOf = ({ id, asset, quantity, blockchain, destination, address }: Mint): Payment => ({
  id,
  asset,
  quantity,
  blockchain,
  destination: destination!,
  paidTo: address,
})

/** Advances a new mint as far as possible. Its conversion holds the asset to be sold: conversion/row.ts. */
async function carryOn(env: Env, tx: Tx, mints: readonly Mint[], holds: Holds, by: By): Promise<Mint[]> {
  const carried: Mint[] = []
  for (const mint of mints.filter(({ id }) => holds.has(id))) {
    carried.push(await hold(env, tx, mint, { ...by, why: holds.get(mint.id)!.reason }))
  }
  const free = mints.filter(({ id }) => !holds.has(id))
  const funding = await moveRows(tx, mintMachine, free.filter(isConverted), 'fund', by)
  for (const mint of funding) await beginConversion(env, tx, mint)
  const paid = free.filter((mint) => !isConverted(mint))
  const screening = await moveRows(tx, mintMachine, paid, 'screen', by)
  const funded = await moveRows(tx, mintMachine, screening, 'clear', by)
  return [...carried, ...funding, ...(await sendMints(env, tx, funded, by, paid.map(requested)))]
}

async function hold(env: Env, tx: Tx, mint: Mint, by: By): Promise<Mint> {
  if (!isConverted(mint)) await postIn(env, tx, [requested(mint)])
  const screening = await moveRows(tx, mintMachine, [mint], 'screen', by)
  return (await moveRows(tx, mintMachine, screening, 'hold', by))[0]!
}

async function insert(
  env: Env,
  tx: Tx,
  institutionId: string,
  order: Omit<Order, 'fulfilment'> & Pick<Mint, 'fulfilment'>,
  by: By,
): Promise<Mint> {
  await setActor(tx, by)
  const [mint] = await tx.query<Mint>(
    `insert into issuance.mint (id, institution_id, clreqid, asset, blockchain, quantity, fulfilment, destination, address,
       cost, charge, funding_currency, spent, spread, max_spent, asked_settlement, state, created_at, updated_at, address_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $18, $19) returning *`,
    [
      env.ids.uuid(by.at),
      institutionId,
      order.clreqid,
      order.asset,
      order.blockchain,
      order.quantity,
      order.fulfilment,
      order.destination,
      order.address,
      order.cost,
      order.charge,
      order.funding_currency,
      order.spent,
      order.spread,
      order.max_spent,
      env.clock.settlement(),
      machines.mint.initial,
      by.at,
      order.address_id,
    ],
  )
  return mint!
}
