import { z } from 'zod'
import { expect, test } from 'vitest'
import { endpoints } from './endpoints/endpoints.ts'

// The fields of each call and list, by name: a client written from the documentation finds every field.

type Promised = { list: string; row: string; filters: string }

const lists: { readonly [call: string]: Promised } = {
  queryOrders: {
    list: 'orders',
    row: 'clordid ordid ordstatus bought bought_currency sold sold_currency fee fee_currency symbol side ordtype timeinforce orderqty price avg_price error',
    filters: 'clordid ordid symbol side ordstatus',
  },
  queryTrades: {
    list: 'trades',
    row: 'tradeid ordid clordid symbol side qty price bought bought_currency sold sold_currency fee fee_currency status settled_at',
    filters: 'tradeid clordid ordid symbol status',
  },
  queryConversions: {
    list: 'conversions',
    row: 'conversionid clreqid quoteid status symbol side price bought bought_currency sold sold_currency fee fee_currency',
    filters: 'conversionid quoteid clreqid symbol status',
  },
  queryPaymentRails: {
    list: 'rails',
    row: 'railid railtype status reason hold sender wallet bankaccount instructions fundinginstructions',
    filters: 'railid railtype status asset blockchain',
  },
  queryPayments: {
    list: 'payments',
    row: 'paymentid railid status reason hold received received_currency sent sent_currency rate fee fee_currency txid bankref completed_at legs',
    filters: 'paymentid railid status txid',
  },
  querySupplyChanges: {
    list: 'supplychanges',
    row: 'requestid clreqid type asset blockchain quantity status reason hold fulfilment destination txid txids fee fee_currency spent spent_currency received received_currency bankref settled_at',
    filters: 'asset requestid txid clreqid type status blockchain',
  },
  queryDeposits: {
    list: 'deposits',
    row: 'depositid asset blockchain address txid bankref quantity credited confirmations status hold min_deposit accumulated',
    filters: 'depositid asset blockchain status txid bankref',
  },
  withdrawAddresses: {
    list: 'addresses',
    row: 'addressid label address blockchain memo status usable_from ownership custody vasp travelrule',
    filters: 'asset blockchain label status',
  },
  bankAccounts: {
    list: 'accounts',
    row: 'accountid label currency identifier name status',
    filters: 'currency label status',
  },
  queryWithdrawals: {
    list: 'withdrawals',
    row: 'withdrawalid clreqid asset blockchain quantity fee fee_currency destination status reason hold txids bankref',
    filters: 'withdrawalid clreqid asset blockchain status txid',
  },
  queryTransfers: {
    list: 'transfers',
    row: 'transferid type asset blockchain quantity fee fee_currency status bankref',
    filters: 'transferid type asset blockchain status',
  },
}

/** The fields of answers that are not lists. */
const answers: { readonly [call: string]: string } = {
  accountBalance: 'balances',
  addOrder: 'timestamp result order error',
  requestQuote:
    'quoteid symbol side price orderqty bought bought_currency sold sold_currency fee fee_currency expires_at',
  convert: 'conversionid status',
  addPaymentRail: 'railid status reason',
  mintTokens: 'timestamp txid requestid fee spent spent_currency status',
  redeemTokens: 'timestamp txid requestid fee received received_currency status',
  depositAddress: 'asset blockchain address memo min_deposit confirmations',
  withdraw: 'timestamp result withdrawalid status txids fee fee_currency',
  keyInfo: 'scopes last_nonce limits',
}

const callOf = (name: string) => endpoints.find((one) => one.name === name)!
const words = (text: string): string[] => text.split(' ')

test('every list has its case here', () => {
  const listing = endpoints.filter(({ request }) => 'cursor' in request.shape && 'sort' in request.shape)
  expect(listing.map(({ name }) => name).toSorted()).toEqual(Object.keys(lists).toSorted())
})

test.each(Object.entries(lists))('%s has the documented fields and filters', (name, { list, row, filters }) => {
  const { request, response } = callOf(name)
  const shared = ['limit', 'cursor', 'from', 'to', 'sort']
  expect(Object.keys(request.shape)).toEqual(expect.arrayContaining([...shared, ...words(filters)]))
  for (const field of Object.values(request.shape)) expect((field as z.ZodType).safeParse(undefined).success).toBe(true)
  expect(Object.keys(response.shape)).toEqual(expect.arrayContaining(['timestamp', 'result', 'next_cursor', list]))
  const rows = response.shape[list] as z.ZodArray<z.ZodObject>
  expect(Object.keys(rows.element.shape)).toEqual(expect.arrayContaining([...words(row), 'created_at', 'updated_at']))
})

test.each(Object.entries(answers))('%s answers the documented fields', (name, fields) => {
  expect(Object.keys(callOf(name).response.shape)).toEqual(expect.arrayContaining(words(fields)))
})
