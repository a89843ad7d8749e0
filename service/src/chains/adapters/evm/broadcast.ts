import { BaseError, bytesToHex } from 'viem'
import type { Attempt, Broadcast } from '../../../base/ports/chain.ts'
import { bestOf } from '../agreement.ts'
import { shortMessage, type Nodes, NodeFailure } from './nodes.ts'

/** Common error texts of nodes; there is no standard. */
const meanings: readonly [RegExp, Broadcast][] = [
  [/already known|known transaction|already imported|already exists/i, 'accepted'],
  [/nonce (is )?too low|old ?nonce/i, 'nonce_too_low'],
  [/underpriced|fee too low|less than block base fee/i, 'underpriced'],
]

/**
 * Sends the bytes to every node, so that one that drops them cannot keep them from the chain. Never throws: after a failure
 * the result is unknown.
 */
export async function broadcastTo(
  nodes: Nodes,
  { raw }: Attempt,
  onProblem: (problem: string) => void,
): Promise<Broadcast> {
  const serializedTransaction = bytesToHex(raw)
  try {
    const answers = await nodes.everyone(async (client): Promise<Broadcast> => {
      try {
        await client.sendRawTransaction({ serializedTransaction })
        return 'accepted'
      } catch (error) {
        const text = error instanceof BaseError ? shortMessage(error) : ''
        const match = meanings.find(([pattern]) => pattern.test(text))
        if (match) return match[1]
        throw error
      }
    })
    return bestOf(answers)
  } catch (error) {
    onProblem(error instanceof NodeFailure ? error.message : String(error))
    return 'unknown'
  }
}
