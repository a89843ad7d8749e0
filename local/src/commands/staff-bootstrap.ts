import { userInfo } from 'node:os'
import { email as emailField, personName } from '@specie/protocol/web-api/fields.ts'
import { bootstrapStaff, type Newcomer } from '@specie/service/people/person/bootstrap.ts'
import { linkAddress } from '@specie/service/people/person/link.ts'
import { CommandError } from '@specie/cli/errors.ts'
import type { Run } from './run.ts'
import { withDatabase } from './database.ts'
import { envOf } from './env.ts'

const usage =
  'Name two different people: --email ann@desk.example --name "Ann Muster" --email bo@desk.example --name "Bo Fern".'

function newcomerOf(email: string | undefined, name: string | undefined): Newcomer {
  const given = { email: emailField.safeParse(email).data, name: personName.safeParse(name).data }
  if (given.email === undefined || given.name === undefined) throw new CommandError(usage)
  return { email: given.email, name: given.name }
}

export const staffBootstrap: Run = async (_args, options) => {
  const [emails = [], names = []] = [options['email'], options['name']] as (string[] | undefined)[]
  if (emails.length !== 2 || names.length !== 2) throw new CommandError(usage)
  const newcomers = [newcomerOf(emails[0], names[0]), newcomerOf(emails[1], names[1])] as const
  if (newcomers[0].email === newcomers[1].email) throw new CommandError(usage)
  return withDatabase(async (db) => {
    const env = envOf(db)
    const by = { actor: `operator ${userInfo().username}`, why: 'a new installation', at: env.clock.now() }
    const first = await bootstrapStaff(env, newcomers, by)
    if (first === null)
      throw new CommandError('This installation has staff: an administrator among them invites others in the console.')
    const origin = env.config.portalOrigin ?? `http://localhost:${env.config.port}`
    for (const { name, email, roles, token } of first)
      console.log(`${name} <${email}>, ${roles.join(', ')}:\n  ${linkAddress(origin, 'staff', token)}`)
    console.log('Each link works once, for seven days, and is not shown again. Hand each to its person only.')
    return 0
  })
}
