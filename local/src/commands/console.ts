import { consolePath } from '@specie/protocol/people/call.ts'
import { proposals } from '@specie/protocol/people/approvals-calls.ts'
import type { PayloadOf, ProposedKind } from '@specie/protocol/people/payloads.ts'
import { readConfig } from '@specie/service/base/config.ts'
import { CommandError } from './command.ts'

// Commands that act for a person: over the console's API, signed in with a token that the person has made (SPECIE_TOKEN).
// Access to the database alone decides nothing.

/** A call of the console; a refusal is told in its own words. */
export async function consoleCall<Answer>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer> {
  const { url, token } = readConfig().commandLine
  if (token === null)
    throw new CommandError('Nobody is signed in: run specie sign-in, and set SPECIE_TOKEN to what it prints.')
  const response = await fetch(new URL(consolePath + path, url), {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'user-agent': 'specie-cli',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((error: Error) => {
    const why = (error.cause as Error | undefined)?.message ?? error.message
    throw new CommandError(`${url} does not answer (${why}): is it running? SPECIE_URL names its address.`)
  })
  const answer = (await response.json()) as Answer & { code?: string; message?: string }
  if (response.ok) return answer
  throw new CommandError(`${answer.code}: ${answer.message}`)
}

/** Asks for what a second person must approve; tells how it goes on. Answers the exit code. */
export async function propose<K extends ProposedKind>(
  kind: K,
  payload: PayloadOf<K>,
  why: readonly string[],
): Promise<number> {
  const { call } = proposals.find((one) => one.kind === kind)!
  const { id, does } = await consoleCall<{ id: string; does: string }>('POST', call.path, {
    ...payload,
    reason: why.join(' '),
  })
  console.log(`${does}: request ${id} waits for a second person (specie approvals approve ${id}).`)
  return 0
}
