import type { PeopleResponse } from '@specie/protocol/web-api/call.ts'
import type { MovementsRequest, movementsCall } from '@specie/protocol/portal/movements.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import type { Sql } from '../../base/database/db.ts'
import { type Listed, page } from '../../base/http/pages.ts'
import { type Described, described, named, ownAccounts } from './described.ts'

/**
 * The movements of all accounts, each with the balance that was available after it. The balance counts every booking, also
 * those that a filter leaves out and those within the institution. A wire is booked as pending and made available by a later
 * booking of its own: what was available after it is therefore read at the last booking of its operation before the next
 * movement of that operation (ADR 80).
 */
const running = `
  select asset, journal, amount, last_value(available) over (
    partition by asset, subject, step order by at, journal rows between unbounded preceding and unbounded following
  ) as available_after
  from (
    select asset, journal, at, subject, amount, sum(available) over (partition by asset order by at, journal) as available,
      count(*) filter (where amount <> 0) over (partition by asset, subject order by at, journal) as step
    from (
      select own.asset, line.journal, j.at, split_part(j.key, ':', 2) as subject, -sum(line.amount) as amount,
        coalesce(-sum(line.amount) filter (where own.name = 'available'), 0) as available
      from (${ownAccounts}) own join ledger.line using (account) join ledger.posted j using (journal)
      group by own.asset, line.journal, j.at, j.key
    ) booked
  ) counted`

/** The operation by its first word, as the groups of the protocol; a wire is a deposit, a conversion's step its mint. */
const group = `coalesce(own.kind, case when j.key like 'conversion:%:%' then 'mint' when j.key like 'wire:%' then 'deposit'
  else split_part(j.key, ':', 1) end) as movement_group`

/** The id orders the movements of one booking: outgoing before incoming, newest first. */
const more = `, moved.available_after, ${group}, date_trunc('milliseconds', j.at) as created_at,
  (lpad(to_hex(j.journal), 16, '0') || case when moved.amount < 0 then '1' else '0' end ||
    substr(md5(moved.asset), 1, 15))::uuid as id`

const select = `${described(running, { more })} where moved.amount <> 0`

type Row = Listed<Described & { created_at: Date }> & { id: string; available_after: bigint }

/** Movements of an institution that match all filters, newest first. A page does not end between those of one booking. */
export async function listMovements(
  sql: Sql,
  institutionId: string,
  { asset, group: kind, counterparty, ...request }: MovementsRequest,
): Promise<PeopleResponse<typeof movementsCall>> {
  const filters = {
    asset,
    movement_group: kind,
    'counterparty ilike $?': counterparty && `%${counterparty.replaceAll(/[\\%_]/g, '\\$&')}%`,
  }
  const { rows, next_cursor } = await page<Row>(sql, request, {
    select,
    values: [institutionId],
    filters,
    together: ({ journal }) => journal,
  })
  return { items: rows.map(shown), next_cursor }
}

function shown(row: Row): PeopleResponse<typeof movementsCall>['items'][number] {
  const { created_at, asset, amount, available_after, kind, ref, reftype, bankref, value_date, counterparty, phrase } =
    named(row)
  return {
    at: created_at,
    asset,
    amount: formatAmount({ asset, minor: amount }),
    available_after: formatAmount({ asset, minor: available_after }),
    phrase,
    counterparty,
    kind,
    ref,
    reftype,
    bankref,
    value_date,
  }
}
