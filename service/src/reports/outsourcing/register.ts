import type { OutsourcedService } from '@specie/protocol/console/outsourcing.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { By } from '../../base/state-machine/move.ts'

// The register of outsourced services, kept by staff. Rows are only added: the last one of a code counts.

export type Registered = {
  readonly id: string
  readonly code: string
  readonly content: Omit<OutsourcedService, 'code'>
}

export async function saveService(env: Env, tx: Tx, { code, ...content }: OutsourcedService, by: By): Promise<string> {
  const id = env.ids.uuid(by.at)
  await tx.query(
    `insert into reports.outsourced_service (id, code, content, actor, created_at) values ($1, $2, $3, $4, $5)`,
    [id, code, JSON.stringify(content), by.actor, by.at],
  )
  audit(tx, { actor: by.actor, action: 'outsourcing.saved', subject: id, detail: { code, why: by.why, ...by.from } })
  return id
}

/** The register as it was at an instant. */
export const registerAt = (sql: Sql, until: Date): Promise<Registered[]> =>
  sql.query<Registered>(
    `select id, code, content from (
       select distinct on (code) id, code, content from reports.outsourced_service where created_at < $1
       order by code, created_at desc, id desc) last
     order by code`,
    [until],
  )
