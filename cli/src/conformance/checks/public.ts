import { endpoints } from '@specie/protocol/endpoints/endpoints.ts'
import type { Area, Check } from '../check.ts'
import { expectAnswer, expectError, expectThat } from '../expect.ts'

// Unsigned calls.

const rule = 'docs/common.md'
const within = (path: string): string => path.slice(1)

const shapes = endpoints
  .filter(({ access }) => access === 'public')
  .map(({ name, path }): Check => ({
    name: `GET ${path} answers as its schema says`,
    rule: 'docs/openapi.json',
    needs: null,
    run: async ({ get }) => expectAnswer(await get(within(path)), name),
  }))

const coins = { VCHF: 6, VGBP: 4 } as const

export const publicArea: Area = {
  name: 'public calls',
  checks: [
    ...shapes,
    ...Object.entries(coins).map(([coin, chains]): Check => ({
      name: `${coin} is listed, on ${chains} chains`,
      rule: 'docs/chains.md',
      needs: null,
      async run({ get }) {
        const answer = await get('client/assets')
        const asset = expectAnswer(answer, 'getAssets').assets.find((row: any) => row.symbol === coin)
        expectThat(asset !== undefined, coin, answer)
        expectThat(asset.blockchains.length === chains, `${chains} chains`, answer, String(asset.blockchains.length))
      },
    })),
    {
      name: 'a public call may carry x-app-public-key',
      rule: 'docs/signing.md',
      needs: null,
      run: async ({ get }) =>
        expectAnswer(await get('client/assets', { 'x-app-public-key': 'not registered' }), 'getAssets'),
    },
    {
      name: 'a call without a User-Agent is 400',
      rule: 'docs/signing.md',
      needs: null,
      async run({ get }) {
        expectError(await get('client/assets', { 'user-agent': '' }), 'bad_request', { field: 'user-agent' })
      },
    },
    {
      name: 'an unknown query field is named',
      rule,
      needs: null,
      async run({ get }) {
        const details = { field: 'colour', rule: 'unknown_field' }
        expectError(await get('client/tradingPairs?colour=red'), 'bad_request', details)
      },
    },
    {
      name: 'an unknown symbol is 400',
      rule: 'docs/errors.md',
      needs: null,
      run: async ({ get }) => expectError(await get('client/quotes?symbol=VCHF/EUR'), 'unknown_symbol'),
    },
    {
      name: 'an unknown path is 404',
      rule: 'docs/errors.md',
      needs: null,
      run: async ({ get }) => expectError(await get('client/nothing'), 'not_found'),
    },
    {
      name: 'oversized headers are 431',
      rule: 'docs/errors.md',
      needs: null,
      run: async ({ get }) =>
        expectError(await get('client/time', { 'x-long': 'x'.repeat(20_000) }), 'headers_too_large'),
    },
    {
      name: 'another method is 405 and names the right one',
      rule: 'docs/errors.md',
      needs: null,
      async run({ get }) {
        const answer = await get('client/assets', {}, 'DELETE')
        expectError(answer, 'method_not_allowed')
        const allowed = answer.headers.get('allow') ?? 'no header Allow'
        expectThat(allowed.split(/, */).includes('GET'), 'Allow: GET', answer, allowed)
      },
    },
  ],
}
