import { approvalKinds } from '@specie/protocol/people/approvals/approvals.ts'
import type { Role } from '@specie/protocol/people/roles.ts'
import type { Sql } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { change, counted, evidence, type Fact, text, thing, time, words } from '../../base/facts.ts'
import { institutionFact } from '../../directory/facts.ts'
import { findPerson, type Person, personColumns } from '../../directory/person.ts'
import type { RolesPayload } from './give-roles.ts'
import { type LinkPurpose, recoveryByStaff } from './link.ts'
import { dayMs } from '../../base/clock.ts'

// Roles and links of people for those who decide on them.

/** `staff.give_role`, `member.approver`: the roles before and after, and who has them already. */
export const rolesFacts = async (_env: Env, sql: Sql, { person: id, roles }: RolesPayload): Promise<Fact[]> => {
  const person = await findPerson(sql, id)
  return person ? roleFacts(sql, person, roles) : [text('Person', 'not found')]
}

/** `institution.approver`: the role is added to the others. */
export async function giveApproverFacts(_env: Env, sql: Sql, { person: id }: { person: string }): Promise<Fact[]> {
  const person = await findPerson(sql, id)
  if (!person) return [text('Person', 'not found')]
  return [
    await institutionFact(sql, person.institutionId),
    ...(await roleFacts(sql, person, [...new Set([...person.roles, 'approver' as const])])),
  ]
}

async function roleFacts(sql: Sql, person: Person, roles: readonly Role[]): Promise<Fact[]> {
  const added = roles.filter((role) => !person.roles.includes(role))
  const decides = [...new Set(added.flatMap((role) => decidedBy(person, role)))]
  return [
    ...personFacts(person),
    change('Roles', listed(person.roles), listed(roles)),
    ...(decides.length === 0 ? [] : [text('Decides then on', decides.join('; '), { part: 'effect' })]),
    ...(await Promise.all(added.map((role) => holdersFact(sql, person, role)))),
  ]
}

const listed = (roles: readonly Role[]): string => roles.toSorted().map(words).join(', ') || 'none'

const decidedBy = ({ side }: Person, role: Role): string[] =>
  Object.values(approvalKinds)
    .filter((kind) => kind.side === side && (kind.checkers as readonly Role[]).includes(role))
    .map(({ does }) => does)

const personFacts = ({ id, side, name, email, state }: Person): Fact[] => [
  thing('Person', name, side === 'staff' ? 'staff' : 'member', id),
  text('Email', email),
  text('State', words(state)),
]

/** The others who have the role already. */
async function holdersFact(sql: Sql, { id, institutionId }: Person, role: Role): Promise<Fact> {
  const holders = await sql.query<{ name: string }>(
    `select p.name from directory.person p join directory.person_role r on r.person_id = p.id and not r.is_taken
     where p.institution_id is not distinct from $1::uuid and r.role = $2 and p.id <> $3 and p.state = 'active'
     order by p.name`,
    [institutionId, role, id],
  )
  return evidence(text(`Others with the role ${words(role)}`, holders.map(({ name }) => name).join(', ') || null))
}

type Halves = { person: string; purpose: LinkPurpose }

/** `staff.link`, `institution.recovery`: who gets in, and what they have lost. */
export async function linkFacts(_env: Env, sql: Sql, { person: id, purpose }: Halves): Promise<Fact[]> {
  const person = await findPerson(sql, id)
  if (!person) return [text('Person', 'not found')]
  const { institutionId, roles } = person
  return [
    ...(institutionId === null ? [] : [await institutionFact(sql, institutionId)]),
    ...personFacts(person),
    text('Roles', listed(roles)),
    text('Link', purpose === 'invitation' ? 'an invitation' : 'a recovery, in which all factors are set again', {
      part: 'effect',
    }),
    text('Works', worksFrom(institutionId), { part: 'effect' }),
    text('Second half', 'You see it once when you approve, and hand it to the person yourself.', { part: 'effect' }),
    ...(await accessFacts(sql, id)),
    ...(institutionId === null ? [] : [evidence(await administratorsFact(sql, person))]),
  ]
}

const worksFrom = (institutionId: string | null): string =>
  institutionId === null
    ? 'at once, with both halves'
    : `${counted(recoveryByStaff.waitMs / dayMs, 'day')} after the approval, for ${counted(recoveryByStaff.lifetimeMs / dayMs, 'day')}`

async function accessFacts(sql: Sql, id: string): Promise<Fact[]> {
  const [found] = await sql.query<{ passkeys: bigint; last: Date | null }>(
    `select (select count(*) from people.passkey where person_id = $1 and removed_at is null) as passkeys,
       (select max(created_at) from people.session where person_id = $1 and kind = 'browser') as last`,
    [id],
  )
  return [
    evidence(time('Last sign-in', found!.last)),
    evidence(text('Passkeys now', counted(found!.passkeys, 'passkey'))),
  ]
}

async function administratorsFact(sql: Sql, { id, institutionId }: Person): Promise<Fact> {
  const others = await sql.query<Person>(
    `select ${personColumns} from directory.person p where p.institution_id = $1 and p.id <> $2 and p.state = 'active'
     order by p.name`,
    [institutionId, id],
  )
  const names = others.filter(({ roles }) => roles.includes('admin')).map(({ name }) => name)
  return text('Other administrators', names.join(', ') || null)
}
