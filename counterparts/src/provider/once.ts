import { createHash } from 'node:crypto'
import { Refusal } from '../refusal.ts'
import type { Request } from '../server.ts'
import type { StoredRequest, TakenRequest } from './custody.ts'
import { type TakeFault, usualPending } from './misbehaviour.ts'
import { taker } from '../pending-faults.ts'
import type { Provider } from './provider.ts'

/** A request without its time and its faults. */
export type Decision = TakenRequest extends infer T
  ? T extends TakenRequest
    ? Omit<T, keyof StoredRequest | 'uses'>
    : never
  : never

export type Pending = { status: 'pending' }

type Known<Answer> = ReadonlyMap<string, { hash: string; until: string | null; answer: Answer }>

export function keyOf(request: Request): string {
  const key = String(request.headers['idempotency-key'] ?? '')
  if (!/^[\w:.-]{1,100}$/.test(key)) throw new Refusal(400, 'Send an idempotency-key of 1 to 100 characters.')
  return key
}

/**
 * Decides once per key, for the time of its execution, and repeats the answer ever after. Null: the connection must end without
 * an answer.
 */
export async function once<Answer>(
  provider: Provider,
  known: Known<Answer>,
  key: string,
  ask: object,
  decide: (take: TakeFault, at: Date) => Decision,
): Promise<Answer | Pending | null> {
  const hash = createHash('sha256').update(JSON.stringify(ask)).digest('hex')
  const before = known.get(key)
  if (before && before.hash !== hash) throw new Refusal(409, `The key ${key} was used for other content.`)
  if (before) return outcome(provider, known, key)

  const { take, uses } = taker(provider.state)
  if (take('error')) {
    await provider.record({ type: 'failed', uses })
    throw new Refusal(503, 'Failing on request.')
  }
  const now = provider.bank.now()
  const wait = take('pending')
  const at = wait ? new Date(now.getTime() + (wait.seconds ?? usualPending) * 1000) : now
  const decided = decide(take, at)
  const silent = take('timeout_after_accept')
  await provider.record({ ...decided, key, hash, until: wait && at.toISOString(), uses })
  return silent ? null : outcome(provider, known, key)
}

/** The outcome; refused for an unknown key. */
export async function outcome<Answer>(
  provider: Provider,
  known: Known<Answer>,
  key: string,
): Promise<Answer | Pending> {
  const found = known.get(key)
  if (!found) throw new Refusal(404, 'Nothing with this key was ever received.')
  await provider.durable()
  return isPending(provider, found) ? { status: 'pending' } : found.answer
}

export const isPending = ({ bank }: Provider, { until }: { until: string | null }): boolean =>
  until !== null && bank.now().toISOString() < until
