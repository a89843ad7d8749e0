import { consoleCall } from './console.ts'
import { CommandError, type Command } from './command.ts'

type Shown = {
  id: string
  kind: string
  does: string
  state: string
  subject: string
  payload: string
  payload_hash: string
  reason: string
  maker: { name: string }
  checker: { name: string } | null
  decision_reason: string | null
  expires_at: string
}

export const approvalsList: Command = {
  takes: '[STATE]',
  does: 'list what waits for a second person; or what is approved, refused, expired, withdrawn',
  run: async ([state = 'waiting']) => {
    const { items } = await consoleCall<{ items: Shown[] }>('GET', `/approvals?state=${encodeURIComponent(state)}`)
    for (const { id, does, subject, maker, reason } of items)
      console.log(`${id}  ${does}: ${subject}  asked by ${maker.name}: ${reason}`)
    if (items.length === 0) console.log(state === 'waiting' ? 'Nothing waits.' : 'There are none.')
    return 0
  },
}

export const approvalsShow: Command = {
  takes: 'REQUEST',
  does: 'show a request: exactly what is done once it is approved',
  run: async ([id]) => {
    const one = await find(id)
    console.log(
      [
        `${one.does}: ${one.subject}`,
        `${one.state}, asked by ${one.maker.name}: ${one.reason}`,
        ...(one.checker === null ? [] : [`decided by ${one.checker.name}: ${one.decision_reason ?? one.state}`]),
        `expires ${one.expires_at}`,
        JSON.stringify(JSON.parse(one.payload), null, 2),
        `sha256 ${one.payload_hash}`,
      ].join('\n'),
    )
    return 0
  },
}

export const approvalsApprove: Command = {
  takes: 'REQUEST',
  does: 'approve the request of somebody else: it is done at once',
  run: async ([id]) => {
    const { payload_hash } = await find(id)
    const { does } = await consoleCall<Shown>('POST', `/approvals/${id}/decide`, { decision: 'approve', payload_hash })
    console.log(`${does}: approved and done.`)
    return 0
  },
}

export const approvalsRefuse: Command = {
  takes: 'REQUEST WHY…',
  does: 'refuse the request of somebody else',
  run: async ([id, ...why]) => {
    if (why.length === 0) throw new CommandError('Which request, and why? See specie approvals list.')
    const { payload_hash } = await find(id)
    const reason = why.join(' ')
    await consoleCall('POST', `/approvals/${id}/decide`, { decision: 'refuse', payload_hash, reason })
    console.log('Refused.')
    return 0
  },
}

export const approvalsWithdraw: Command = {
  takes: 'REQUEST',
  does: 'take your own request back',
  run: async ([id]) => {
    const found = await find(id)
    await consoleCall('POST', `/approvals/${found.id}/withdraw`, {})
    console.log('Withdrawn.')
    return 0
  },
}

export const approvalsEvidence: Command = {
  takes: 'REQUEST',
  does: 'print what a decision can be verified with elsewhere, as JSON',
  run: async ([id]) => {
    const found = await find(id)
    console.log(JSON.stringify(await consoleCall('GET', `/approvals/${found.id}/evidence`), null, 2))
    return 0
  },
}

async function find(id: string | undefined): Promise<Shown> {
  if (id === undefined) throw new CommandError('Which request? See specie approvals list.')
  return consoleCall<Shown>('GET', `/approvals/${encodeURIComponent(id)}`)
}
