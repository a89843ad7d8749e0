import type { Sql } from '../../base/database/db.ts'

/**
 * A hash of the current content of a case, in hex, made of ids and times. A decision applies to the version that its
 * maker saw.
 */
export async function caseVersion(sql: Sql, institutionId: string): Promise<string> {
  const [row] = await sql.query<{ version: string }>(
    `select encode(sha256(convert_to(jsonb_build_array(c.entity, c.risk, c.screening,
       extract(epoch from c.submitted_at), extract(epoch from c.confirmed_at),
       (select jsonb_agg(jsonb_build_array(id, extract(epoch from updated_at)) order by id)
        from onboarding.kyb_person where institution_id = $1 and removed_at is null),
       (select jsonb_agg(id order by id)
        from onboarding.kyb_document where institution_id = $1 and removed_at is null),
       (select jsonb_agg(jsonb_build_array(id, extract(epoch from answered_at)) order by id)
        from onboarding.information_request where institution_id = $1))::text, 'UTF8')), 'hex') as version
     from onboarding.kyb_case c where c.institution_id = $1`,
    [institutionId],
  )
  if (!row) throw new Error(`institution ${institutionId} has no KYB case`)
  return row.version
}
