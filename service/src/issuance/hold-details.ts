import { coinCodes, fiatOf } from '../ledger/coin.ts'

// Mints and redemptions with the details that reviewers of a hold see (compliance/held-items.ts: HoldDetails).

const fiatSql = `case asset ${coinCodes.map((coin) => `when '${coin}' then '${fiatOf(coin)}'`).join(' ')} end`

/** A mint paid in crypto holds no fiat before the sale; its conversion holds the crypto. */
const mintKept = `booked_at is null and state not in ('rejected', 'failed', 'canceled') and funding_currency = ${fiatSql}`

export const mintDetails = {
  columns: `id, institution_id, state, created_at, asset, quantity as amount, charge + spread as fee, ${fiatSql} as fee_asset,
    blockchain, case when destination is not null then address end as destination, destination as destination_label,
    (select array_remove(array[max(a.vasp), max(a.beneficiary)], null) from destinations.address_label a
      where a.id = address_id) as parties, array[]::text[] as countries, case when ${mintKept} then case when reserved then charge else cost end end as kept,
    funding_currency as kept_asset, case when ${mintKept} then 'pending' end as kept_in`,
  from: `issuance.mint`,
}

const redemptionKept = `booked_at is null and state not in ('rejected', 'failed')`

export const redemptionDetails = {
  columns: `r.id, institution_id, state, created_at, asset, quantity as amount, charge as fee, ${fiatSql} as fee_asset, blockchain,
    b.identifier as destination, b.label as destination_label, array_remove(array[b.holder], null) as parties,
    array[]::text[] as countries,
    case when ${redemptionKept} then quantity end as kept, asset as kept_asset,
    case when ${redemptionKept} then 'pending' end as kept_in`,
  from: `issuance.redemption r left join destinations.bank_account_label b on b.id = r.bank_account_id`,
}
