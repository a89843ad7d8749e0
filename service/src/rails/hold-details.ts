// Rails and their payments with the details that reviewers of a hold see (compliance/held-items.ts: HoldDetails). Their
// money is in none of the institution's own balances.

const countriesOf = (rail: string) =>
  `array_remove(array[${rail}sender #>> '{address,country}', ${rail}recipient #>> '{address,country}'], null) as countries`
const keptNothing = 'null::numeric as kept, null as kept_asset, null as kept_in'

export const railDetails = {
  columns: `r.id, institution_id, state, created_at, asset, null::numeric as amount, null::numeric as fee, null as fee_asset,
    blockchain, destination, memo as destination_label,
    array_remove(array[sender #>> '{partyname,name}', recipient #>> '{partyname,name}', a.vasp, a.beneficiary], null) as parties,
    ${countriesOf('')}, ${keptNothing}`,
  from: `rails.rail r left join destinations.address_label a on a.id = r.address_id`,
}

export const paymentDetails = {
  columns: `p.id, p.institution_id, p.state, p.created_at, received_currency as asset, received as amount, commission + spread as fee,
    received_currency as fee_asset, r.blockchain, r.destination, null as destination_label,
    array_remove(array[payer ->> 'name', case when p.blockchain is not null then payer ->> 'account' end,
      r.sender #>> '{partyname,name}', r.recipient #>> '{partyname,name}', a.vasp, a.beneficiary], null) as parties,
    ${countriesOf('r.')}, ${keptNothing}`,
  from: `rails.payment p join rails.rail r on r.id = p.rail_id
    left join destinations.address_label a on a.id = r.address_id`,
}
