import type { AuditAbout } from '../../base/audit/search.ts'
import type { Sql } from '../../base/database/db.ts'
import { badRequest } from '../../base/http/errors.ts'
import { institutionNames, institutionsCalled } from '../../directory/institutions.ts'
import { peopleCalled, peopleOf, personNames } from '../../directory/person-names.ts'
import { actorOf } from '../../directory/person.ts'

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

/** The people and institutions whose ids are in these texts. */
export async function namesIn(sql: Sql, texts: readonly string[]): Promise<Map<string, string>> {
  const ids = [...new Set(texts.flatMap((text) => text.match(uuids) ?? []))]
  return new Map([...(await institutionNames(sql, ids)), ...(await personNames(sql, ids))])
}

/** The names of one entry. */
export const namedIn = (names: ReadonlyMap<string, string>, text: string): { id: string; name: string }[] =>
  [...new Set(text.match(uuids) ?? [])].flatMap((id) => {
    const name = names.get(id)
    return name === undefined ? [] : [{ id, name }]
  })
