import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Env } from '@specie/service/base/env.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { listServer, type ListServer } from './list-server.ts'
import { listsOn, sample } from './lists.ts'

// What a publisher, or whoever has taken one over, can do to the service that reads its list. The reason of each failure is in
// the state of the list, and the former version stays.

let database: TestDatabase
let publisher: ListServer
beforeEach(async () => {
  ;[database, publisher] = await Promise.all([freshDatabase(), listServer()])
})
afterEach(() => Promise.all([database.drop(), publisher.close()]))

type Config = Partial<Env['config']>
const production: Config = { environment: 'production' }

/** The reason why a list is not read. A version was active before. */
async function failureOf(over: Config, path = '/un.xml', refused: object[] = []): Promise<string | null> {
  publisher.files.set('/first.xml', sample('un_xml', 20))
  await listsOn(database, `un=${publisher.origin}/first.xml`).later(0)
  const lists = listsOn(database, `un=${publisher.origin}${path}`, over)
  await lists.later(2)
  expect(await lists.versions()).toMatchObject([{ state: 'active', entries: 23 }, ...refused])
  expect(await lists.names()).toHaveLength(23)
  const [source] = await database.app.query<{ failure: string | null }>('select failure from compliance.list_source')
  return source!.failure
}
beforeEach(() => void publisher.files.set('/un.xml', sample('un_xml', 21)))

describe('time', () => {
  test.each(['slowly', 'never'] as const)('a file that is sent %s', async (pace) => {
    publisher.files.set('/first.xml', sample('un_xml', 20))
    await listsOn(database, `un=${publisher.origin}/first.xml`).later(0)
    publisher.pace = pace
    const lists = listsOn(database, `un=${publisher.origin}/un.xml`, { listFetchSeconds: 1 })
    await lists.later(2)
    const [source] = await database.app.query('select failure from compliance.list_source')
    expect(source).toEqual({ failure: 'it did not arrive within 1 seconds' })
    expect(await lists.names()).toHaveLength(23)
  })
})

describe('size', () => {
  test('a file that says how long it is', async () => {
    expect(await failureOf({ listMaxBytes: 20_000 })).toBe('it is longer than 20000 bytes')
  })

  test('a file without a length, and a compressed one', async () => {
    publisher.files.set('/un.xml.gz', sample('un_xml', 400))
    const late = /^the file did not arrive as a whole: it is longer than 100000 bytes$/
    expect(await failureOf({ listMaxBytes: 100_000 }, '/un.xml.gz')).toMatch(late)
    publisher.pace = 'in pieces'
    publisher.files.set('/long.xml', sample('un_xml', 400))
    const lists = listsOn(database, `un=${publisher.origin}/long.xml`, { listMaxBytes: 100_000 })
    await lists.later(4)
    const [source] = await database.app.query<{ failure: string }>('select failure from compliance.list_source')
    expect(source!.failure).toMatch(late)
  })
})

describe('redirects', () => {
  test.each([
    [
      'to http',
      production,
      'http://example.com/un.xml',
      /^it answered 302, a redirect that is not to an https address$/,
    ],
    ['to a file', {}, 'file:///etc/passwd', /^it answered 302, a redirect that is not to an https address$/],
    ['to a private network', production, 'https://10.1.2.3/un.xml', /^10\.1\.2\.3 .* is not a public address\.$/],
    ['to this machine', production, 'https://localhost:5432/', /^localhost resolves to .* is not a public address\.$/],
    [
      'to the cloud’s own data',
      {},
      'http://169.254.169.254/latest',
      /^169\.254\.169\.254 .* is not a public address\.$/,
    ],
    [
      'to a name of nothing',
      production,
      'https://does-not-exist.invalid/',
      /^does-not-exist\.invalid cannot be resolved/,
    ],
  ])('%s are not followed', async (_name, over, target, reason) => {
    publisher.redirects.set('/moved', target)
    expect(await failureOf(over, '/moved')).toMatch(reason)
  })

  test('without end are not followed', async () => {
    publisher.redirects.set('/round', '/round')
    expect(await failureOf({}, '/round')).toBe('it redirects more than 3 times')
  })
})

describe('answers', () => {
  test('a page about an error with the status of a success is refused', async () => {
    publisher.files.set('/un.xml', '<html><body>Closed for maintenance</body></html>')
    const refused = [{ state: 'refused', refusal: 'other_format' }]
    expect(await failureOf({}, '/un.xml', refused)).toMatch(/begins with <html>.*begins with <CONSOLIDATED_LIST>/)
  })

  test('a missing file is no version', async () => {
    expect(await failureOf({}, '/gone.xml')).toBe('it answered 404')
  })
})
