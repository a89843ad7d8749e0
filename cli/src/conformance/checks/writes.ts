import type { ErrorCode } from '@specie/protocol/errors.ts'
import type { Fields } from '../caller.ts'
import type { Area, Check } from '../check.ts'
import { expectError, expectThat } from '../expect.ts'
import {
  sampleMint as mint,
  sampleOrder as order,
  sampleWithdrawal as withdrawal,
  unknownId,
} from './sample-requests.ts'

// Writes that must be refused. Each is also a dry run, so that a service that wrongly accepts one still does nothing.

const wallet = '0x52908400098527886E0F7030069857D2E4169EE7'

type Row = readonly [name: string, call: string, fields: Fields, code: ErrorCode, details?: Fields]

const rows: readonly Row[] = [
  ['an order without a clordid', 'addOrder', without(order, 'clordid'), 'bad_request', { field: 'clordid' }],
  ['an order of an unknown pair', 'addOrder', { ...order, symbol: 'VCHF/EUR' }, 'unknown_symbol'],
  ['an unknown side', 'addOrder', { ...order, side: 'Hold' }, 'invalid_order'],
  ['a market order', 'addOrder', { ...order, ordtype: 'Market' }, 'invalid_order'],
  ['a good-till-canceled order', 'addOrder', { ...order, timeinforce: 'GTC' }, 'invalid_order'],
  ['an order of zero', 'addOrder', { ...order, orderqty: '0' }, 'invalid_order'],
  ['a quote of an unknown pair', 'requestQuote', { ...quote('VCHF/EUR') }, 'unknown_symbol'],
  ['a mint below the minimum', 'mintTokens', { ...mint, quantity: '1' }, 'min_amount_below_threshold'],
  ['a mint above the maximum', 'mintTokens', { ...mint, quantity: '999999999999' }, 'max_amount_exceeded'],
  ['a mint of an unknown coin', 'mintTokens', { ...mint, asset: 'XYZ' }, 'unknown_asset'],
  ['a mint on a chain without the coin', 'mintTokens', { ...mint, blockchain: 'BTC' }, 'unknown_blockchain'],
  [
    'a mint to a wallet that is not whitelisted',
    'mintTokens',
    { ...mint, destination: wallet },
    'external_wallet_not_whitelisted',
  ],
  ['a redemption below the minimum', 'redeemTokens', { ...mint, quantity: '0.01' }, 'min_amount_below_threshold'],
  [
    'a redemption to a bank account that is not registered',
    'redeemTokens',
    { ...mint, bankaccount: 'no such account' },
    'bank_account_not_registered',
  ],
  ['a withdrawal to a bank account that is not registered', 'withdraw', withdrawal, 'bank_account_not_registered'],
  [
    'a withdrawal to a wallet that is not whitelisted',
    'withdraw',
    { asset: 'VCHF', blockchain: 'ETH', quantity: '10', destination: wallet },
    'external_wallet_not_whitelisted',
  ],
  ['a withdrawal of an unknown asset', 'withdraw', { ...withdrawal, asset: 'XYZ' }, 'unknown_asset'],
  ['a cancellation of an unknown mint', 'cancelMint', { requestid: unknownId }, 'bad_request'],
  ['a cancellation of an unknown withdrawal', 'cancelWithdrawal', { withdrawalid: unknownId }, 'bad_request'],
  ['a conversion of an unknown quote', 'convert', { quoteid: unknownId }, 'bad_request'],
  ['a rail without a sender', 'addPaymentRail', { railtype: 'FiatToStablecoin' }, 'bad_request'],
]

function quote(symbol: string): Fields {
  return { symbol, side: 'Buy', orderqty: '100' }
}

function without(fields: Fields, name: string): Fields {
  const { [name]: _, ...rest } = fields
  return rest
}

const refused = rows.map(([name, call, fields, code, details]): Check => ({
  name: `${name} is ${code}`,
  rule: 'docs/errors.md',
  run: async (caller) => expectError(await caller.call(call, { ...fields, validate: 'true' }), code, details),
}))

export const refusedWritesArea: Area = {
  name: 'writes that are refused',
  checks: [
    ...refused,
    {
      name: 'min_amount_below_threshold names the minimum',
      rule: 'docs/supply.md',
      async run({ call }) {
        const answer = await call('mintTokens', { ...mint, quantity: '1', validate: 'true' })
        const { minimum } = expectError(answer, 'min_amount_below_threshold')
        expectThat(typeof minimum === 'string' && /^\d+(\.\d+)?$/.test(minimum), 'details.minimum, a decimal', answer)
      },
    },
  ],
}
