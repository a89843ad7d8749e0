import { approvalKinds } from '@specie/protocol/people/approvals/approvals.ts'
import { consoleApprovals } from '@specie/protocol/console/approvals.ts'
import type { PeopleResponse } from '@specie/protocol/web-api/call.ts'
import { consoleCall } from './console.ts'
import type { Command } from '../command.ts'
import type { Env } from '../env.ts'
import { exampleOf } from './examples.ts'
import { overConsole } from './over-console.ts'

type Decided = PeopleResponse<typeof consoleApprovals.decide>
const REQUEST = 'id'

export const approvalsList = overConsole(consoleApprovals.list, {
  words: { '[STATE]': 'state' },
  defaults: { state: 'waiting' },
  does: 'list requests that wait for approval, or approved, refused, expired and withdrawn ones',
  show: ({ items }, { state }) => {
    const lines = items.map(({ id, title, maker, reason }) => `${id}  ${title}  asked by ${maker.name}: ${reason}`)
    return lines.join('\n') || (state === undefined ? 'No requests are waiting.' : 'There are none.')
  },
})

export const approvalsShow = overConsole(consoleApprovals.show, {
  words: { REQUEST },
  does: 'show a request: the exact action that its approval carries out',
  show: (one) =>
    [
      one.title,
      ...(one.institution === null ? [] : [`institution ${one.institution.name} (${one.institution.id})`]),
      `${one.kind}: ${one.does}`,
      `${one.state}, asked by ${one.maker.name}: ${one.reason}`,
      ...(one.checker === null
        ? [`decided on by ${approvalKinds[one.kind].checkers.join(' or ')}, not by who asked`]
        : [`decided by ${one.checker.name}: ${one.decision_reason ?? one.state}`]),
      `expires ${one.expires_at}`,
      JSON.stringify(JSON.parse(one.payload), null, 2),
      `sha256 ${one.payload_hash}`,
    ].join('\n'),
})

export const approvalsWithdraw = overConsole(consoleApprovals.withdraw, {
  words: { REQUEST },
  does: 'cancel your own request',
  show: ({ title }) => `${title}: withdrawn.`,
})

export const approvalsEvidence = overConsole(consoleApprovals.evidence, {
  words: { REQUEST },
  does: 'print the evidence of a decision, for verification elsewhere, as JSON',
  show: (evidence) => JSON.stringify(evidence, null, 2),
})

export const approvalsApprove: Command = {
  words: ['REQUEST'],
  does: 'approve the request of another person, which is then carried out at once',
  examples: [exampleOf(['REQUEST'])],
  run: async (env, [id]) => {
    const { title, half } = await decide(env, id!, 'approve')
    env.print(`${title}: approved and done.`)
    if (half !== null)
      env.print(
        `The second half of the link, shown only now; hand it to the person yourself, not to the requester:\n  ${half}`,
      )
    return 0
  },
}

export const approvalsRefuse: Command = {
  words: ['REQUEST', 'WHY…'],
  does: 'refuse the request of another person',
  examples: [exampleOf(['REQUEST', 'WHY…'])],
  run: async (env, [id, why]) => {
    const { title } = await decide(env, id!, 'refuse', why)
    env.print(`${title}: refused.`)
    return 0
  },
}

/** Decides on the current payload. The service refuses a decision on another one. */
async function decide(env: Env, id: string, decision: 'approve' | 'refuse', reason?: string): Promise<Decided> {
  const { payload_hash } = await consoleCall(env, consoleApprovals.show, { id })
  return consoleCall(env, consoleApprovals.decide, { id, decision, payload_hash, reason })
}
