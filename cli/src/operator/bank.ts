import { bankCasesCall, importBankFileCall, ownAccountsCall, wiresCall } from '@specie/protocol/console/bank.ts'
import { overConsole } from './over-console.ts'
import { proposalOf } from './proposal.ts'
import { linesOf, listed, named } from '../show.ts'

export const bankCases = overConsole(bankCasesCall, {
  words: { '[STATE]': 'state' },
  does: 'list open or closed cases: differences that wait for a person',
  show: linesOf(({ opened_at, kind, entry, detail }) => {
    const about = entry === null ? '' : `entry ${entry}  `
    return `${opened_at}  ${kind}  ${about}${named(detail)}`
  }),
})

export const bankWires = overConsole(wiresCall, {
  words: { '[STATE]': 'state' },
  defaults: { state: 'unidentified' },
  does: 'list wires: unidentified ones, or those in another state; held ones are decided with specie holds',
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
  does: 'import a camt.053, camt.054 or MT940 manually; its movements wait until the bank reports them',
  show: ({ sha256, outcome, waiting, known, unclear, cases }) => {
    if (outcome === 'repeated') return 'This file was imported before, so nothing is done.'
    return [
      `File ${sha256} is stored. Nothing is booked from it.`,
      `${waiting} of its movements wait until the bank reports them over its own channel, ${known} are reported already.`,
      ...(unclear > 0 ? [`${unclear} of its lines name no payment, and are ignored.`] : []),
      'It is booked once two people have approved it; see `specie bank vouch`.',
      ...cases.map(({ kind, detail }) => `case ${kind}: ${named(detail)}`),
    ].join('\n')
  },
})

const HASH = 'sha256'
export const bankVouch = proposalOf('bank.import', { HASH }, 'book a manual file before the bank reports it')
export const bankRetractFile = proposalOf(
  'bank.retract_file',
  { HASH },
  'close a manual file whose movements the bank never booked',
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
  'match an unclear line of a file to these entries, without a booking',
)
export const bankAnother = proposalOf(
  'bank.book_line',
  { LINE: 'line' },
  'book an unclear line of a file as a new movement',
)
export const bankRetract = proposalOf(
  'bank.retract',
  { ENTRY: 'entry' },
  'undo an entry that the bank notified and never booked',
)
