import type { Sql } from '../base/database/db.ts'
import { personActor, readActor } from './actor.ts'
import { personNames } from './person-names.ts'

/** The names of the people among these actors, by actor. */
export async function actorNames(sql: Sql, actors: readonly string[]): Promise<Map<string, string>> {
  const people = actors.flatMap((actor) => readActor(actor) ?? []).filter(({ kind }) => kind === 'person')
  const names = await personNames(
    sql,
    people.map(({ id }) => id),
  )
  return new Map([...names].map(([id, name]) => [personActor(id), name]))
}
