import { codeAt } from '@specie/service/people/factor/totp.ts'
import { systemClock } from '@specie/service/base/clock.ts'
import { readConfig } from '@specie/service/base/config.ts'
import { consolePath, portalPath } from '@specie/protocol/web-api/call.ts'
import { makeToken } from '@specie/protocol/web-api/tokens.ts'
import { passwordSignIn } from '@specie/protocol/web-api/session.ts'
import { type DemoPerson, readDemoPeople } from '../demo-people.ts'
import { CommandError } from '@specie/cli/errors.ts'
import type { Run } from './run.ts'
import { startedFrom } from '@specie/cli/service-address.ts'

// The demo people of UAT (`npm start` prints them), for users without an authenticator app.

export const demoCode: Run = async ([email]) => {
  console.log(codeAt(find(email).totp, systemClock.now()))
  return 0
}

export const demoToken: Run = async ([email]) => {
  const person = find(email)
  const { dataFolder } = readConfig()
  const origin = startedFrom(dataFolder)
  if (origin === null)
    throw new CommandError(`Nothing was started in ${dataFolder}: run npm start, or set SPECIE_DATA.`)
  const base = origin + (person.side === 'portal' ? portalPath : consolePath)
  const headers = { 'user-agent': 'specie-cli', 'content-type': 'application/json', origin }
  const post = async (path: string, fields: object, cookie: string) => {
    const response = await fetch(base + path, {
      method: 'POST',
      headers: { ...headers, cookie },
      body: JSON.stringify(fields),
    })
    const body = (await response.json()) as { message?: string; token?: string }
    if (!response.ok) throw new CommandError(body.message ?? `The service answered ${response.status}.`)
    return { body, cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' }
  }
  const { password, totp } = person
  const signIn = (seconds: number) => {
    const code = codeAt(totp, new Date(systemClock.now().getTime() + seconds * 1_000))
    return post(passwordSignIn.path, { email, password, code }, '')
  }
  // Each code works once. If this code was used a moment ago, the next code is accepted already.
  const signedIn = await signIn(0).catch(() => signIn(30))
  const { body } = await post(makeToken.path, { label: 'demo' }, signedIn.cookie)
  console.log(`export SPECIE_TOKEN=${body.token}`)
  return 0
}

function find(email: string | undefined): DemoPerson {
  const { dataFolder } = readConfig()
  const people = readDemoPeople(dataFolder)
  if (people === null)
    throw new CommandError(`There are no demo people in ${dataFolder}: start UAT with npm start, or set SPECIE_DATA.`)
  const person = people.find((one) => one.email === email)
  if (person) return person
  throw new CommandError(`Name one of the demo people: ${people.map((one) => one.email).join(', ')}.`)
}
