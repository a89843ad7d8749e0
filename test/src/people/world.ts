import { acts } from '@specie/protocol/people/acts.ts'
import type { PeopleCall } from '@specie/protocol/web-api/call.ts'
import type { StaffRole } from '@specie/protocol/people/roles.ts'
import type { z } from 'zod'
import { ruleDefinition } from '@specie/protocol/rules.ts'
import { addDocument } from '@specie/service/compliance/case/documents.ts'
import { demoPdf } from '@specie/service/sandbox/demo/company.ts'
import { writeVersion } from '@specie/service/compliance/rule/change.ts'
import { addToWatchlist } from '@specie/service/compliance/list/own.ts'
import { staff } from '../people.ts'
import { sampleCase } from './sample-case.ts'
import type { Served } from './served.ts'
import {
  booked,
  enter,
  addSampleRows,
  type Institution,
  newInstitution,
  staffApproval,
  type SampleRows,
  type Visitor,
} from './sample-rows.ts'

// Every row that a call of portal or console can name by an id, and the id of each call.

export type World = {
  readonly institution: Institution
  readonly things: SampleRows
  readonly staff: Visitor
  /** A member of staff without a session. */
  readonly supporter: string
  readonly staffApproval: string
  readonly ledger: { readonly account: string; readonly journal: string }
  /** Of the operator's own list. */
  readonly listed: { readonly entry: string; readonly version: string }
  /** A case of compliance. */
  readonly case: string
  /** A file of it. */
  readonly caseFile: string
  /** A monitoring rule and its version. */
  readonly rule: { readonly id: string; readonly version: string }
}

export async function openWorld(served: Served, name: string): Promise<World> {
  const institution = await newInstitution(served, name)
  return {
    institution,
    things: await addSampleRows(served, institution, name),
    staff: await enter(served, null, ['support']),
    supporter: (await staff(served.env, 'support')).person.id,
    staffApproval: await staffApproval(served),
    ledger: await booked(served, institution.id),
    listed: await listedParty(served, name),
    ...(await caseWithFile(served, institution.id)),
    rule: await writtenRule(served, name),
  }
}

async function caseWithFile({ env }: Served, institutionId: string): Promise<Pick<World, 'case' | 'caseFile'>> {
  const id = await sampleCase(env, institutionId)
  const by = { actor: 'test', why: 'a test', at: env.clock.now() }
  const file = { name: 'evidence.pdf', content: demoPdf }
  return { case: id, caseFile: await env.db.tx((tx) => addDocument(env, tx, id, file, by)) }
}

async function listedParty({ env }: Served, name: string): Promise<World['listed']> {
  await env.db.tx((tx) => addToWatchlist(tx, [{ name, list: 'world', effect: 'review' }], env.clock.now()))
  const [listed] = await env.db.query<World['listed']>(
    `select id as entry, began as version from compliance.list_entry where content #>> '{names,0,text}' = $1`,
    [name],
  )
  return listed!
}

async function writtenRule({ env }: Served, name: string): Promise<World['rule']> {
  const definition = ruleDefinition.parse({ looks_for: { kind: 'amount', over: '5' }, effect: 'alert' })
  const by = { actor: 'test', why: 'a test', at: env.clock.now() }
  const { id, rule_id } = await env.db.tx((tx) => writeVersion(env, tx, { name, definition }, by))
  return { id: rule_id, version: id }
}

/** The kind of an id, by its path or its field. */
const named: Record<string, (world: World) => string> = {
  '/portal/v1/members/': ({ things }) => things.member,
  '/portal/v1/company/persons/': ({ things }) => things.person,
  '/portal/v1/company/documents/': ({ things }) => things.document,
  '/portal/v1/company/requests/': ({ things }) => things.request,
  '/portal/v1/keys/': ({ things }) => things.key,
  '/portal/v1/agreements/': ({ things }) => things.agreement,
  '/portal/v1/addresses/': ({ things }) => things.address,
  '/portal/v1/bank-accounts/': ({ things }) => things.account,
  '/portal/v1/approvals/': ({ things }) => things.approval,
  '/portal/v1/account/supply-changes/': ({ things }) => things.mint,
  '/portal/v1/account/steps/': ({ things }) => things.deposit,
  '/portal/v1/account/rails/': ({ things }) => things.rail,
  '/portal/v1/sessions/': ({ institution }) => institution.at.sessionid,
  '/portal/v1/passkeys/': ({ institution }) => institution.at.passkeyid,
  '/console/v1/institutions/': ({ institution }) => institution.id,
  '/console/v1/kyb/': ({ institution }) => institution.id,
  '/console/v1/suspicions/': ({ institution }) => institution.id,
  '/console/v1/staff/': ({ supporter }) => supporter,
  '/console/v1/api-keys/': ({ things }) => things.key,
  '/console/v1/members/': ({ things }) => things.member,
  '/console/v1/addresses/': ({ things }) => things.address,
  '/console/v1/bank-accounts/': ({ things }) => things.account,
  '/console/v1/exchanges/': ({ things }) => things.exchange,
  '/console/v1/holds/': ({ things }) => things.hold,
  '/console/v1/parties/': ({ things }) => things.party,
  '/console/v1/rails/': ({ things }) => things.rail,
  '/console/v1/payments/': ({ things }) => things.payment,
  '/console/v1/deposits/': ({ things }) => things.deposit,
  '/console/v1/operations/': ({ things }) => things.rail,
  '/console/v1/ledger/accounts/': ({ ledger }) => ledger.account,
  '/console/v1/ledger/journals/': ({ ledger }) => ledger.journal,
  '/console/v1/lists/entries/': ({ listed }) => listed.entry,
  '/console/v1/cases/': (world) => world.case,
  '/console/v1/rules/': ({ rule }) => rule.id,
  '/console/v1/rules/versions/': ({ rule }) => rule.version,
  '/console/v1/lists/versions/': ({ listed }) => listed.version,
  '/console/v1/agreements/': ({ things }) => things.agreement,
  '/console/v1/approvals/': (world) => world.staffApproval,
  '/console/v1/sessions/': (world) => world.staff.sessionid,
  '/console/v1/passkeys/': (world) => world.staff.passkeyid,
  report: () => 'holders',
  file_id: (world) => world.caseFile,
  document_id: ({ things }) => things.document,
  person_id: ({ things }) => things.person,
  replaces: ({ things }) => things.key,
}

/** The first role that may make a call. A request is read by the readers of its subject: here, of a pair (`staffApproval`). */
export function staffRoleFor({ act, path, method }: PeopleCall): StaffRole {
  if (method === 'GET' && path.startsWith('/approvals/{id}')) return 'operations'
  return act === 'self' || act === 'anyone' ? 'auditor' : (acts[act].roles[0] as StaffRole)
}

/** The kind of id in this field of this call; undefined if it is unknown here. */
export function idNamed(world: World, { prefix, call }: { prefix: string; call: PeopleCall }, field: string) {
  const key = field === 'id' ? prefix + call.path.slice(0, call.path.indexOf('{')) : field
  return named[key]?.(world)
}

/** Whether a call needs fields next to its ids for an answer: typed input, or a pair. */
export const needsFields = ({ path, request }: PeopleCall): boolean =>
  Object.entries(request.shape).some(
    ([name, field]) => !path.includes(`{${name}}`) && !(field as z.ZodType).safeParse(undefined).success,
  )
