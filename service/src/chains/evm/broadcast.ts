import { BaseError, bytesToHex } from 'viem'
import type { Attempt, Broadcast } from '../../base/chain-port.ts'
import { inShort, type Nodes, NodeFailure } from './nodes.ts'

/** How nodes put it; each speaks for itself, but these words are common. */
const words: readonly [RegExp, Broadcast][] = [
  [/already known|known transaction|already imported|already exists/i, 'accepted'],
  [/nonce (is )?too low|old ?nonce/i, 'nonce_too_low'],
  [/underpriced|fee too low|less than block base fee/i, 'underpriced'],
]

/** Gives the bytes to one node after another until one says something. Never throws: then nothing is known. */
export async function broadcastTo(
  nodes: Nodes,
  { raw }: Attempt,
  onProblem: (problem: string) => void,
): Promise<Broadcast> {
  const serializedTransaction = bytesToHex(raw)
  try {
    return await nodes.ask(async (client): Promise<Broadcast> => {
      try {
        await client.sendRawTransaction({ serializedTransaction })
        return 'accepted'
      } catch (error) {
        const said = error instanceof BaseError ? inShort(error) : ''
        const meant = words.find(([pattern]) => pattern.test(said))
        if (meant) return meant[1]
        throw error
      }
    })
  } catch (error) {
    onProblem(error instanceof NodeFailure ? error.message : String(error))
    return 'unknown'
  }
}
