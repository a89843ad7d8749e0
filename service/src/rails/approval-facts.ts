import { assets } from '@specie/protocol/assets.ts'
import { chains } from '@specie/protocol/chains.ts'
import { formatAmount, parseAmount } from '@specie/protocol/money.ts'
import type { PayloadOf } from '@specie/protocol/people/approvals/payloads.ts'
import type { Sql } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import {
  change,
  code,
  counted,
  evidence,
  type Fact,
  money,
  moneyChange,
  text,
  thing,
  time,
  words,
} from '../base/facts.ts'
import { stepsOf } from '../base/state-machine/history.ts'
import { actorText, institutionFact } from '../directory/facts.ts'
import { balanceOf } from '../ledger/balances.ts'
import { account } from '../ledger/chart.ts'
import type { Payment } from './payment/row.ts'
import { openPaymentsOf } from './payment/row.ts'
import { findRail, type Rail } from './rail/row.ts'

// The requests about rails for the people who decide on them.

/** `payment.credit`: the payment, where it stopped, and the balance that gets the rest. */
export async function creditFacts(
  _env: Env,
  sql: Sql,
  { paymentid: id, amount }: PayloadOf<'payment.credit'>,
): Promise<Fact[]> {
  const [payment] = await sql.query<Payment>('select * from rails.payment where id = $1', [id])
  if (!payment) return [text('Payment', 'not found')]
  const { received, received_currency: asset, payer, bankref, txid, stuck, reason, state, created_at } = payment
  const rail = await findRail(sql, payment.rail_id)
  return [
    thing('Payment', `${formatAmount({ asset, minor: received })} ${asset} received`, 'payment', id),
    await institutionFact(sql, payment.institution_id),
    ...(rail ? [thing('Rail', railName(rail), 'rail', rail.id)] : []),
    money('Received', { asset, minor: received }),
    text('Sender', payer?.name ?? null),
    code('Sender’s account', payer?.account ?? null),
    ...(bankref === null ? [] : [code('Bank’s reference', bankref)]),
    ...(txid === null ? [] : [code('Transaction', txid)]),
    time('Arrived', created_at),
    text('State', words(state)),
    text('It stopped at', stuck, { note: reason }),
    ...(await creditedFacts(sql, payment.institution_id, amount)),
    evidence(text('Steps so far', payment.legs.map(({ leg, status }) => `${leg} ${status}`).join(', ') || null)),
  ]
}

/** `900.00 CHF` → the balance before and after. */
async function creditedFacts(sql: Sql, institutionId: string, text: string | undefined): Promise<Fact[]> {
  const [digits = '', code = ''] = (text ?? '').replaceAll(',', '').split(' ')
  if (!(code in assets)) return []
  const { asset, minor } = parseAmount(digits, code as keyof typeof assets)
  const now = await balanceOf(sql, account('client', 'available', institutionId, asset))
  return [
    money('Credited', { asset, minor }, { part: 'effect' }),
    moneyChange('Available balance', asset, now, now + minor, { needs: 'ledger.read' }),
  ]
}

const railName = ({ clreqid, asset, currency, railtype }: Rail): string =>
  `${clreqid ?? 'without a client id'}, ${railtype === 'FiatToStablecoin' ? `${currency} to ${asset}` : `${asset} to ${currency}`}`

/** `rail.resume`: who suspended the rail, when and why. */
export async function railResumeFacts(
  _env: Env,
  sql: Sql,
  { railid, halt }: PayloadOf<'rail.resume'>,
): Promise<Fact[]> {
  const rail = await findRail(sql, railid)
  if (!rail) return [text('Rail', 'not found')]
  const suspension = (await stepsOf(sql, [railid])).findLast(({ to }) => to === 'suspended')
  const open = await openPaymentsOf(sql, railid)
  return [
    thing('Rail', railName(rail), 'rail', railid),
    await institutionFact(sql, rail.institution_id),
    text('Sender', rail.sender.partyname.name),
    ...(rail.recipient === null ? [] : [text('Recipient', rail.recipient.partyname.name)]),
    code('Destination', rail.destination, { note: chains[rail.blockchain].name }),
    ...(suspension
      ? [
          text('Reason of the suspension', suspension.why),
          text('Suspended by', await actorText(sql, suspension.actor)),
          time('Suspended', suspension.at),
        ]
      : []),
    change('State', words(rail.state), 'active'),
    evidence(
      text('This suspension', rail.updated_at.toISOString() === halt ? 'is the current one' : 'is not the current one'),
    ),
    evidence(text('Open payments', counted(open.length, 'payment'))),
  ]
}
