import type { NotedHead } from '../../base/audit/audit.ts'
import { isSigned, keyId, type SignedHead } from '../seals/signed-head.ts'

/** Which heads the trusted key has signed, and what is wrong with the others; `name` tells people which one is meant. */
export function judgeHeads(
  heads: readonly SignedHead[],
  trusted: Uint8Array | null,
  name: (head: SignedHead) => string,
): { good: NotedHead[]; bad: string[] } {
  const good: NotedHead[] = []
  const bad: string[] = []
  for (const head of heads) {
    const by = name(head)
    if (trusted !== null && !head.publicKey.equals(trusted))
      bad.push(`${by} is by another key: ${keyId(head.publicKey)}, not ${keyId(trusted)}`)
    else if (!isSigned(head)) bad.push(`${by} does not hold: its signature is not that of its key`)
    else good.push({ seq: head.seq, hash: head.hash.toString('hex'), by })
  }
  return { good, bad }
}
