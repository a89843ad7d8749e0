import {
  cancelMint as cancelMintCall,
  mintTokens,
  querySupplyChanges,
  redeemTokens,
} from '@specie/protocol/endpoints/supply.ts'
import { overApi } from './over-api.ts'
import { thenWatch, watch } from './outcome.ts'
import { rowsOf, showAnswer } from './show-answers.ts'

const coins = { COIN: 'asset', QUANTITY: 'quantity' } as const

export const mint = overApi(mintTokens, {
  words: coins,
  does: 'mint coins; with --watch follow the mint until it is settled',
  more: { watch },
  examples: ['VCHF 250000 --chain ETH --watch', 'VGBP 150000 --chain SOL --destination treasury --dry-run'],
  show: showAnswer(({ status, requestid, spent, spent_currency, fee, fee_currency }) =>
    [
      `${status}: for ${spent} ${spent_currency}, fee ${fee} ${fee_currency} included.`,
      ...(requestid === '' ? [] : [`See specie supply --requestid ${requestid}`]),
    ].join(' '),
  ),
  afterwards: thenWatch,
})

export const cancelMint = overApi(cancelMintCall, {
  words: { REQUEST: 'requestid' },
  does: 'cancel a mint that waits for its money or for a price',
  examples: ['01a1dd43-ac0c-7e54-8089-855b9399b74a'],
  show: showAnswer(({ status }) => `${status}.`),
})

export const redeem = overApi(redeemTokens, {
  words: coins,
  does: 'redeem coins; with --watch follow the redemption until it is completed',
  more: { watch },
  examples: ['VCHF 1000 --chain ETH --watch', 'VGBP 1000 --chain ETH --bankaccount main'],
  show: showAnswer(({ status, requestid, received, received_currency }) =>
    [
      `${status}: for ${received} ${received_currency}.`,
      ...(requestid === '' ? [] : [`See specie supply --requestid ${requestid}`]),
    ].join(' '),
  ),
  afterwards: thenWatch,
})

export const supply = overApi(querySupplyChanges, {
  does: 'list mints and redemptions, newest first',
  examples: ['', '--type mint --status pending'],
  show: rowsOf(
    'supplychanges',
    'created_at',
    'type',
    'quantity',
    'asset',
    'blockchain',
    'status',
    'stage',
    'reason',
    'requestid',
  ),
})
