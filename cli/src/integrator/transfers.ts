import { bankAccounts as bankAccountsCall, withdrawAddresses } from '@specie/protocol/endpoints/destinations.ts'
import {
  cancelWithdrawal as cancelWithdrawalCall,
  depositAddress,
  queryDeposits,
  queryTransfers,
  queryWithdrawals,
  withdraw as withdrawCall,
} from '@specie/protocol/endpoints/transfers.ts'
import { overApi } from './over-api.ts'
import { thenWatch, watch } from './outcome.ts'
import { rowsOf, showAnswer } from './show-answers.ts'

export const addresses = overApi(withdrawAddresses, {
  does: 'list whitelisted addresses; Confirmed ones can be used',
  examples: ['', '--chain ETH --status Confirmed'],
  show: rowsOf('addresses', 'label', 'blockchain', 'address', 'status', 'usable_from', 'addressid'),
})

export const bankAccounts = overApi(bankAccountsCall, {
  does: 'list registered bank accounts; active ones can be used',
  examples: ['', '--currency CHF'],
  show: rowsOf('accounts', 'label', 'currency', 'identifier', 'status', 'name', 'accountid'),
})

export const deposit = overApi(depositAddress, {
  words: { ASSET: 'asset' },
  does: 'show where to send a deposit: bank details with your reference, or your address on a chain',
  examples: ['CHF', 'VCHF --chain ETH'],
  show: showAnswer(({ asset, blockchain, iban, accountnumber, address }) =>
    blockchain === null
      ? `Wire ${asset} to ${iban ?? accountnumber}.`
      : `Send ${asset} on ${blockchain} to ${address}.`,
  ),
})

export const deposits = overApi(queryDeposits, {
  does: 'list deposits, newest first',
  examples: ['', '--asset CHF'],
  show: rowsOf(
    'deposits',
    'created_at',
    'quantity',
    'asset',
    'blockchain',
    'status',
    'credited',
    'bankref',
    'depositid',
  ),
})

export const withdraw = overApi(withdrawCall, {
  words: { ASSET: 'asset', QUANTITY: 'quantity', DESTINATION: 'destination' },
  does: 'pay out to a registered bank account or a whitelisted address; with --watch follow it',
  more: { watch },
  examples: ['CHF 1000 main', 'VCHF 1000 treasury --chain ETH --dry-run'],
  show: showAnswer(({ status, withdrawalid, fee, fee_currency, destination, address, identifier }) =>
    [
      `${status}: to ${destination} (${address ?? identifier}), fee ${fee} ${fee_currency}.`,
      ...(withdrawalid === null ? [] : [`See specie withdrawals --withdrawalid ${withdrawalid}`]),
    ].join(' '),
  ),
  afterwards: thenWatch,
})

export const withdrawals = overApi(queryWithdrawals, {
  does: 'list withdrawals, newest first',
  examples: ['', '--status held'],
  show: rowsOf(
    'withdrawals',
    'created_at',
    'quantity',
    'asset',
    'blockchain',
    'fee',
    'destination',
    'status',
    'reason',
    'withdrawalid',
  ),
})

export const cancelWithdrawal = overApi(cancelWithdrawalCall, {
  words: { WITHDRAWAL: 'withdrawalid' },
  does: 'cancel a withdrawal that has not left yet',
  examples: ['01a1dd43-ac0c-7e54-8089-855b9399b74a'],
  show: showAnswer(({ status }) => `${status}.`),
})

export const transfers = overApi(queryTransfers, {
  does: 'list deposits and withdrawals together, newest first',
  examples: ['', '--type withdrawal --from 2026-11-01'],
  show: rowsOf('transfers', 'created_at', 'type', 'quantity', 'asset', 'blockchain', 'fee', 'status', 'transferid'),
})
