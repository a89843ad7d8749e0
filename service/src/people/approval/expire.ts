import type { Job } from '../../base/jobs/runner.ts'

/** Ends requests that nobody has decided on in time. Nothing is approved by waiting. */
export const expireApprovals: Job = {
  name: 'people.approvals',
  everyMs: 60_000,
  run: async (env) => {
    const [row] = await env.db.query<{ ended: bigint }>('select people.expire_approvals($1) as ended', [
      env.clock.now(),
    ])
    return Number(row!.ended)
  },
}
