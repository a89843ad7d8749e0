import { readFile } from 'node:fs/promises'
import { approvalKinds } from '@specie/protocol/people/approvals/approvals.ts'
import { expect, test } from 'vitest'
import { gatherRooms } from './base/gather-rooms.ts'
import type { Room } from './base/manifest.ts'
import { houseRooms, rooms } from './rooms.ts'

const schema = await readFile(new URL('../sql/schema.sql', import.meta.url), 'utf8')
const tables = [...schema.matchAll(/^create (?:unlogged )?table (\S+) \(/gm)].map(([, name]) =>
  name!.replaceAll('"', ''),
)

const schemasOf = ({ name, schemas = [name] }: Room) => schemas
const isNamedAfter = (room: Room, name: string) => schemasOf(room).includes(name.split('.')[0]!)

test('every table belongs to one room, which declares how its rows are kept', () => {
  const listed = houseRooms.flatMap((room: Room) => [
    ...Object.keys(room.tables ?? {}),
    ...Object.keys(room.unversioned ?? {}),
  ])
  expect(tables.length).toBeGreaterThan(100)
  expect(listed.toSorted()).toEqual(tables.toSorted())
})

test.each(houseRooms.map((room: Room) => [room.name, room] as const))('%s speaks of its own only', (_name, room) => {
  const columns = Object.keys(room.values ?? {})
  const views = [...Object.keys(room.unions ?? {}), ...Object.values(room.partOf ?? {})]
  const named = [...Object.keys(room.tables ?? {}), ...Object.keys(room.unversioned ?? {}), ...columns, ...views]
  const jobs = (room.jobs ?? []).map(({ name }) => name)
  const held = Object.values(room.held ?? {}).map(({ table }) => table)
  expect([...named, ...jobs, ...held].filter((name) => !isNamedAfter(room, name))).toEqual([])
  expect(columns.filter((table) => !tables.includes(table))).toEqual([])
})

test('every job that a room wakes is its own', () => {
  for (const { name, jobs = [], wakes = {}, held = {}, operations = {} } of houseRooms as readonly Room[]) {
    const own = jobs.map((job) => job.name)
    const woken = [
      ...Object.values(wakes).flat(),
      ...[...Object.values(held), ...Object.values(operations)].map(({ job }) => job),
    ]
    expect([name, woken.filter((job) => !own.includes(job))]).toEqual([name, []])
  }
  const all = rooms.jobs.map(({ name }) => name)
  expect(new Set(all).size).toBe(all.length)
})

test('every kind of approval has a room with its act', () => {
  expect(Object.keys(rooms.approvals).toSorted()).toEqual(Object.keys(approvalKinds).toSorted())
})

test('two rooms cannot claim the same item, and all shared items exist', () => {
  const twice: Room = { name: 'another', held: { wire: rooms.held.wire } }
  expect(() => gatherRooms([...houseRooms, twice])).toThrow('banking and another both claim wire (held)')
  const without = houseRooms.filter(({ name }) => name !== 'rails')
  expect(() => gatherRooms(without)).toThrow('no room has rail, payment')
  expect(() => gatherRooms([...houseRooms, { name: 'another', orderTable: 'another.orders' }])).toThrow('orderTable')
})

test('a union view has parts, and each part has its union', () => {
  const comment = 'to be seen'
  const asks = { name: 'another', unions: { 'another.view': { comment, columns: ['id'] } } }
  expect(() => gatherRooms([...houseRooms, asks])).toThrow('no room provides a part of another.view')
  const gives = { name: 'another', partOf: { 'another.view': 'another.part' } }
  expect(() => gatherRooms([...houseRooms, gives])).toThrow('another.part is part of another.view')
  const { unions } = gatherRooms([...houseRooms, { ...asks, ...gives }])
  expect(unions['another.view']).toEqual({ comment, columns: ['id'], parts: ['another.part'] })
})
