import { BaseError, bytesToHex } from 'viem'
import type { Attempt, Broadcast } from '../../../base/ports/chain.ts'
import { bestOf } from '../agreement.ts'
import { inShort, type Nodes, NodeFailure } from './nodes.ts'

/** How nodes put it; each speaks for itself, but these words are common. */
const meanings: readonly [RegExp, Broadcast][] = [
  [/already known|known transaction|already imported|already exists/i, 'accepted'],
  [/nonce (is )?too low|old ?nonce/i, 'nonce_too_low'],
  [/underpriced|fee too low|less than block base fee/i, 'underpriced'],
]

/** Gives the bytes to every node: one that swallows them must not keep them from the chain. Never throws: then nothing
 * is known. */
export async function broadcastTo(
  nodes: Nodes,
  { raw }: Attempt,
  onProblem: (problem: string) => void,
): Promise<Broadcast> {
  const serializedTransaction = bytesToHex(raw)
  try {
    const said = await nodes.everyone(async (client): Promise<Broadcast> => {
      try {
        await client.sendRawTransaction({ serializedTransaction })
        return 'accepted'
      } catch (error) {
        const words = error instanceof BaseError ? inShort(error) : ''
        const meant = meanings.find(([pattern]) => pattern.test(words))
        if (meant) return meant[1]
        throw error
      }
    })
    return bestOf(said)
  } catch (error) {
    onProblem(error instanceof NodeFailure ? error.message : String(error))
    return 'unknown'
  }
}
