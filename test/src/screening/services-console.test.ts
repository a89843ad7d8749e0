import { askServices } from '@specie/service/compliance/services/job.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { staff } from '../people.ts'
import { as } from '../people/portal.ts'
import { type Served, servePeople } from '../people/served.ts'
import { servicesForEachTest } from './services.ts'

// What staff see of outside screening services.

const services = servicesForEachTest()
let served: Served
let officer: ReturnType<typeof as>
let admin: ReturnType<typeof as>
beforeAll(async () => {
  served = await servePeople({ SCREENING_SERVICES: `watchman=${services.url}` })
  officer = as(await staff(served.env, 'compliance'), served.origin)
  admin = as(await staff(served.env, 'admin'), served.origin)
})
afterAll(() => served.end())

const serviceOf = async () => {
  const { body } = await officer('GET', '/lists')
  return body.lists.find(({ list }: { list: string }) => list === 'watchman')
}

test('a service that does not answer is named on the page of lists and on that of the system, until it answers', async () => {
  expect(await serviceOf()).toMatchObject({ title: 'Moov Watchman', state: 'silent', checked_at: null })
  await services.answer('no lists')
  await askServices.run(served.env)
  expect(await serviceOf()).toMatchObject({
    state: 'silent',
    failure: 'it has no lists yet',
    failed_at: expect.any(String),
  })
  const { body } = await admin('GET', '/system')
  expect(body.outside).toContainEqual(
    expect.objectContaining({
      name: 'list watchman',
      ok: false,
      problem: 'It does not answer, so items that need its answer wait. it has no lists yet',
    }),
  )
  await services.answer('none')
  expect(await officer('POST', '/lists/refresh', { list: 'watchman' })).toMatchObject({
    status: 200,
    body: { title: 'Moov Watchman' },
  })
  await askServices.run(served.env)
  expect(await serviceOf()).toMatchObject({ state: 'current', failure: null, failed_at: null })
})

test('a service that is not in the settings cannot be asked', async () => {
  const { status, body } = await officer('POST', '/lists/refresh', { list: 'yente' })
  expect([status, body.details?.rule, body.message]).toEqual([
    400,
    'source',
    expect.stringContaining('Name it in the setting SCREENING_SERVICES'),
  ])
})
