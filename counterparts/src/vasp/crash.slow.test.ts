import { customerOf } from '@specie/test/customers/bank.ts'
import { openPeer } from '@specie/test/customers/trp-peer.ts'
import { startCounterparts } from '@specie/test/programs/counterparts.ts'
import { drawnSeed, seeded } from '@specie/test/seeded-random.ts'
import { uatDtis } from '@specie/travel-rule/trp/dti.ts'
import { usualPeer } from '@specie/travel-rule/trp/peer.ts'
import { inquiryRequest } from '@specie/travel-rule/trp/request.ts'
import { expect, test } from 'vitest'

const inquiries = 60
const kills = 5

const legal = (name: string) => ({
  legalPerson: {
    name: { nameIdentifier: [{ legalPersonName: name, legalPersonNameIdentifierType: 'LEGL' as const }] },
    customerIdentification: 'C1',
  },
})

test.each([drawnSeed()])(
  'kill -9 at random moments: each inquiry that was answered is one exchange and gets its decision (seed %i)',
  async (seed) => {
    const pick = seeded(seed)
    const peer = await openPeer()
    let running = startCounterparts({ COUNTERPARTS_SNAPSHOT_EVERY: '15' })
    const origin = async () => (await running).origin

    async function ask(n: number): Promise<string> {
      const path = '/vasp/control/travel-address?vasp=UAT%20VASP%20Approve'
      const { travel_address } = await customerOf(await origin()).json<{ travel_address: string }>(path)
      const request = inquiryRequest(
        {
          token: { asset: 'BTC', chain: 'BTC' },
          minor: BigInt(n + 1),
          callback: `${peer.base}/callbacks/secret-${n}`,
          ivms101: {
            originator: { originatorPerson: [legal('Acme AG')] },
            beneficiary: { beneficiaryPerson: [{ ...legal('Alder Ltd'), accountNumber: ['bc1q'] }] },
          },
        },
        {
          travelAddress: travel_address,
          exchange: { version: '3.2.1', requestId: `request-${n}` },
          peer: usualPeer,
          dtis: uatDtis,
          scheme: 'http',
          today: '2026-11-19',
        },
      )
      const { status, body } = await peer.send(request)
      return `${status} ${body}`
    }

    /** Without an answer the same request is sent again. */
    async function asked(n: number): Promise<string> {
      for (;;) {
        const answer = await ask(n).catch(() => null)
        if (answer !== null) return answer
      }
    }

    try {
      const answers = Promise.all(Array.from({ length: inquiries }, (_, n) => asked(n)))
      for (let kill = 0; kill < kills; kill += 1) {
        const before = peer.received.length
        const enough = before + 1 + pick(5)
        await expect.poll(() => peer.received.length >= Math.min(enough, inquiries), { interval: 5 }).toBe(true)
        const killed = await running
        await killed.kill()
        running = killed.again()
        await running
      }
      expect(new Set(await answers)).toEqual(new Set(['200 {"version":"3.2.1"}']))
      const tokens = () => new Set(peer.received.map(({ token }) => token)).size
      await expect.poll(tokens).toBe(inquiries)
      const shown = async () =>
        customerOf(await origin()).json<{ inbound: object[]; waiting: object[] }>('/vasp/control/state')
      await expect.poll(async () => (await shown()).waiting).toEqual([])
      expect((await shown()).inbound).toHaveLength(inquiries)
      // A decision that was sent twice is the same message.
      const ids = peer.received.map(({ token, headers }) => `${token} ${String(headers['request-identifier'])}`)
      expect(new Set(ids).size).toBe(inquiries)
    } finally {
      await (await running).end()
      await peer.close()
    }
  },
)
