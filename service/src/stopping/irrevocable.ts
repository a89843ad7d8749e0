import { payoutsAtBank } from '../banking/payout/send.ts'
import type { Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import { effectsBegun } from '../base/jobs/intents.ts'
import { irrevocableOf } from '../chains/outbox/operations.ts'
import { type HeldItem, partsOf } from '../compliance/held-items.ts'

// What a hold comes too late for. Facts are booked in spite of holds; the person who places one is informed.

/**
 * held: nothing leaves. partly: something has left or is leaving, and what would follow waits. too_late: everything that
 * could be stopped has left; the hold catches what comes back.
 */
export type Effectiveness = { status: 'held' | 'partly' | 'too_late'; irrevocable: string | null }

/** `last`: nothing that could be stopped would follow it. */
type Irrevocable = { sentence: string; last: boolean }

/** For a thing with a new hold, under its lock: nothing more can leave after this. */
export async function effectivenessOf(env: Env, tx: Tx, thing: HeldItem): Promise<Effectiveness> {
  const done = [...(await onChain(env, tx, thing)), ...(await atBank(tx, thing)), ...(await atProvider(tx, thing))]
  if (done.length === 0) return { status: 'held', irrevocable: null }
  const isOver = done.some((one) => one.last)
  const rest = isOver ? 'It cannot be stopped; the hold stays for what comes back.' : 'What follows it waits.'
  return {
    status: isOver ? 'too_late' : 'partly',
    irrevocable: [...done.map((one) => one.sentence), rest].join(' '),
  }
}

async function onChain(env: Env, tx: Tx, { id }: HeldItem): Promise<Irrevocable[]> {
  const operations = await irrevocableOf(env, tx, [id, ...(await partsOf(tx, id))])
  return operations.map(({ chain, isFinal, txid, delivers }) => ({
    sentence: isFinal
      ? `The transaction ${txid} is final on ${chain}.`
      : `The transaction ${txid} on ${chain} is signed and cannot be stopped.`,
    last: delivers,
  }))
}

async function atBank(tx: Tx, { id }: HeldItem): Promise<Irrevocable[]> {
  const payouts = await payoutsAtBank(tx, id)
  return payouts.map((reference) => ({ sentence: `The bank has the order to pay it (${reference}).`, last: true }))
}

const requestSentences: { readonly [effect: string]: string } = {
  'provider.convert': 'The provider was asked to sell what pays for it.',
  'provider.settle': 'The provider was asked to wire the money to us.',
  'provider.giveBack': 'The provider was asked to give the money back to its payer.',
  'provider.open_collection': 'The provider was asked to open an account for it.',
}

async function atProvider(tx: Tx, { id, kind }: HeldItem): Promise<Irrevocable[]> {
  const effects = await effectsBegun(tx, id)
  return effects
    .filter((effect) => kind !== 'rail' || effect !== 'provider.open_collection')
    .map((effect) => ({
      sentence: requestSentences[effect] ?? `Somebody outside was asked: ${effect}.`,
      last: effect === 'provider.giveBack',
    }))
}
