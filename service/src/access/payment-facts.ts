import type { AssetCode } from '@specie/protocol/assets.ts'
import { type ChainCode, chains } from '@specie/protocol/chains.ts'
import type { HeldKind } from '@specie/protocol/holds.ts'
import { parseAmount } from '@specie/protocol/money.ts'
import type { PaymentPayload } from '@specie/protocol/people/approvals/second-person.ts'
import type { Sql } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import { code, evidence, type Fact, money, moneyChange, text, thing, time } from '../base/facts.ts'
import { holdDetailsOf, type HoldDetails } from '../compliance/held-items.ts'
import { heldTitle } from '../compliance/staff-queue.ts'
import { clientLots } from '../ledger/explorer/client-lots.ts'

// A payment as the approver of its institution sees it, with its amount, its destination, and the balance before and after.

export async function paymentFacts(env: Env, sql: Sql, kind: HeldKind, payload: PaymentPayload): Promise<Fact[]> {
  const { id, institutionid, asset, quantity, blockchain, destination, paid_to } = payload
  const details = (await holdDetailsOf({ ...env, db: sql }, kind, [id])).get(id)
  return [
    thing('Payment', heldTitle(kind, details), kind, id),
    money('Amount', parseAmount(quantity, asset as AssetCode)),
    ...feeFacts(details),
    text('To', destination),
    code(blockchain === null ? 'Account' : 'Address', paid_to),
    ...(blockchain === null ? [] : [text('Chain', chains[blockchain as ChainCode].name)]),
    ...(await balanceFacts(sql, institutionid, details)),
    ...(await destinationFacts(sql, institutionid, paid_to)),
  ]
}

const feeFacts = (details: HoldDetails | undefined): Fact[] =>
  details?.fee == null || details.fee_asset === null
    ? []
    : [money('Fee', { asset: details.fee_asset, minor: details.fee })]

/** The money is set aside already: the balance with it, and without. */
async function balanceFacts(sql: Sql, institutionId: string, details: HoldDetails | undefined): Promise<Fact[]> {
  if (details?.kept == null || details.kept_asset === null) return []
  const asset = details.kept_asset
  const lots = (await clientLots(sql, institutionId)).get(asset) ?? { available: 0n, pending: 0n, held: 0n }
  const total = lots.available + lots.pending + lots.held
  return [moneyChange('Your balance', asset, total, total - details.kept)]
}

/** Since when the institution has had this destination. */
async function destinationFacts(sql: Sql, institutionId: string, paidTo: string): Promise<Fact[]> {
  const [known] = await sql.query<{ label: string; created_at: Date; is_usable: boolean }>(
    `select coalesce(b.label, a.label) as label, d.created_at, d.is_usable
     from destinations.destination d left join destinations.bank_account_label b on b.id = d.id
       left join destinations.address_label a on a.id = d.id
     where d.institution_id = $1 and (b.identifier = $2 or lower(a.address) = lower($2))
     order by d.is_usable desc, d.created_at limit 1`,
    [institutionId, paidTo],
  )
  if (!known) return [evidence(text('In your address book', 'no'))]
  return [
    evidence(text('In your address book', `«${known.label}»${known.is_usable ? '' : ', cannot be paid now'}`)),
    evidence(time('Added', known.created_at)),
  ]
}
