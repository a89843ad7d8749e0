import {
  consolePath,
  type PeopleCall,
  type PeopleInput,
  type PeopleResponse,
  pathOf,
} from '@specie/protocol/web-api/call.ts'
import { errors } from '@specie/protocol/errors.ts'
import { CommandError } from '../errors.ts'
import type { Env } from '../env.ts'
import { serviceAddress } from '../service-address.ts'

// Commands that act for a person: over the console's API, with a token of that person (SPECIE_TOKEN). Access to the database
// alone decides nothing.

const signInAgain = 'Run specie sign-in, and set SPECIE_TOKEN to what it prints.'

/** The next step on the command line, appended to the service's message. */
const hints: Record<string, string> = {
  not_signed_in: ` ${signInAgain}`,
  fresh_factor_required: ` ${signInAgain}`,
}

/** Their cures are for programs and pages. They name fields of the answer, paths or buttons. The message is enough here. */
const curedForPrograms = [
  'bad_request',
  'not_found',
  'role_missing',
  'approval_refused',
  'fresh_factor_required',
] as const

type Refusal = { code?: string; message?: string }

function refusalText({ code = '', message = '' }: Refusal): string {
  const known = curedForPrograms.find((one) => one === code)
  return `${code}: ${known ? message.replace(errors[known].cure, '').trimEnd() : message}${hints[code] ?? ''}`
}

/** A call of the console; a refusal is printed in the words of the command line. */
export async function consoleCall<C extends PeopleCall>(
  env: Env,
  call: C,
  input: PeopleInput<C>,
  file?: Uint8Array<ArrayBuffer>,
): Promise<PeopleResponse<C>> {
  return (await (await ask(env, call, input, file)).json()) as PeopleResponse<C>
}

/** The file in the answer of a call. */
export async function consoleFile<C extends PeopleCall & { download: true }>(
  env: Env,
  call: C,
  input: PeopleInput<C>,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await ask(env, call, input)).arrayBuffer())
}

async function ask(
  { settings }: Env,
  call: PeopleCall,
  input: Record<string, unknown>,
  file?: Uint8Array<ArrayBuffer>,
): Promise<Response> {
  const { token } = settings
  if (token === null) throw new CommandError(`You are not signed in. ${signInAgain}`)
  const url = serviceAddress(settings)
  const { path, rest } = pathOf(call, input)
  const inQuery = call.method === 'GET' || file !== undefined
  const address = new URL(consolePath + path, url)
  if (inQuery) address.search = new URLSearchParams(rest as Record<string, string>).toString()
  const content = file ?? (inQuery ? null : JSON.stringify(rest))
  const response = await fetch(address, {
    method: call.method,
    headers: {
      authorization: `Bearer ${token}`,
      'user-agent': 'specie-cli',
      ...(content !== null && { 'content-type': file ? 'application/octet-stream' : 'application/json' }),
    },
    body: content,
    // Passwords and tokens go to the service only.
    redirect: 'error',
  }).catch((error: Error) => {
    const why = (error.cause as Error | undefined)?.message ?? error.message
    throw new CommandError(`${url} does not answer (${why}): is it running? SPECIE_URL names its address.`)
  })
  if (response.ok) return response
  throw new CommandError(refusalText((await response.json()) as Refusal))
}

/** The next step of a request. */
export const waits = (id: string): string =>
  `request ${id} waits for a second approver (specie approvals approve ${id}).`
