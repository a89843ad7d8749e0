import {
  all,
  deposit,
  desk,
  ends,
  eth,
  funding,
  gas,
  has,
  institution,
  pass,
  run,
  sales,
  stateOf,
  underway,
  useConversionDesk,
} from '@specie/test/conversion-desk.ts'
import { whitelisted } from '@specie/test/issuance.ts'
import { expect, test } from 'vitest'

useConversionDesk()

/** The mint goes to a wallet of the institution, which then gets the given state. */
async function toWallet(acme: string, mint: string, state: string): Promise<void> {
  await whitelisted(desk.database, acme, 'vault')
  await putWallet(acme, state)
  await desk.database.owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(
      'update issuance.mint set address_id = (select id from destinations.address where institution_id = $2) where id = $1',
      [mint, acme],
    )
  })
}

const putWallet = (acme: string, state: string) =>
  desk.database.owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query('update destinations.address set state = $2 where institution_id = $1', [acme, state])
  })

const halt = () =>
  desk.database.owner.query(
    `insert into compliance.switch (what, reason, actor, at) values ('mint:VCHF', 'a test', 'test', now())`,
  )

test('when its wallet is revoked before the deposit, the mint ends without a sale', async () => {
  const acme = await institution()
  const mint = await funding(acme)
  await toWallet(acme, mint, 'revoked')
  await deposit(acme, 'ETH', eth(15n))
  await run()
  expect([await stateOf(mint), await has(acme, 'ETH')]).toMatchObject([
    { mint: 'failed', conversion: 'canceled', reason: 'Its wallet has been revoked.' },
    all,
  ])
})

test('when its wallet is revoked, crypto at the provider is not sold and belongs to the institution', async () => {
  const { acme, mint } = await underway()
  await toWallet(acme, mint, 'revoked')
  await ends(mint)
  await run()
  await run()
  expect([await stateOf(mint), await sales(mint), await has(acme, 'ETH')]).toMatchObject([
    { mint: 'failed', conversion: 'rejected' },
    0,
    { available: eth(15n) - gas, pending: 0n },
  ])
})

test('while its wallet is suspended, no crypto is taken or sold', async () => {
  const acme = await institution()
  const mint = await funding(acme)
  await toWallet(acme, mint, 'suspended')
  await deposit(acme, 'ETH', eth(15n))
  await run()
  expect([await stateOf(mint), await has(acme, 'ETH')]).toMatchObject([{ conversion: 'waiting_deposit' }, all])
  await putWallet(acme, 'active')
  await run()
  expect(await stateOf(mint)).toMatchObject({ conversion: 'sending' })
  await ends(mint)
  await putWallet(acme, 'suspended')
  await run()
  await pass(1)
  await run()
  expect([await stateOf(mint), await sales(mint)]).toMatchObject([{ conversion: 'converting' }, 0])
})

test('no crypto is sold for a halted coin', async () => {
  const acme = await institution()
  const mint = await funding(acme)
  await halt()
  await deposit(acme, 'ETH', eth(15n))
  await run()
  expect([await stateOf(mint), await has(acme, 'ETH')]).toMatchObject([{ conversion: 'waiting_deposit' }, all])
})
