import { bankCasesCall, importBankFileCall, ownAccountsCall, wiresCall } from '@specie/protocol/console/bank.ts'
import { overConsole } from './over-console.ts'
import { proposalOf } from './proposal.ts'
import { linesOf, listed, named } from '../show.ts'

export const bankCases = overConsole(bankCasesCall, {
  words: { '[STATE]': 'state' },
  does: 'list cases that are open, or closed: what does not fit and waits for a person',
  show: linesOf(({ opened_at, kind, entry, detail }) => {
    const about = entry === null ? '' : `entry ${entry}  `
    return `${opened_at}  ${kind}  ${about}${named(detail)}`
  }),
})

export const bankWires = overConsole(wiresCall, {
  words: { '[STATE]': 'state' },
  defaults: { state: 'unidentified' },
  does: 'list wires: those that are unidentified, or of another state; held ones are decided on by specie holds',
  show: listed(
    'wireid',
    'state',
    'amount',
    'currency',
    'created_at',
    'sender_name',
    'reference',
    'institution',
    'reason',
  ),
})

export const bankAccounts = overConsole(ownAccountsCall, {
  does: 'list our accounts at the bank',
  show: listed('iban', 'purpose', 'currency', 'bic', 'qriban', 'sortcode', 'account', 'name'),
})

export const bankAccount = proposalOf(
  'bank.account',
  { 'client_money|reserve|house': 'purpose', 'CHF|GBP': 'currency', IBAN: 'iban', BIC: 'bic' },
  'make an account of ours at a bank without an interface known',
)

export const bankImport = overConsole(importBankFileCall, {
  words: { FILE: 'file', 'WHY…': 'reason' },
  does: 'take a camt.053, camt.054 or MT940 by hand: what it tells waits until the bank itself tells it',
  show: ({ sha256, outcome, waiting, known, unclear, cases }) => {
    if (outcome === 'repeated') return 'This file was taken before: nothing to do.'
    return [
      `File ${sha256} is kept. Nothing is booked by it.`,
      `${waiting} of its movements wait until the bank tells them over its own channel, ${known} it has told already.`,
      ...(unclear > 0 ? [`${unclear} of its lines name no payment, and are not looked at.`] : []),
      'Two people can vouch for it, then it is booked: see specie bank vouch.',
      ...cases.map(({ kind, detail }) => `case ${kind}: ${named(detail)}`),
    ].join('\n')
  },
})

const HASH = 'sha256'
export const bankVouch = proposalOf('bank.import', { HASH }, 'book a manual file before the bank reports it')
export const bankRetractFile = proposalOf(
  'bank.retract_file',
  { HASH },
  'close a file taken by hand whose movements the bank never booked',
)

export const bankSendBack = proposalOf(
  'bank.send_back',
  { WIRE: 'wireid' },
  'send an unidentified or held wire back to its sender',
)
export const bankAssign = proposalOf(
  'wire.assign',
  { WIRE: 'wireid', INSTITUTION: 'institutionid' },
  'assign a wire without a known owner to an institution',
)
export const bankSame = proposalOf(
  'bank.match_line',
  { LINE: 'line', 'ENTRY[,ENTRY…]': 'entries' },
  'match an unclear line of a file to these entries: nothing is booked',
)
export const bankAnother = proposalOf(
  'bank.book_line',
  { LINE: 'line' },
  'book an unclear line of a file as a new movement',
)
export const bankRetract = proposalOf(
  'bank.retract',
  { ENTRY: 'entry' },
  'undo what the bank notified and never booked',
)
