import { isUuid } from '../base/ids.ts'

// The actor text in histories and audit entries: a person, an API key, or `service`. Ids instead of names, because
// entries cannot be erased. The database functions directory.person_actor and directory.key_actor write the same.

export const personActor = (id: string): string => `person:${id}`

export const keyActor = (id: string): string => `key ${id}`

type Actor = { readonly kind: 'person' | 'key'; readonly id: string }

/** The person or key that an actor names; null for the service itself. */
export function readActor(actor: string): Actor | null {
  const { person, key } = /^(?:person:(?<person>.+)|key (?<key>.+))$/.exec(actor)?.groups ?? {}
  if (person !== undefined && isUuid(person)) return { kind: 'person', id: person }
  return key !== undefined && isUuid(key) ? { kind: 'key', id: key } : null
}
