import type { AssetCode } from '@specie/protocol/assets.ts'
import { formatAmount, type Price, times } from '@specie/protocol/money.ts'
import { holdReasonWords } from '@specie/protocol/holds.ts'
import type { Env } from '../../base/env.ts'
import { badRequest } from '../../base/http/errors.ts'
import { placementReason } from '../../compliance/hold-case.ts'
import { type HoldDetails, holdDetailsOf } from '../../compliance/held-items.ts'
import { findHold, type ListedHold } from '../../compliance/list-holds.ts'
import { institutionName } from '../../directory/institutions.ts'
import { isCoin } from '../../ledger/coin.ts'
import { indicativePrices } from '../../markets/rate/rates.ts'
import { findCase } from '../../onboarding/kyb/row.ts'
import type { ReportFile } from '../document/report.ts'
import { movements } from './codes.ts'
import { type Client, type Draft, goamlOf, type Item } from './document.ts'

export type Asked = { readonly institutionid: string; readonly holds: readonly string[]; readonly officer: string }

/** The draft about these holds of an institution, or about the institution alone. Nothing is sent or stored. */
export async function suspicionDraft(env: Env, { institutionid, holds, officer }: Asked): Promise<ReportFile[]> {
  const at = env.clock.now()
  const client = await clientOf(env, institutionid)
  const found: { hold: ListedHold; why: string; details: HoldDetails | null }[] = []
  for (const id of holds) {
    const hold = await findHold(env.db, id)
    if (hold.institutionid !== institutionid)
      throw badRequest('holds', `hold ${id} is about another institution. Name holds of one institution only.`, 'holds')
    const why = await placementReason(env.db, id)
    found.push({ hold, why, details: await detailsOf(env, hold) })
  }
  const prices = await indicativePrices(env.db, 'CHF')
  const items = found.flatMap(({ hold, details }) => (details === null ? [] : (itemOf(hold, details, prices) ?? [])))
  const draft: Draft = {
    reference: `draft-${institutionid.slice(0, 8)}-${at.toISOString().slice(0, 10)}`,
    at,
    officer,
    client,
    items,
    reasons: found.map(({ hold, why }) => `Hold ${hold.holdid}, ${holdReasonWords[hold.reason]}: ${why}`),
  }
  return [
    { name: 'goaml-draft.xml', content: Buffer.from(goamlOf(draft)) },
    { name: 'sources.csv', content: sourcesOf(institutionid, items) },
  ]
}

async function clientOf({ db }: Env, institutionId: string): Promise<Client> {
  const { entity } = await findCase(db, institutionId)
  return {
    name: entity.legal_name ?? (await institutionName(db, institutionId)),
    tradingName: entity.trading_name ?? null,
    registration: entity.registration_number ?? null,
    business: entity.activity_description?.slice(0, 255) ?? null,
    country: entity.country ?? null,
    incorporatedOn: entity.incorporated_on ?? null,
  }
}

async function detailsOf(env: Env, { kind, on }: ListedHold): Promise<HoldDetails | null> {
  if (kind === null || on.startsWith('next ')) return null
  return (await holdDetailsOf(env, kind, [on])).get(on) ?? null
}

type Prices = (base: AssetCode) => Price | null

/** Null for an item without an amount, such as a rail. */
function itemOf({ holdid, kind }: ListedHold, one: HoldDetails, prices: Prices): Item | null {
  if (kind === null || !(kind in movements) || one.asset === null || one.amount === null) return null
  return {
    id: one.id,
    holdid,
    kind: kind as keyof typeof movements,
    at: one.created_at,
    local: localAmount(one.asset, one.amount, prices),
    asset: one.asset,
    amount: formatAmount({ asset: one.asset, minor: one.amount }),
    parties: one.parties,
    account: one.destination,
  }
}

/** In francs, by the stored rate; coins in francs are worth their fiat. */
function localAmount(asset: AssetCode, minor: bigint, prices: Prices): string | null {
  const isFranc = asset === 'CHF' || asset === 'VCHF'
  if (isFranc) return formatAmount({ asset: 'CHF', minor: isCoin(asset) ? minor / 10_000n : minor })
  const price = prices(asset)
  return price === null ? null : formatAmount(times({ asset, minor }, price, 'down'))
}

const sourcesOf = (institutionId: string, items: readonly Item[]): Buffer =>
  Buffer.from(
    [
      'element,source',
      `report/client,KYB case of institution ${institutionId}`,
      ...items.map(({ id, holdid, kind }) => `transaction ${id},${kind} ${id} and hold ${holdid}`),
    ].join('\r\n') + '\r\n',
  )
