import type { AssetCode } from '@specie/protocol/assets.ts'
import type { Sql } from '../../base/database/db.ts'
import { type Reference, referenceOf } from './references.ts'

export type LatestMovement = Reference & { at: Date; kind: string; asset: AssetCode; amount: bigint }

type Row = Omit<LatestMovement, keyof Reference> & {
  key: string
  paid_kind: string | null
  paid_subject: string | null
}

/** Lines to read of each account: several may be of one movement, or of a movement that no statement shows. */
const depth = 50

/** The latest movements of an institution, as in its statement, newest first. Reads only the ends of its accounts. */
export async function latestMovements(sql: Sql, institutionId: string, count: number): Promise<LatestMovement[]> {
  const rows = await sql.query<Row>({
    name: 'transfers.latest_movements',
    text: `
      with own as (
        select account, asset, version from ledger.balance
        where pool = 'client' and owner = $1 and name in ('available', 'pending', 'held')
      )
      select j.at, j.kind, j.key, moved.asset, moved.amount, paid.kind as paid_kind, paid.subject as paid_subject
      from (
        select own.asset, line.journal, -sum(line.amount) as amount
        from (
          select distinct line.journal from own join ledger.line on line.account = own.account
            and line.version > own.version - ${depth}
        ) latest join ledger.line using (journal) join own using (account)
        group by own.asset, line.journal having sum(line.amount) <> 0
      ) moved join ledger.posted j using (journal)
      left join banking.payout_details paid
        on paid.id = (case when j.key like 'payout:%' then split_part(j.key, ':', 2) end)::uuid
      order by j.at desc, j.journal desc limit $2`,
    values: [institutionId, count],
  })
  return rows.map(({ key, paid_kind: kind, paid_subject: subject, ...row }) => ({
    ...row,
    ...referenceOf(key, kind === null || subject === null ? null : { kind, subject }),
  }))
}
