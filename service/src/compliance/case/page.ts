import { caseOutcomeWords } from '@specie/protocol/cases.ts'
import { words } from '../../base/facts.ts'
import type { CaseView } from './show.ts'

// A case as one page that any browser shows and prints: no script, and nothing is loaded.

export const casePage = (view: CaseView): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Case ${escaped(view.caseid)}</title>
<style>body{font:14px/1.5 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;width:100%}
th,td{border-bottom:1px solid #ddd;padding:4px 8px;text-align:left;vertical-align:top}td{white-space:pre-wrap}</style>
<h1>Case about ${escaped(view.institution?.name ?? view.party ?? '')}</h1>
${table([], summaryOf(view))}
<h2>Alerts</h2>
${table(
  ['Time', 'Kind', 'Why', 'About'],
  view.alerts_found.map(({ at, kind, text, item }) => [at, words(kind), text, item?.title ?? '']),
)}
<h2>Items</h2>
${view.items.map(itemSection).join('\n')}
<h2>Notes</h2>
${table(
  ['Time', 'By', 'Note'],
  view.notes.map(({ at, by, text }) => [at, by, text ?? 'erased']),
)}
<h2>Files</h2>
${table(
  ['Time', 'By', 'Name', 'SHA-256'],
  view.documents.map(({ at, by, name, sha256 }) => [at, by, name ?? 'erased', sha256]),
)}
<h2>Decisions</h2>
${table(
  ['Requested', 'By', 'Outcome', 'Reason', 'State', 'Second approver'],
  view.requests.map((one) => [
    one.created_at,
    one.maker,
    caseOutcomeWords[one.outcome],
    one.reason,
    one.state,
    [one.checker, one.decision_reason].filter(Boolean).join(': '),
  ]),
)}
<h2>Timeline</h2>
${table(
  ['Time', 'What', 'By', 'Why'],
  view.timeline.map(({ at, what, actor, why }) => [at, what, actor, why ?? '']),
)}
</html>
`

const summaryOf = ({
  caseid,
  state,
  risk,
  outcome,
  assignee,
  created_at,
  due_at,
  decided_at,
}: CaseView): string[][] => [
  ['Case', caseid],
  ['State', words(state)],
  ['Risk', risk],
  ['Outcome', outcome === null ? 'undecided' : caseOutcomeWords[outcome]],
  ['Assigned to', assignee?.name ?? 'not assigned'],
  ['Opened', created_at],
  ['Due', due_at],
  ['Decided', decided_at ?? ''],
]

const itemSection = ({ title, id, steps, journals }: CaseView['items'][number]): string => `<h3>${escaped(title)}</h3>
<p>${escaped(id)}</p>
${table(
  ['Time', 'Step', 'By', 'Why'],
  [
    ...steps.map(({ at, what, actor, why }) => [at, words(what), actor, why ?? '']),
    ...journals.map(({ at, kind, id: journal }) => [at, 'booked', 'service', `${words(kind)}, journal ${journal}`]),
  ],
)}`

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '<p>None.</p>'
  const head = heads.length === 0 ? '' : `<tr>${heads.map((one) => `<th>${escaped(one)}</th>`).join('')}</tr>`
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`)
  return `<table>${head}${body.join('')}</table>`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => entities[sign]!)
