import { auditExportCall, auditSearchCall, auditVerifyCall } from '@specie/protocol/people/audit.ts'
import { exportEntries, searchEntries } from '../base/audit/search.ts'
import { faultyEvidence } from '../checks/evidence.ts'
import { verifyAudit } from '../base/audit/verify.ts'
import type { PeopleRoutes } from '../portal/serve.ts'

export function auditRoutes(routes: PeopleRoutes): void {
  routes.mount(auditSearchCall, (env, _session, input) => searchEntries(env.db, input))
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
