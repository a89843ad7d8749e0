import { listsAreFresh, oldLists } from '@specie/service/compliance/list/age.ts'
import { activeVersions, entriesChangedBy } from '@specie/service/compliance/list/active.ts'
import { addToWatchlist, isListedAddress } from '@specie/service/compliance/list/own.ts'
import { mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import type { Env } from '@specie/service/base/env.ts'
import { listServer, type ListServer } from './list-server.ts'
import { listsOn, sample } from './lists.ts'

let database: TestDatabase
let publisher: ListServer
beforeEach(async () => {
  ;[database, publisher] = await Promise.all([freshDatabase(), listServer()])
})
afterEach(() => Promise.all([database.drop(), publisher.close()]))

const un = () => listsOn(database, `un=${publisher.origin}/un.xml`)
const publish = (content: string) => publisher.files.set('/un.xml', content)
const none = { added: 0, changed: 0, removed: 0, reassigned: 0, renumbered: 0 }
const source = async () => {
  const [row] = await database.app.query('select * from compliance.list_source')
  return row!
}

describe('a list at an address', () => {
  test('is loaded, and an unchanged file is only noted', async () => {
    publish(sample('un_xml', 20))
    const lists = un()
    expect(await lists.later(0)).toBe(1)
    expect(await lists.versions()).toEqual([
      { list: 'un', state: 'active', refusal: null, ...none, entries: 23, added: 23 },
    ])
    expect(await lists.names()).toHaveLength(23)
    const { checked_at } = await source()
    expect(await lists.later(2)).toBe(0)
    expect(publisher.answers).toEqual(['200 /un.xml', '304 /un.xml'])
    expect(await lists.versions()).toHaveLength(1)
    expect((await source())['checked_at']).not.toEqual(checked_at)
  })

  test('is not read again before it is due', async () => {
    publish(sample('un_xml', 20))
    const lists = un()
    await lists.later(0)
    await lists.later(0.5)
    expect(publisher.answers).toEqual(['200 /un.xml'])
  })

  test('a new version says what it added, changed, removed, reassigned and renumbered', async () => {
    publish(sample('un_xml', 50))
    const lists = un()
    await lists.later(0)
    const before = await lists.names()
    publish(
      sample('un_xml', 51)
        .replace('Sells coral.', 'Sells corals.')
        .replace('HABIMURENGE', 'OTHER PERSON')
        .replace('QDi.901', 'QDi.902')
        .replace(/<INDIVIDUAL>\s*<DATAID>9900003[^]*?<\/INDIVIDUAL>/, ''),
    )
    await lists.later(1)
    const [first, second] = await lists.versions()
    expect(first).toMatchObject({ state: 'replaced' })
    expect(second).toMatchObject({ state: 'active', changed: 1, reassigned: 1, renumbered: 1 })
    expect(Number(second!['added']) - Number(second!['removed'])).toBe((await lists.names()).length - before.length)
    const [{ version }] = (await activeVersions(database.app)) as unknown as [{ version: string }]
    const { began, ended } = await entriesChangedBy(database.app, version)
    const renumbered = began.filter(({ hash }) => ended.some((old) => old.hash === hash))
    expect(renumbered.map(({ entry }) => entry.reference)).toEqual(['QDi.902'])
    expect(began).toHaveLength(3 + Number(second!['added']))
    expect(ended).toHaveLength(3 + Number(second!['removed']))
  })

  test('a de-listed party is on the list no longer, and stays in the history', async () => {
    const name = 'HABIMURENGE'
    publish(sample('un_xml', 50))
    const lists = un()
    await lists.later(0)
    const isListed = async () => (await lists.names()).some((one) => one.includes(name))
    expect(await isListed()).toBe(true)
    publish(sample('un_xml', 50).replace(/<INDIVIDUAL>\s*<DATAID>9900002[^]*?<\/INDIVIDUAL>/, ''))
    await lists.later(1)
    expect(await isListed()).toBe(false)
    expect(
      await database.app.query(`select from compliance.list_entry where content::text like '%${name}%'`),
    ).toHaveLength(1)
  })

  test('redirects to the storage of the publisher are followed, compressed files are read', async () => {
    publisher.files.set('/un.xml.gz', sample('un_xml', 20))
    const lists = listsOn(database, `un=${publisher.origin}/moved/un.xml.gz`)
    await lists.later(0)
    expect(await lists.versions()).toMatchObject([{ state: 'active', entries: 23 }])
  })

  test('wallet addresses of OFAC are listed in any spelling of their chain', async () => {
    publisher.files.set('/ofac.xml', sample('ofac_advanced_xml', 20))
    const lists = listsOn(database, `ofac=${publisher.origin}/ofac.xml`)
    await lists.later(0)
    const found = await database.app.query<{ address: string }>(
      `select content #>> '{wallets,0,address}' as address from compliance.list_entry where wallets <> '{}'`,
    )
    expect(found.length).toBeGreaterThan(0)
    for (const { address } of found) {
      expect(await isListedAddress(database.app, address)).toBe(true)
      if (address.startsWith('0x')) expect(await isListedAddress(database.app, address.toLowerCase())).toBe(true)
    }
    expect(await isListedAddress(database.app, '0x0000000000000000000000000000000000000001')).toBe(false)
  })
})

describe('a version is refused, the former one stays, and this is recorded once', () => {
  test.each([
    ['shorter', () => sample('un_xml', 90), /more than 5 % fewer/],
    ['unreadable', () => sample('un_xml', 97).slice(0, 20_000), /Fetch the file again/],
    ['unreadable', () => '', /Fetch the file again|empty/],
    ['other_format', () => sample('eu_xml', 97), /format/],
  ])('%s', async (reason, content, message) => {
    publish(sample('un_xml', 97))
    const lists = un()
    await lists.later(0)
    publish(content())
    await lists.later(1)
    await lists.later(1)
    expect(await lists.versions()).toMatchObject([
      { state: 'active', entries: 100 },
      { state: 'refused', refusal: reason },
    ])
    expect(await lists.names()).toHaveLength(100)
    expect(await source()).toMatchObject({ failure: expect.stringMatching(message), etag: null })
    const metrics = await lists.env.metrics.registry.metrics()
    expect(metrics).toContain(`specie_list_refusals_total{list="un",reason="${reason}"} 2`)
    // The publisher repairs the file.
    publish(sample('un_xml', 98))
    await lists.later(1)
    expect((await lists.versions()).at(-1)).toMatchObject({ state: 'active', added: 1 })
    expect(await source()).toMatchObject({ failure: null, failed_at: null })
  })

  test('a file that is cut off on its way is no version at all', async () => {
    publish(sample('un_xml', 97))
    const lists = un()
    await lists.later(0)
    publish(sample('un_xml', 98))
    publisher.cutAt = 10_000
    await lists.later(1)
    expect(await lists.versions()).toHaveLength(1)
    expect(await source()).toMatchObject({ failure: expect.stringContaining('did not arrive as a whole') })
    await lists.later(1)
    expect(await lists.versions()).toMatchObject([{ state: 'replaced' }, { state: 'active', entries: 101 }])
  })

  test('an address that does not answer, or not with the file', async () => {
    const lists = un()
    await lists.later(0)
    expect(await source()).toMatchObject({ failure: 'it answered 404', checked_at: null })
    expect(await lists.versions()).toEqual([])
  })
})

describe('the age', () => {
  test('from 48 hours on screening does not decide, until the source is read again', async () => {
    publish(sample('un_xml', 20))
    const lists = un()
    const fresh = () => listsAreFresh(lists.env, database.app)
    expect(await fresh()).toBe(false) // never loaded
    await lists.later(0)
    expect(await fresh()).toBe(true)
    publisher.files.clear()
    await lists.later(47.9)
    expect(await fresh()).toBe(true)
    await lists.later(0.2)
    expect([await fresh(), await oldLists(lists.env, database.app)]).toEqual([false, ['un']])
    expect(await lists.env.metrics.registry.metrics()).toContain('specie_list_too_old{list="un"} 1')
    publish(sample('un_xml', 20))
    await lists.later(1)
    expect(await fresh()).toBe(true)
    expect(await lists.env.metrics.registry.metrics()).toContain('specie_list_too_old{list="un"} 0')
  })

  test('a refused version does not make the list younger', async () => {
    publish(sample('un_xml', 97))
    const lists = un()
    await lists.later(0)
    publish(sample('un_xml', 20))
    await lists.later(24)
    await lists.later(24.1)
    expect(await listsAreFresh(lists.env, database.app)).toBe(false)
  })

  test('a list that left the settings ages no longer, and its entries still count', async () => {
    publish(sample('un_xml', 20))
    await un().later(0)
    const lists = listsOn(database, 'none')
    await lists.later(0)
    await lists.later(100)
    expect(await listsAreFresh(lists.env, database.app)).toBe(true)
    expect(await lists.names()).toHaveLength(23)
  })

  test('in production nothing is screened before the operator has decided about lists', async () => {
    const config = (screeningLists: Env['config']['screeningLists']) =>
      ({ environment: 'production', screeningLists }) as const
    expect(await listsAreFresh(listsOn(database, 'none', config(null)).env, database.app)).toBe(false)
    expect(await listsAreFresh(listsOn(database, 'none', config(new Map())).env, database.app)).toBe(true)
  })

  test('the own list does not age', async () => {
    const lists = listsOn(database, 'none')
    await database.app.tx((tx) => addToWatchlist(tx, [{ name: 'Nobody Ltd', list: 'x', effect: 'refuse' }], new Date()))
    await lists.later(1000)
    expect(await listsAreFresh(lists.env, database.app)).toBe(true)
  })
})

describe('a list in a folder', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lists-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const write = (name: string, content: string, at: number) => {
    writeFileSync(join(folder, `.${name}`), content)
    utimesSync(join(folder, `.${name}`), at, at)
    renameSync(join(folder, `.${name}`), join(folder, name))
  }

  test('is its newest file, as CSV or as XML', async () => {
    const lists = listsOn(database, `uk=${folder}`)
    await lists.later(0)
    expect(await source()).toMatchObject({ failure: `the folder ${folder} is empty` })
    write('b.csv', sample('uk_csv', 20), 1_000)
    await lists.later(1)
    write('a.xml', sample('uk_xml', 21), 2_000)
    await lists.later(1)
    const versions = await database.app.query(
      'select source, format, added, changed from compliance.list_version order by created_at',
    )
    expect(versions).toEqual([
      { source: join(folder, 'b.csv'), format: 'uk_csv', added: 24, changed: 0 },
      { source: join(folder, 'a.xml'), format: 'uk_xml', added: 1, changed: 0 },
    ])
  })

  test('a file of the settings is read again when it has changed', async () => {
    const file = join(folder, 'seco.xml')
    write('seco.xml', sample('seco_xml', 20), 1_000)
    const lists = listsOn(database, `seco=${file}`)
    await lists.later(0)
    await lists.later(1)
    write('seco.xml', sample('seco_xml', 21), 2_000)
    await lists.later(1)
    expect(await lists.versions()).toMatchObject([{ state: 'replaced' }, { state: 'active', added: 1 }])
  })
})
