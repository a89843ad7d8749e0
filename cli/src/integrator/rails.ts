import { addPaymentRail, queryPaymentRails, queryPayments } from '@specie/protocol/endpoints/rails.ts'
import { sentence } from '@specie/protocol/text.ts'
import type { Given } from '../command.ts'
import { Misuse } from '../errors.ts'
import { type Fields, overApi } from './over-api.ts'
import { thenWatch, watch } from './outcome.ts'
import { rowsOf, showAnswer } from './show-answers.ts'

const types = { on: 'FiatToStablecoin', off: 'StablecoinToFiat' } as const

export const rail = overApi(addPaymentRail, {
  words: { 'on|off': 'railtype' },
  does: 'register a payment rail: `on` turns fiat into coins, `off` coins into fiat; exit code 1 when it is rejected',
  hidden: ['sender', 'recipient', 'wallet', 'bankaccount', 'instructions'],
  more: {
    asset: { value: 'COIN', does: 'VCHF or VGBP', needed: true },
    currency: { value: 'CURRENCY', does: 'CHF or GBP', needed: true },
    chain: { value: 'CHAIN', does: 'a chain of the coin', needed: true },
    sender: { value: 'NAME', does: 'who sends', needed: true },
    'sender-country': { value: 'CC', does: 'two letters, such as CH', needed: true },
    'sender-type': { value: 'company|individual', does: 'company by default', choices: ['company', 'individual'] },
    wallet: { value: 'WALLET', does: 'of an on-ramp: address, label or id of a whitelisted wallet' },
    memo: { value: 'MEMO', does: 'of that wallet' },
    bankaccount: { value: 'ACCOUNT', does: 'of an off-ramp: IBAN, or sort code and account number' },
    watch,
  },
  request: (fields, given) => ({ ...fields, ...partsOf(given), railtype: railtypeOf(fields) }),
  examples: [
    'on --asset VCHF --currency CHF --chain ETH --wallet treasury --sender "Acme Treasury AG" --sender-country CH',
    'off --asset VCHF --currency CHF --chain ETH --bankaccount CH9300762011623852957 --sender Acme --sender-country CH',
  ],
  show: showAnswer(
    ({ railid, status, reason }) =>
      `${sentence(reason === null ? status : `${status}: ${reason}`)} Rail ${railid || '-'}.`,
  ),
  afterwards: thenWatch,
})

function railtypeOf({ railtype }: Fields): string {
  const known = Object.entries(types).find((one) => one.includes(String(railtype) as keyof typeof types))
  if (known === undefined) throw new Misuse(`Which rail? on (fiat to coins) or off (coins to fiat).`)
  return known[1]
}

function partsOf(given: Given): Fields {
  const { asset, currency, chain, sender, wallet, memo, bankaccount } = given
  return {
    sender: {
      partyname: { name: sender },
      address: { country: given['sender-country'] },
      partytype: given['sender-type'] ?? 'company',
    },
    instructions: { asset, currency, blockchain: chain },
    ...(wallet === undefined ? {} : { wallet: { destination: wallet, memo } }),
    ...(bankaccount === undefined ? {} : { bankaccount: { destination: bankaccount } }),
  }
}

export const rails = overApi(queryPaymentRails, {
  does: 'list payment rails; with --json where to send money',
  examples: ['', '--status active --json'],
  show: (page) =>
    rowsOf<'rails', Record<string, unknown>>(
      'rails',
      'created_at',
      'status',
      'railtype',
      'asset',
      'currency',
      'blockchain',
      'railid',
      'send_to',
    )({
      next_cursor: page.next_cursor,
      rails: page.rails.map(({ instructions, fundinginstructions: to, ...one }) => ({
        ...one,
        ...instructions,
        send_to: to === null ? null : 'iban' in to ? `${to.iban} ${to.reference}` : to.address,
      })),
    }),
})

export const payments = overApi(queryPayments, {
  does: 'list payments over rails, newest first',
  examples: ['', '--railid 01a1dd43-ac0c-7e54-8089-855b9399b74a'],
  show: rowsOf(
    'payments',
    'created_at',
    'status',
    'received',
    'received_currency',
    'sent',
    'sent_currency',
    'fee',
    'reason',
    'paymentid',
  ),
})
