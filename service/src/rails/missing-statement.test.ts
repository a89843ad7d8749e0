import { type Ramps, rampsForTests } from '@specie/test/rails/onramp.ts'
import { expect, test } from 'vitest'
import { lastStatementAt, reconcileProvider } from './reconcile.ts'

let ramps: Ramps
rampsForTests((opened) => (ramps = opened))

const dayMs = 86_400_000
const day = 24 * 60

const comparedDays = async (currency: string): Promise<string[]> => {
  const rows = await ramps.env.db.query<{ day: string }>(
    'select day::text as day from rails.statement where currency = $1 order by statement.day',
    [currency],
  )
  return rows.map((row) => row.day)
}

const openCases = () =>
  ramps.env.db.query<{ day: string; about: string }>(
    `select detail ->> 'day' as day, detail ->> 'about' as about from banking.bank_case
     where kind = 'provider_statement' and closed_at is null`,
  )

/** How the provider fails to deliver the statement of a day. */
const failures = {
  'never has it': async () => null,
  'answers with an error': async () => Promise.reject(new Error('the provider answered 500')),
}

test.each(Object.entries(failures))(
  'a day without a statement (the provider %s) opens a case, which closes when the statement arrives',
  async (_how, fail) => {
    const { env } = ramps
    await ramps.rail()
    await ramps.pass(day)
    await reconcileProvider.run(env)
    const last = (await comparedDays('CHF')).at(-1)!
    const lost = new Date(Date.parse(`${last}T00:00:00Z`) + dayMs).toISOString().slice(0, 10)
    const real = env.provider!
    const statement: typeof real.statement = (currency, asked) =>
      currency === 'CHF' && asked === lost ? fail() : real.statement(currency, asked)
    const withoutIt = { ...env, provider: { ...real, statement } }

    await ramps.pass(day)
    await reconcileProvider.run(withoutIt)
    expect(await openCases(), 'it may only be late').toEqual([])

    await ramps.pass(12 * day)
    for (let n = 0; n < 2; n += 1) await reconcileProvider.run(withoutIt)
    expect(await openCases()).toEqual([{ day: lost, about: 'overdue' }])
    expect((await comparedDays('CHF')).at(-1)).toBe(last)
    const { CHF, GBP } = await lastStatementAt(env.db)
    expect(GBP!.getTime(), 'the other currency continues, and each has its own time').toBeGreaterThan(CHF!.getTime())

    await reconcileProvider.run(env)
    expect(await openCases()).toEqual([])
    expect(await comparedDays('CHF')).toEqual(await comparedDays('GBP'))
  },
)
