import type { auditSearchCall } from '@specie/protocol/console/audit.ts'
import type { PeopleResponse } from '@specie/protocol/web-api/call.ts'
import type { AuditAbout } from '../../base/audit/search.ts'
import type { Sql } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { badRequest } from '../../base/http/errors.ts'
import { institutionNames, institutionsCalled } from '../../directory/institutions.ts'
import { peopleCalled, peopleOf, personNames } from '../../directory/person-names.ts'
import { actorOf } from '../../directory/person.ts'
import { itemsById } from '../../web-api/search.ts'
import { scopeOf } from '../may-read.ts'

// The audit chain contains ids, because entries cannot be deleted. Names are looked up for searches and display.

/** Entries by this person or about them; a 400 for an unknown name. */
export async function aboutPerson(sql: Sql, text: string): Promise<AuditAbout> {
  const ids = await peopleCalled(sql, text)
  if (ids.length === 0) throw badRequest('unknown', 'No person has this id, email or name.', 'person')
  return { actors: ids.map((id) => actorOf({ id })), subjects: ids, mentions: [] }
}

/** Entries by its people, about it, or that name it. */
export async function aboutInstitution(sql: Sql, text: string): Promise<AuditAbout> {
  const ids = await institutionsCalled(sql, text)
  if (ids.length === 0) throw badRequest('unknown', 'No institution has this id or name.', 'institution')
  const people = await peopleOf(sql, ids)
  return { actors: people.map((id) => actorOf({ id })), subjects: [...ids, ...people], mentions: ids }
}

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

export type NamedId = PeopleResponse<typeof auditSearchCall>['items'][number]['names'][number]

/** What the ids in each of these texts stand for: people, institutions, and items that staff with these roles may read. */
export async function namesIn(env: Env, roles: readonly string[], texts: readonly string[]): Promise<NamedId[][]> {
  const idsOf = texts.map((text) => [...new Set(text.match(uuids) ?? [])])
  const ids = [...new Set(idsOf.flat())]
  const [institutions, people, items] = await Promise.all([
    institutionNames(env.db, ids),
    personNames(env.db, ids),
    itemsById(env, ids, scopeOf(roles)),
  ])
  return idsOf.map((own) =>
    own.flatMap((id) => {
      const item = items.get(id)
      const name = institutions.get(id) ?? people.get(id) ?? item?.title
      return name === undefined ? [] : [{ id, name, path: item?.path ?? null }]
    }),
  )
}
