import { callControl } from '../../chaos/control.ts'
import type { Operation } from '../../chaos/facts.ts'
import { ask } from '../../chaos/world.ts'
import { type Day, type House, senders } from './open.ts'
import type { Item, Kind } from './plan.ts'

// Sends the items. Wires and arrivals go to the bank and the provider directly. Signed calls are repeated under their client id, so that no item
// is lost or doubled by the death of the service.

/** An item with the name under which its operation can be found in the lists of its institution. */
export type Sent = { readonly item: Item; readonly name: string }

export async function send(day: Day, item: Item): Promise<Sent> {
  const house = day.houses[item.institution]!
  return { item, name: await ways[item.kind](day, house, item) }
}

const ways: { readonly [kind in Kind]: (day: Day, house: House, item: Item) => Promise<string> } = {
  async wire({ uat }, { one, wire }, { party, amount }) {
    const { bankref } = await callControl({ uat }, 'bank/control/wires', {
      ...wire,
      currency: 'CHF',
      amount,
      sendername: party === null ? one.name : senders[Number(party.slice('sender '.length))]!,
      senderiban: 'CH9300762011623852957',
    })
    return bankref
  },
  mint: (day, house, item) =>
    signed(day, house, item, 'mintTokens', 'requestid', {
      asset: 'VCHF',
      blockchain: 'ETH',
      quantity: item.amount,
      destination: item.wallet,
    }),
  withdrawal: (day, house, item) =>
    signed(day, house, item, 'withdraw', 'withdrawalid', {
      asset: 'VCHF',
      blockchain: 'ETH',
      quantity: item.amount,
      destination: item.wallet,
    }),
  payout: (day, house, item) =>
    signed(day, house, item, 'withdraw', 'withdrawalid', {
      asset: 'CHF',
      quantity: item.amount,
      destination: item.trouble === 'listed holder' ? 'listed holder' : 'payout',
    }),
  async payment({ uat }, { rails }, { trouble, wallet, amount }) {
    const { reference, payer } = rails[trouble === 'listed payer' ? 'listed payer' : wallet]!
    const paid = { reference, currency: 'CHF', amount, payername: payer, count: 1 }
    const { arrivals } = await callControl({ uat }, 'provider/control/arrivals', paid)
    return arrivals[0].id
  },
}

async function signed(
  day: Day,
  { one }: House,
  { number }: Item,
  call: string,
  id: string,
  fields: Record<string, string>,
): Promise<string> {
  const { status, body } = await ask(day, one, call, { ...fields, clreqid: `item-${number}` })
  if (status !== 200) throw new Error(`${call} of item ${number} answered ${status}: ${JSON.stringify(body)}`)
  return body[id]
}

/** The name of an operation, as `send` returns it. */
export function nameOf({ id, kind, row }: Operation): string {
  const { bankref, legs } = row as { bankref?: string; legs?: { ref: string }[] }
  if (kind === 'wire') return bankref!
  return kind === 'onramp' ? legs![0]!.ref : id
}
