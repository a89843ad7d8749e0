import { sides } from '@specie/protocol/people/roles.ts'
import { byId } from '../base/audit/row-versions.ts'
import type { Room } from '../base/manifest.ts'
import { exact, type Found, prefix, searchable } from '../base/searchable.ts'

type FoundPerson = Found & { name: string; email: string }

const personColumns = 'id, institution_id, name, email'
const byPerson = [exact('email', (text) => (text.includes('@') ? text.toLowerCase() : null)), prefix('lower(name)')]
const personTitle = ({ name, email }: FoundPerson): string => `${name}, ${email}`

/** Who exists, under which name, in which standing? */
export const room: Room = {
  name: 'directory',
  tables: {
    'directory.institution': byId,
    'directory.person': { ...byId, fixed: ['side', 'institution_id', 'email'] },
    'directory.person_role': { key: ['person_id', 'role'] },
  },
  topics: {
    directory: 'person',
    'directory.institution': 'institution',
  },
  values: {
    'directory.institution': { standing: ['suspended', 'offboarded'] },
    'directory.person': { side: sides },
  },
  searchable: [
    searchable<Found & { name: string }>({
      kind: 'institution',
      only: 'console',
      columns: 'id, id as institution_id, name',
      from: 'directory.institution',
      id: 'uuid',
      fields: [prefix('lower(name)')],
      title: ({ name }) => name,
    }),
    searchable<FoundPerson>({
      kind: 'member',
      columns: personColumns,
      from: `directory.person where state <> 'removed' and institution_id is not null`,
      id: 'uuid',
      fields: byPerson,
      title: personTitle,
    }),
    searchable<FoundPerson>({
      kind: 'staff',
      only: 'console',
      columns: personColumns,
      from: `directory.person where state <> 'removed' and institution_id is null`,
      id: 'uuid',
      fields: byPerson,
      title: personTitle,
    }),
  ],
}
