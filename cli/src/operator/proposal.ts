import { proposals } from '@specie/protocol/console/approvals.ts'
import type { ProposedKind } from '@specie/protocol/people/approvals/payloads.ts'
import type { Command } from '../command.ts'
import { waits } from './console.ts'
import { overConsole } from './over-console.ts'

/** A command that requests an approval. Its words and options are the payload, and the reason. */
export function proposalOf(kind: ProposedKind, words: Record<string, string>, does: string): Command {
  const { call } = proposals.find((one) => one.kind === kind)!
  return overConsole(call, {
    words: { ...words, 'WHY…': 'reason' },
    does: `ask to ${does}; a second approver approves it`,
    show: ({ id, title }) => `${title}: ${waits(id)}`,
  })
}
