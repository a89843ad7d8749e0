import type { Difference, Facts } from './facts.ts'
import type { World } from './world.ts'

// The operations of the run, and for each difference the full history of its subject. The histories are read from our own
// tables: they help the investigation, not the judgement.

export function table(counts: ReadonlyMap<string, number>): string {
  const rows = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return rows.map(([what, many]) => `  ${String(many).padStart(5)}  ${what}`).join('\n')
}

export function listed(differences: readonly Difference[]): string {
  if (differences.length === 0) return '0 differences'
  const lines = differences.map(({ rule, about, what }) => `  [${rule}] ${about}: ${what}`)
  return [`${differences.length} differences`, ...lines].join('\n')
}

/** The number of operations of each kind by outcome. */
export function endings(facts: Facts): string {
  const { institutions, events, bank, provider, holds, revocations, stops, debts, forged, doors } = facts
  const counts = new Map<string, number>()
  for (const { kind, status } of institutions.flatMap(({ things }) => things))
    counts.set(`${kind} ${status}`, (counts.get(`${kind} ${status}`) ?? 0) + 1)
  const outside = `${events.length} chain events, ${bank.length} bank entries, ${provider.length} arrivals, ${holds.length} holds, ${revocations.length} revocations`
  const ended = doors.filter(({ endedAt }) => endedAt !== null)
  const late = ended.flatMap(({ calls, endedAt }) => calls.filter(({ beganAt }) => beganAt > endedAt!))
  const people = `${stops.length} times stopped, ${debts.length} debts, ${forged.length} forged payers, ${ended.length} keys and sessions ended, ${late.length} calls by them afterwards`
  return `${table(counts)}\n  ${outside}\n  ${people}`
}

const questions: readonly (readonly [name: string, sql: string])[] = [
  [
    'history',
    `select h.at, h.actor, h.from_state, h.to_state, h.why from state.history h where h.subject = $1 order by h.id`,
  ],
  [
    'journals',
    `select id, at, key, kind from ledger.journal where key like '%' || $1 || '%' or meta ->> 'ref' = $1 order by id`,
  ],
  [
    'operations',
    `select purpose, chain, kind, asset, amount, recipient, state, txid from chains.operation where subject::text = $1 order by created_at`,
  ],
  [
    'payouts',
    `select kind, amount, creditor_account, end_to_end_id, state, reason from banking.payout where subject::text = $1`,
  ],
  ['holds', `select id, reason, state, created_at, hit_at from compliance.hold where subject_id::text = $1`],
  [
    'cases',
    `select kind, opened_at, closed_at, detail from banking.bank_case where detail::text like '%' || $1 || '%'`,
  ],
]

/** The same for ids of the bank or of a chain. */
const atBank: typeof questions = [
  ['entry', `select to_jsonb(e) as entry from banking.entry e where bankref = $1`],
  ['wire', `select id, institution_id, state, amount, reason from banking.wire where bankref = $1`],
  ['operation', `select id, purpose, subject, state, amount, recipient from chains.operation where txid = $1`],
  [
    'cases',
    `select kind, opened_at, closed_at, detail from banking.bank_case where detail::text like '%' || $1 || '%'`,
  ],
]

const isId = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

async function storyOf({ uat, log }: World, facts: Facts, about: string): Promise<string> {
  const lines = [`--- ${about}`]
  if (about === 'check') lines.push(...(await openCases(uat)))
  const operation = facts.institutions.flatMap((one) => one.things).find(({ id }) => id === about)
  if (operation) lines.push(`  list: ${text(operation.row)}`)
  const own = facts.bank.find(({ bankref }) => bankref === about)
  for (const fact of facts.bank)
    if (fact === own || (own?.endToEndId && fact.returnOf === own.endToEndId)) lines.push(`  bank: ${text(fact)}`)
  for (const event of facts.events) if (event.txid === about) lines.push(`  chain: ${text(event)}`)
  for (const { id, name, things } of facts.institutions)
    if (id === about) lines.push(...things.filter(({ end }) => end === 'open').map((one) => `  ${name}: ${text(one)}`))
  for (const hold of facts.holds) if (hold.thing === about) lines.push(`  hold: ${text(hold)}`)
  for (const [name, sql] of isId.test(about) ? questions : atBank) {
    // A changed table must not hide the difference itself.
    const rows = await uat.database.owner.query(sql, [about]).catch((error: Error) => [{ problem: error.message }])
    for (const row of rows) lines.push(`  ${name}: ${text(row)}`)
  }
  lines.push(...log.filter((line) => line.includes(about)).map((line) => `  done: ${line}`))
  return lines.join('\n')
}

/** The open cases for staff: one of them may be the reason of a break. */
async function openCases({ database }: World['uat']): Promise<string[]> {
  const cases = await database.owner.query(
    `select kind, opened_at, detail from banking.bank_case where closed_at is null and kind not in ('left_anyway', 'closing_payout')
     order by id desc limit 40`,
  )
  return cases.map((row) => `  case: ${text(row)}`)
}

const text = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? String(one) : one))

/** The last complaints of the running processes. */
export function complaints({ uat, worker }: World): string {
  return Object.entries({ service: uat.service, worker })
    .map(([name, { output }]) => {
      const lines = output()
        .split('\n')
        .filter((line) => /"level":(50|60|"error"|"fatal")/.test(line))
      return [`${name}: ${lines.length} errors`, ...lines.slice(-8).map((line) => `  ${line.slice(0, 600)}`)].join('\n')
    })
    .join('\n')
}

const storiesOfEach = Number(process.env['STORIES'] ?? 3)

/** The first few cases of each broken rule. */
export async function stories(world: World, facts: Facts, differences: readonly Difference[]): Promise<string> {
  const byRule = [...Map.groupBy(differences, ({ rule }) => rule).values()]
  const about = new Set(byRule.flatMap((some) => some.slice(0, storiesOfEach).map((one) => one.about)))
  return (await Promise.all([...about].map((one) => storyOf(world, facts, one)))).join('\n')
}
