import type { Sql } from '../base/database/db.ts'
import { type Fact, text, thing } from '../base/facts.ts'
import { actorNames } from './actor-names.ts'
import { readActor } from './actor.ts'
import { institutionNames } from './institutions.ts'

/** An institution by its name. */
export async function institutionFact(sql: Sql, id: string | null, label = 'Institution'): Promise<Fact> {
  if (id === null) return text(label, 'not known')
  const name = (await institutionNames(sql, [id])).get(id)
  return name === undefined ? text(label, 'not known') : thing(label, name, 'institution', id)
}

/** The name of the person behind an actor, or what acted. */
export async function actorText(sql: Sql, actor: string): Promise<string> {
  const name = (await actorNames(sql, [actor])).get(actor)
  if (name !== undefined) return name
  return readActor(actor)?.kind === 'key' ? 'an API key' : actor === 'service' ? 'the service' : actor
}
