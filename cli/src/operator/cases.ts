import { caseOutcomes } from '@specie/protocol/cases.ts'
import {
  addCaseDocumentCall,
  assignCaseCall,
  caseCall,
  casesCall,
  exportCaseCall,
  noteCaseCall,
} from '@specie/protocol/console/cases.ts'
import { details, table } from '../show.ts'
import { overConsole } from './over-console.ts'
import { proposalOf } from './proposal.ts'

export const casesList = overConsole(casesCall, {
  does: 'list the cases of compliance, newest first, with their counts',
  show: ({ items, counts: { overdue, unassigned } }) =>
    [
      table(
        items.map(({ institution, party, assignee, is_overdue: isOverdue, ...one }) => ({
          ...one,
          about: institution?.name ?? party,
          assignee: assignee?.name ?? '—',
          overdue: isOverdue ? 'yes' : 'no',
        })),
        ['caseid', 'about', 'risk', 'state', 'alerts', 'undecided', 'assignee', 'due_at', 'overdue'],
      ),
      `${overdue} overdue, ${unassigned} unassigned.`,
    ].join('\n'),
})

export const casesShow = overConsole(caseCall, {
  words: { CASE: 'id' },
  does: 'show a case of compliance: its alerts, items, notes, files, requests and timeline',
  show: details,
})

export const casesAssign = overConsole(assignCaseCall, {
  words: { CASE: 'id', 'WHY…': 'reason' },
  does: 'take a case of compliance, or assign it to another person',
  show: () => 'Assigned.',
})

export const casesNote = overConsole(noteCaseCall, {
  words: { CASE: 'id', 'TEXT…': 'text' },
  does: 'write a note in a case of compliance; it never changes',
  show: ({ id }) => `Note ${id}.`,
})

export const casesAttach = overConsole(addCaseDocumentCall, {
  words: { CASE: 'id', PATH: 'file', NAME: 'name' },
  does: 'add a file to a case of compliance as evidence',
  show: ({ id }) => `File ${id}.`,
})

export const casesDecide = proposalOf(
  'case.decide',
  { [caseOutcomes.join('|')]: 'outcome', CASE: 'caseid' },
  'decide a case of compliance',
)

export const casesExport = overConsole(exportCaseCall, {
  words: { CASE: 'id', ZIP: 'file' },
  does: 'write a case of compliance with its evidence and a signed manifest to a new zip file',
  show: (_answer, { file }) => `Written to ${String(file)}.`,
})
