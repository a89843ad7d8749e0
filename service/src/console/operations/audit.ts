import { auditExportCall, auditSearchCall, auditVerifyCall } from '@specie/protocol/console/audit.ts'
import { nearestFew } from '@specie/protocol/nearest.ts'
import { auditActions } from '@specie/protocol/audit-actions.ts'
import { badRequest } from '../../base/http/errors.ts'
import { exportEntries, searchEntries } from '../../base/audit/search.ts'
import { aboutInstitution, aboutPerson, namesIn } from './audit-names.ts'
import { faultyEvidence } from '../../checks/evidence/evidence.ts'
import { verifyAudit } from '../../base/audit/verify.ts'
import type { PeopleRoutes } from '../../web-api/routes.ts'

/** An unknown action would return an empty list, as if it had never happened. */
function assertAction(action: string | undefined): void {
  const known = Object.keys(auditActions)
  if (action === undefined || known.includes(action)) return
  const near = nearestFew(action, known).map((name) => `\`${name}\``)
  const hint = near.length === 0 ? 'docs/audit.md lists all of them.' : `Did you mean ${near.join(' or ')}?`
  throw badRequest('unknown_action', `The audit log has no action of this name. ${hint}`, 'action')
}

export function auditRoutes(routes: PeopleRoutes): void {
  routes.mount(auditSearchCall, async (env, session, { person, institution, ...filters }) => {
    assertAction(filters.action)
    const about = [
      ...(person === undefined ? [] : [await aboutPerson(env.db, person)]),
      ...(institution === undefined ? [] : [await aboutInstitution(env.db, institution)]),
    ]
    const { items, next_cursor } = await searchEntries(env.db, { ...filters, about })
    const texts = items.map((entry) => JSON.stringify(entry))
    const names = await namesIn(env, session.person.roles, texts)
    return { items: items.map((entry, n) => ({ ...entry, names: names[n]! })), next_cursor }
  })
  routes.mount(auditExportCall, (env, _session, input) => exportEntries(env.db, input))
  routes.mount(auditVerifyCall, async (env) => {
    const key = env.signer === null ? null : await env.signer.publicKey('audit', 'ed25519')
    const report = await verifyAudit(env.db, { heads: [], key }, faultyEvidence)
    const { verdict } = report
    return {
      ok: verdict.ok && report.bad.length === 0,
      entries: verdict.ok ? String(verdict.head.seq) : null,
      fault: verdict.ok ? null : { seq: String(verdict.seq), message: verdict.fault },
      signed_heads: report.signed,
      bad_heads: [...report.bad],
      key: report.key && Buffer.from(report.key).toString('hex'),
    }
  })
}
