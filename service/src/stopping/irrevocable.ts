import { payoutsAtBank } from '../banking/payout/send.ts'
import type { Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import { effectsBegun } from '../base/jobs/intents.ts'
import { idsOf } from '../base/state-machine/transitions.ts'
import { irrevocableOf } from '../chains/outbox/operations.ts'
import { type HeldItem, partsOf } from '../compliance/held-items.ts'

// Effects that a hold can no longer stop. Facts are booked in spite of holds; the person who places one gets a report.

/**
 * held: nothing leaves. partly: a part has left or is leaving, and the rest waits. too_late: everything that could be
 * stopped has left; the hold applies to returned money.
 */
export type Effectiveness = { status: 'held' | 'partly' | 'too_late'; irrevocable: string | null }

/** `id`: of the item; `last`: no stoppable effect would follow it. */
type Irrevocable = { id: string; sentence: string; last: boolean }

/** For an item with a new hold, under its lock. Nothing more can leave after this. */
export const effectivenessOf = async (env: Env, tx: Tx, item: HeldItem): Promise<Effectiveness> =>
  (await effectivenessOfAll(env, tx, [item])).get(item.id)!

/** An item without a hold ends automatically. */
type Item = HeldItem & { readonly on_hold?: boolean }

/** The same for several items, by one query for each of the chain, the bank and the provider. */
export async function effectivenessOfAll(
  env: Env,
  tx: Tx,
  items: readonly Item[],
): Promise<Map<string, Effectiveness>> {
  const found = [...(await onChain(env, tx, items)), ...(await atBank(tx, items)), ...(await atProvider(tx, items))]
  const effectsOf = Map.groupBy(found, ({ id }) => id)
  return new Map(items.map(({ id, on_hold = true }) => [id, effectivenessAfter(effectsOf.get(id) ?? [], on_hold)]))
}

function effectivenessAfter(done: readonly Irrevocable[], isOnHold: boolean): Effectiveness {
  if (done.length === 0) return { status: 'held', irrevocable: null }
  const isOver = done.some((one) => one.last)
  const onHold = isOver
    ? 'The item cannot be stopped. The hold applies to money that is returned.'
    : 'Later steps wait.'
  const rest = isOnHold ? onHold : 'It ends automatically.'
  return {
    status: isOver ? 'too_late' : 'partly',
    irrevocable: [...done.map((one) => one.sentence), rest].join(' '),
  }
}

async function onChain(env: Env, tx: Tx, items: readonly HeldItem[]): Promise<Irrevocable[]> {
  const ids = idsOf(items)
  const wholeOf = new Map((await partsOf(tx, ids)).map(({ id, whole }) => [id, whole]))
  const operations = await irrevocableOf(env, tx, [...ids, ...wholeOf.keys()])
  return operations.map(({ subject, chain, isFinal, txid, delivers }) => ({
    id: wholeOf.get(subject) ?? subject,
    sentence: isFinal
      ? `The transaction ${txid} is final on ${chain}.`
      : `The transaction ${txid} on ${chain} is signed and cannot be stopped.`,
    last: delivers,
  }))
}

async function atBank(tx: Tx, items: readonly HeldItem[]): Promise<Irrevocable[]> {
  const payouts = await payoutsAtBank(tx, idsOf(items))
  return payouts.map(({ subject: id, reference }) => ({
    id,
    sentence: `The bank has the order to pay it (${reference}).`,
    last: true,
  }))
}

const requestSentences: { readonly [effect: string]: string } = {
  'provider.convert': 'The provider was asked to sell the funding of it.',
  'provider.settle': 'The provider was asked to wire the money to us.',
  'provider.giveBack': 'The provider was asked to return the money to its payer.',
}

async function atProvider(tx: Tx, items: readonly HeldItem[]): Promise<Irrevocable[]> {
  const effects = await effectsBegun(tx, idsOf(items))
  // The account that the provider opens for a rail moves nothing.
  return effects
    .filter(({ effect }) => effect !== 'provider.open_collection')
    .map(({ subject: id, effect }) => ({
      id,
      sentence: requestSentences[effect] ?? `An outside system was asked: ${effect}.`,
      last: effect === 'provider.giveBack',
    }))
}
