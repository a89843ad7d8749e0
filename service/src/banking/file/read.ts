import { BankFileError, boundedText } from '@specie/payments/bankfile.ts'
import { readCamt } from '@specie/payments/camt.ts'
import { readMt940 } from '@specie/payments/mt940.ts'
import type { OwnAccount } from '../../base/ports/bank.ts'
import type { Message } from '../entry/entries.ts'
import { namedAccount } from '../account/own-accounts.ts'

/** Parses a file. Entries with amount zero are left out. The ledger cannot book them. */
export function readBankFile(bytes: string | Uint8Array): Message[] {
  const text = boundedText(bytes)
  const messages: Message[] = isMt940(text) ? readMt940(text) : readCamt(asXml(text))
  return messages.map((message) => ({ ...message, entries: message.entries.filter((entry) => entry.amount > 0n) }))
}

const isMt940 = (text: string): boolean => /^\s*(\{1:|:20:)/.test(text)

function asXml(text: string): string {
  if (/^\s*</.test(text)) return text
  throw new BankFileError('file', 'it is neither XML, as camt.053 and camt.054 are, nor MT940')
}

/** The account of ours that a message is about. */
export function addressee(accounts: readonly OwnAccount[], { account, currency, entries }: Message): OwnAccount {
  const own = namedAccount(accounts, account)
  if (!own)
    throw new BankFileError('account', `${account} is not an account of ours; the bank lists ${accounts.length}`)
  const foreign = [currency, ...entries.map((entry) => entry.currency)].find((code) => code !== own.currency)
  if (foreign) throw new BankFileError('currency', `${account} is kept in ${own.currency}, not in ${foreign}`)
  return own
}
