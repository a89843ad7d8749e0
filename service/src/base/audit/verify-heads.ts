import type { RecordedHead } from './audit.ts'
import { isSigned, keyId, type SignedHead } from './signed-head.ts'

/** The heads signed by the trusted key, and the problems of the others; `name` identifies a head in messages. */
export function verifyHeads(
  heads: readonly SignedHead[],
  trusted: Uint8Array | null,
  name: (head: SignedHead) => string,
): { good: RecordedHead[]; bad: string[] } {
  const good: RecordedHead[] = []
  const bad: string[] = []
  for (const head of heads) {
    const by = name(head)
    if (trusted !== null && !head.publicKey.equals(trusted))
      bad.push(`${by} is by another key: ${keyId(head.publicKey)}, not ${keyId(trusted)}`)
    else if (!isSigned(head)) bad.push(`${by} is invalid; its signature is not by its key`)
    else good.push({ seq: head.seq, hash: head.hash.toString('hex'), by })
  }
  return { good, bad }
}
