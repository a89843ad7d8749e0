import type { Sql } from '../../base/database/db.ts'
import type { Person } from './row.ts'

/** How many other people of the institution can decide on requests now. Who was only invited cannot. */
export async function countApprovers(sql: Sql, { id, institutionId }: Person): Promise<number> {
  const [row] = await sql.query<{ approvers: bigint }>(
    `select count(*) as approvers from people.person p
       join people.person_role r on r.person_id = p.id and r.role = 'approver' and not r.is_taken
     where p.institution_id = $1 and p.id <> $2 and p.state = 'active'`,
    [institutionId, id],
  )
  return Number(row!.approvers)
}
