import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Role, rolesOf } from '@specie/protocol/people/roles.ts'
import { askSandbox, type Demo, refused } from './demo.ts'
import { writeWhole } from './write-whole.ts'

export type DemoPerson = {
  side: 'portal' | 'console'
  role: Role
  email: string
  password: string
  /** The secret of the authenticator app. */
  totp: string
}

const fileOf = (folder: string): string => join(folder, 'demo-people.json')

/** The people of the last start; null if there are none. */
export const readDemoPeople = (folder: string): DemoPerson[] | null =>
  existsSync(fileOf(folder)) ? (JSON.parse(readFileSync(fileOf(folder), 'utf8')) as DemoPerson[]) : null

/** One person for each role, of the demo institution and of the staff. Made once for each data folder. */
export async function demoPeople(folder: string, demo: Demo, sandboxToken: string | null): Promise<DemoPerson[]> {
  const known = readDemoPeople(folder)
  if (known !== null) return known
  const wanted = [
    ...rolesOf.institution.map((role) => ({ side: 'portal' as const, role: role as Role })),
    ...rolesOf.staff.map((role) => ({ side: 'console' as const, role: role as Role })),
  ]
  const people: DemoPerson[] = []
  for (const { side, role } of wanted) people.push(await create(demo, side, role, sandboxToken))
  writeWhole(fileOf(folder), `${JSON.stringify(people, null, 2)}\n`, 0o600)
  return people
}

async function create(demo: Demo, side: DemoPerson['side'], role: Role, sandboxToken: string | null) {
  const email = side === 'portal' ? `${role}@demo.example` : `${role}@staff.example`
  const name = `Demo ${role}`
  const institution = side === 'portal' ? { institutionid: demo.institutionid } : {}
  const { status, body } = await askSandbox(
    demo.base,
    'people',
    { email, name, roles: [role], ...institution },
    sandboxToken,
  )
  if (status !== 200) throw refused(status, body)
  const { password, totp } = body as { password: string; totp: { secret: string } }
  return { side, role, email, password, totp: totp.secret }
}
