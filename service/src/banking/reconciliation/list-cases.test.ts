import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeCases, openCase } from './cases.ts'
import { listCases } from './list-cases.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
  await database.app.tx(async (tx) => {
    for (const cause of ['1', '2', '3'])
      await openCase(tx, { kind: 'return_failed', cause, detail: { wireid: cause, problem: 'closed' } }, new Date())
    await openCase(tx, { kind: 'sweep_failed', cause: '4', detail: { problem: 'closed' } }, new Date())
  })
})
afterAll(() => database.drop())

const list = async (search: Parameters<typeof listCases>[1]) => {
  const { items, next_cursor } = await listCases(database.app, search)
  return {
    causes: items.map(({ detail }) => detail.find(({ name }) => name === 'wireid')?.value ?? 'sweep'),
    next: next_cursor,
  }
}

test('cases are paged, newest first, and the last page has no next one', async () => {
  expect(await list({ state: 'open' })).toEqual({ causes: ['sweep', '3', '2', '1'], next: null })
  const first = await list({ state: 'open', limit: 3 })
  expect(first).toEqual({ causes: ['sweep', '3', '2'], next: expect.stringMatching(/^\d+$/) })
  expect(await list({ state: 'open', limit: 3, cursor: first.next! })).toEqual({ causes: ['1'], next: null })
  expect(await list({ state: 'open', limit: 4 })).toMatchObject({ next: null })
  await expect(list({ state: 'open', cursor: 'nonsense' })).rejects.toMatchObject({ code: 'invalid_cursor' })
})

test('cases are found by kind, by state and by id', async () => {
  expect(await list({ state: 'open', kind: 'sweep_failed' })).toMatchObject({ causes: ['sweep'] })
  await closeCases(database.app, 'return_failed', ['2'], new Date(), 'operator ann')
  expect(await list({ state: 'open', kind: 'return_failed' })).toMatchObject({ causes: ['3', '1'] })
  const closed = (await listCases(database.app, { state: 'closed' })).items
  expect(closed).toMatchObject([
    {
      state: 'closed',
      kind: 'return_failed',
      closed_by: 'operator ann',
      detail: [
        { name: 'problem', value: 'closed' },
        { name: 'wireid', value: '2' },
      ],
    },
  ])
  expect(await list({ state: 'open', caseid: closed[0]!.caseid })).toMatchObject({ causes: ['2'] })
})
