import { heldKinds } from '@specie/protocol/holds.ts'
import { streamNames } from './audit/sealed-stream.ts'
import type { Tx } from './database/db.ts'
import type { Env } from './env.ts'
import { purposes, type Room, type RoomEvent, type UnionView } from './manifest.ts'

/** The contributions of all rooms, merged. */
export type Rooms = ReturnType<typeof gatherRooms>

declare module './env.ts' {
  interface Runtime {
    readonly rooms: Rooms
  }
}

/** Throws when two rooms claim the same name, or when no room provides a name that others need. */
export function gatherRooms(rooms: readonly Room[]) {
  const all = <T>(of: (room: Room) => readonly T[] | undefined): readonly T[] => rooms.flatMap((room) => of(room) ?? [])
  return {
    tables: united(rooms, 'tables'),
    topics: united(rooms, 'topics'),
    sealed: streamNames.flatMap((name) => all((room) => room.sealed?.filter((stream) => stream.name === name))),
    values: united(rooms, 'values'),
    unions: unionsOf(rooms),
    jobs: all((room) => room.jobs),
    jobsAfter: (event: RoomEvent): readonly string[] => all((room) => room.wakes?.[event]),
    held: complete(heldKinds, united(rooms, 'held')),
    stoppedAmong: only(rooms, 'stoppedAmong'),
    searchable: all((room) => room.searchable),
    staffQueue: all((room) => room.staffQueue),
    approvals: united(rooms, 'approvals'),
    operations: complete(purposes, united(rooms, 'operations')),
    unsentPayouts: complete(['withdrawal', 'redemption'], united(rooms, 'unsentPayouts')),
    orderTable: only(rooms, 'orderTable'),
  }
}

type Tabled = 'tables' | 'topics' | 'values' | 'unions' | 'held' | 'approvals' | 'operations' | 'unsentPayouts'

/** Merges the fields of the rooms by name. Each name belongs to one room. */
function united<Field extends Tabled>(rooms: readonly Room[], field: Field): NonNullable<Room[Field]> {
  const owners = new Map<string, string>()
  for (const room of rooms)
    for (const key of Object.keys(room[field] ?? {})) {
      const owner = owners.get(key)
      if (owner !== undefined) throw new Error(`${owner} and ${room.name} both claim ${key} (${field})`)
      owners.set(key, room.name)
    }
  return Object.assign({}, ...rooms.map((room) => room[field])) as NonNullable<Room[Field]>
}

/** The union views with their parts, in the order of the rooms. */
function unionsOf(rooms: readonly Room[]): Readonly<Record<string, UnionView & { readonly parts: readonly string[] }>> {
  const views = united(rooms, 'unions')
  const given = rooms.flatMap(({ partOf = {} }) => Object.entries(partOf))
  const lost = given.filter(([union]) => !(union in views)).map(([union, part]) => `${part} is part of ${union}`)
  const partsOf = (union: string) => given.filter(([name]) => name === union).map(([, part]) => part)
  const empty = Object.keys(views).filter((union) => partsOf(union).length === 0)
  if (lost.length > 0) throw new Error(`no room declares a union of which ${lost.join(', ')}`)
  if (empty.length > 0) throw new Error(`no room provides a part of ${empty.join(', ')}`)
  return Object.fromEntries(Object.entries(views).map(([union, view]) => [union, { ...view, parts: partsOf(union) }]))
}

function complete<Key extends string, Value>(
  keys: readonly Key[],
  found: { readonly [key in Key]?: Value },
): Readonly<Record<Key, Value>> {
  const missing = keys.filter((key) => found[key] === undefined)
  if (missing.length > 0) throw new Error(`no room has ${missing.join(', ')}`)
  return found as Record<Key, Value>
}

function only<Field extends 'stoppedAmong' | 'orderTable'>(
  rooms: readonly Room[],
  field: Field,
): NonNullable<Room[Field]> {
  const [found, ...more] = rooms.flatMap((room) => room[field] ?? [])
  if (found === undefined || more.length > 0) throw new Error(`exactly one room has ${field}`)
  return found
}

/** Wakes the jobs that wait for one of these events. */
export function wakeAfter({ runtime, jobs }: Pick<Env, 'runtime' | 'jobs'>, tx: Tx, ...events: RoomEvent[]): void {
  for (const job of new Set(events.flatMap((event) => runtime.rooms.jobsAfter(event)))) jobs.wake(tx, job)
}
