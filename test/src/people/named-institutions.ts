import type { Db } from '@specie/service/base/database/db.ts'
import { expect } from 'vitest'

const tables = [
  'destinations.address',
  'onboarding.agreement',
  'access.api_key',
  'destinations.bank_account',
  'compliance.hold',
  'banking.wire',
  'issuance.mint',
  'issuance.redemption',
  'rails.payment',
  'rails.rail',
  'transfers.deposit',
  'transfers.withdrawal',
]

/** A search of the audit log for an institution finds every entry about it: each names the institution. */
export async function expectInstitutionsNamed(owner: Db, ...actions: string[]): Promise<void> {
  const operations = tables.map((table) => `select id::text, institution_id::text as institution from ${table}`)
  const entries = await owner.query<{ action: string; isNamed: boolean }>(
    `with thing as (${operations.join(' union all ')}), entry as (select body, body::jsonb as told from audit.entry)
     select distinct told ->> 'action' as action, strpos(body, institution) > 0 as "isNamed"
     from entry join thing on thing.id = told ->> 'subject' where institution is not null`,
  )
  expect(entries.filter(({ isNamed }) => !isNamed)).toEqual([])
  expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(actions))
}
