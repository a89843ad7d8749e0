import { setTimeout as sleep } from 'node:timers/promises'
import { userInfo, hostname } from 'node:os'
import { consolePath, type PeopleCall, type PeopleResponse, portalPath } from '@specie/protocol/people/call.ts'
import { beginDevice, takeDeviceToken } from '@specie/protocol/people/tokens.ts'
import { CommandError, type Command } from './command.ts'
import { serviceAddress } from './service-address.ts'

/** Signs in as a person: the browser confirms, and the commands that follow act as that person. */
export const signIn: Command = {
  takes: '[--portal]',
  does: 'get a token for this command line, confirmed in the browser (SPECIE_URL); --portal: as a user of an institution',
  options: { portal: { type: 'boolean' } },
  run: async (_args, { portal }) => {
    const base = `${serviceAddress()}${portal ? portalPath : consolePath}`
    const label = `${userInfo().username} on ${hostname()}`.slice(0, 64)
    const begun = answerOf<typeof beginDevice>(await ask(base, beginDevice, { label }))
    console.error(`Open ${begun.verification_uri} and confirm the code ${begun.user_code}.`)
    for (;;) {
      const { status, body } = await ask(base, takeDeviceToken, { device_code: begun.device_code })
      const isPending = status === 429 || body.details?.rule === 'authorization_pending'
      if (!isPending) {
        console.log(`export SPECIE_TOKEN=${answerOf<typeof takeDeviceToken>({ status, body }).token}`)
        return 0
      }
      await sleep(begun.interval * 1_000)
    }
  },
}

type Answer = { status: number; body: { message?: string; details?: { rule?: string } } }

async function ask(base: string, { path }: PeopleCall, body: unknown): Promise<Answer> {
  const headers = { 'user-agent': 'specie-cli', 'content-type': 'application/json' }
  const response = await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) }).catch(
    (error: Error) => {
      const why = (error.cause as Error | undefined)?.message ?? error.message
      throw new CommandError(`${base} does not answer (${why}): name the service in SPECIE_URL.`)
    },
  )
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

function answerOf<C extends PeopleCall>({ status, body }: Answer): PeopleResponse<C> {
  if (status !== 200) throw new CommandError(body.message ?? `The service answered ${status}.`)
  return body as PeopleResponse<C>
}
