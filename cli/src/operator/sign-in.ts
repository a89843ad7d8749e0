import { setTimeout as sleep } from 'node:timers/promises'
import { userInfo, hostname } from 'node:os'
import { consolePath, type PeopleCall, type PeopleResponse, portalPath } from '@specie/protocol/web-api/call.ts'
import { beginDevice, takeDeviceToken } from '@specie/protocol/web-api/tokens.ts'
import type { Command } from '../command.ts'
import { CommandError } from '../errors.ts'
import { serviceAddress } from '../service-address.ts'

/** Signs in as a person: the browser confirms, and the following commands act as that person. */
export const signIn: Command = {
  does: 'get a token for this command line, confirmed in the browser (SPECIE_URL)',
  options: { portal: { does: 'as a user of an institution' } },
  examples: ['', '--portal'],
  run: async (env, _words, { portal }) => {
    const base = `${serviceAddress(env.settings)}${portal ? portalPath : consolePath}`
    const label = `${userInfo().username} on ${hostname()}`.slice(0, 64)
    const begun = answerOf<typeof beginDevice>(await ask(base, beginDevice, { label }))
    env.note(`Open ${begun.verification_uri} and confirm the code ${begun.user_code}.`)
    for (;;) {
      const { status, body } = await ask(base, takeDeviceToken, { device_code: begun.device_code })
      const isPending = status === 429 || body.details?.rule === 'authorization_pending'
      if (!isPending) {
        env.print(`export SPECIE_TOKEN=${answerOf<typeof takeDeviceToken>({ status, body }).token}`)
        return 0
      }
      await sleep(begun.interval * 1_000)
    }
  },
}

type Answer = { status: number; body: { message?: string; details?: { rule?: string } } }

async function ask(base: string, { path }: PeopleCall, body: unknown): Promise<Answer> {
  const headers = { 'user-agent': 'specie-cli', 'content-type': 'application/json' }
  const request = { method: 'POST', headers, body: JSON.stringify(body), redirect: 'error' } as const
  const response = await fetch(base + path, request).catch((error: Error) => {
    const why = (error.cause as Error | undefined)?.message ?? error.message
    throw new CommandError(`${base} does not answer (${why}): name the service in SPECIE_URL.`)
  })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

function answerOf<C extends PeopleCall>({ status, body }: Answer): PeopleResponse<C> {
  if (status !== 200) throw new CommandError(body.message ?? `The service answered ${status}.`)
  return body as PeopleResponse<C>
}
