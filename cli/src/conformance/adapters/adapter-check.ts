import type { z } from 'zod'
import type { Answer } from '../caller.ts'
import { expectShape, expectStatus, expectThat } from '../expect.ts'
import type { Peer } from './peer.ts'

export type AdapterCheck = { readonly name: string; readonly rule: string; run(peer: Peer): Promise<void> }

/** Expects GET `path` to answer 200 with this shape. `what` names it in the report. */
export async function read<T>(
  { call }: Pick<Peer, 'call'>,
  path: string,
  schema: z.ZodType<T>,
  what: string,
): Promise<T> {
  const answer = await call('GET', path)
  expectStatus(answer, 200)
  expectShape(schema, answer, what)
  return answer.body as T
}

/** Calls that a peer must answer with 401: unsigned, wrongly signed, altered, or old. */
export function signingChecks(path: string, rule: string): AdapterCheck[] {
  const refused = async (answer: Answer) => expectThat(answer.status === 401, 'status 401', answer)
  return [
    {
      name: 'a call with another signature is 401',
      rule,
      run: async ({ call }) => refused(await call('GET', path, {}, { headers: { 'x-signature': '00'.repeat(32) } })),
    },
    {
      name: 'a call with another key is 401',
      rule,
      run: async ({ call }) => refused(await call('GET', path, {}, { headers: { 'x-key': 'nobody' } })),
    },
    {
      name: 'a call whose time is more than 30 seconds off is 401',
      rule,
      run: async ({ call }) => refused(await call('GET', path, {}, { offMs: -60_000 })),
    },
  ]
}

/** Canonical JSON: equal answers give equal text. */
export const same = (a: Answer, b: Answer): boolean => JSON.stringify(a.body) === JSON.stringify(b.body)
