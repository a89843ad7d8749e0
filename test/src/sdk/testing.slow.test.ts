import { fileURLToPath } from 'node:url'
import { startUat } from '@specie/sdk/testing.ts'
import { expect, test } from 'vitest'

const repository = fileURLToPath(new URL('../../../', import.meta.url))

test('a test starts a whole UAT, mints, follows it to settlement and stops', { timeout: 600_000 }, async () => {
  const uat = await startUat({ repository, settings: { SETTLEMENT_SPEED: '3600' } })
  try {
    const { institutionid, specie } = await uat.institution({ name: 'Mint AG' })
    await specie.sandbox.wires({ institutionid, currency: 'CHF', amount: '250000' })
    await specie.sandbox.advance({ seconds: 3_600 })
    const mint = await specie.mintTokens({ asset: 'VCHF', blockchain: 'ETH', quantity: '150000' })
    const stages: (string | null)[] = []
    const settled = specie.outcome(mint, { everyMs: 1_000, onProgress: ({ stage }) => stages.push(stage) })
    await specie.sandbox.advance({ seconds: 4 * 3_600 })
    expect(await settled).toMatchObject({ requestid: mint.requestid, status: 'settled', quantity: '150000' })
    expect(stages.at(-1)).toBe('settled')
  } finally {
    await uat.stop()
  }
})

test('a folder that is not a checkout is reported as such', async () => {
  await expect(startUat({ repository: '/nowhere' })).rejects.toThrow('is not a checkout of the Specie repository')
})
