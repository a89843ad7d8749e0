// Deposits and withdrawals with the details that reviewers of a hold see (compliance/held-items.ts: HoldDetails).

const depositKept = `institution_id is not null and state in ('screening', 'below_minimum', 'held', 'returning')`

/** The destination of a deposit is its source, to which it would be returned. */
export const depositDetails = {
  columns: `id, institution_id, state, created_at, asset, quantity as amount, null::numeric as fee, null as fee_asset, blockchain,
    sender as destination, null as destination_label, array[]::text[] as parties, array[]::text[] as countries,
    case when ${depositKept} then quantity end as kept, asset as kept_asset, case when ${depositKept} then 'pending' end as kept_in`,
  from: `transfers.deposit`,
}

const withdrawalKept = `w.state in ('requested', 'screening', 'travel_rule', 'held', 'approved')`

export const withdrawalDetails = {
  columns: `w.id, w.institution_id, w.state, w.created_at, w.asset, w.quantity as amount, w.fee, w.asset as fee_asset, w.blockchain,
    coalesce(b.identifier, a.address) as destination, coalesce(b.label, a.label) as destination_label,
    array_remove(array[a.vasp, a.beneficiary, b.holder], null) as parties, array[]::text[] as countries, case when ${withdrawalKept} then w.quantity + w.fee end as kept,
    w.asset as kept_asset, case when ${withdrawalKept} then 'pending' end as kept_in`,
  from: `transfers.withdrawal w
  left join destinations.bank_account_label b on b.id = w.bank_account_id
  left join destinations.address_label a on a.id = w.address_id`,
}
