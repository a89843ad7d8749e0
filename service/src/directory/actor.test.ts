import { freshDatabase } from '@specie/test/database.ts'
import { expect, test } from 'vitest'
import { keyActor, personActor, readActor } from './actor.ts'

const id = '00000000-0000-4000-8000-00000000000a'

test('an actor is parsed as it was written', () => {
  expect(readActor(personActor(id))).toEqual({ kind: 'person', id })
  expect(readActor(keyActor(id))).toEqual({ kind: 'key', id })
  for (const other of ['service', 'person:', `key:${id}`, `${personActor(id)} `]) expect(readActor(other)).toBeNull()
})

test('the database writes actors like the service', async () => {
  const database = await freshDatabase()
  const named =
    'select directory.person_actor($1) as person, directory.key_actor($1) as key, directory.person_actor(null) as nobody'
  const [row] = await database.app.query(named, [id])
  expect(row).toEqual({ person: personActor(id), key: keyActor(id), nobody: null })
  await database.drop()
})
