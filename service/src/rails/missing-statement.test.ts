import { type Ramps, rampsForTests } from '@specie/test/rails/onramp.ts'
import { expect, test } from 'vitest'
import { reconcileProvider } from './reconcile.ts'

let ramps: Ramps
rampsForTests((opened) => (ramps = opened))

test('a day without a statement of the provider is told to somebody, or does not stop the days after it', async () => {
  const { env } = ramps
  await ramps.rail()
  await ramps.pass(24 * 60)
  await reconcileProvider.run(env)
  const days = async () =>
    (
      await env.db.query<{ day: string }>(
        `select day::text as day from rails.statement where currency = 'CHF' order by statement.day`,
      )
    ).map(({ day }) => day)
  const last = (await days()).at(-1)!
  const lost = new Date(Date.parse(`${last}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
  const real = env.provider!
  // The provider never has the statement of that day; those of all others it has.
  const statement: typeof real.statement = async (currency, day) =>
    day === lost ? null : real.statement(currency, day)
  await ramps.pass(14 * 24 * 60)
  await reconcileProvider.run({ ...env, provider: { ...real, statement } })
  const told = await env.db.query(`select 1 from banking.bank_case where kind = 'provider_statement'`)
  expect({ told: told.length > 0, wentOn: (await days()).at(-1)! > lost }).not.toEqual({ told: false, wentOn: false })
})
