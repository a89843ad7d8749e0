import { machines, statesOf } from '@specie/protocol/machines.ts'
import type { StaffRole } from '@specie/protocol/people/roles.ts'
import { caseCalls } from '@specie/protocol/console/cases.ts'
import { demoPdf } from '@specie/service/sandbox/demo/company.ts'
import { newInstitution } from '../institution.ts'
import { approve, member, staff } from '../people.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleCase } from './sample-case.ts'
import { browser, type Browser, type Served, servePeople } from './served.ts'

// Cases of compliance over HTTP, and who may see them.

let served: Served
let institution: string
let caseid: string
beforeAll(async () => {
  served = await servePeople()
  institution = await newInstitution(served.env.db, { name: 'Harrowmere Ltd' })
  caseid = await sampleCase(served.env, institution)
})
afterAll(() => served.end())

async function as(...roles: StaffRole[]): Promise<Browser & { id: string }> {
  const session = await staff(served.env, ...roles)
  const at = browser(served.origin, 'staff')
  at.setToken(session.token)
  return { ...at, id: session.person.id }
}

test('a case is taken, gets a note and a file, and is decided by two people', async () => {
  const [officer, mlro] = [await as('compliance'), await as('mlro')]
  const { body: list } = await officer.get('cases?assigned=nobody')
  expect(list.items).toMatchObject([
    { caseid, institution: { id: institution, name: 'Harrowmere Ltd' }, state: 'open', alerts: 1, undecided: 1 },
  ])
  expect(list.counts).toMatchObject({ overdue: 0, unassigned: 1 })
  expect((await officer.post(`cases/${caseid}/assign`, { reason: 'mine' })).body).toEqual({ result: 'ok' })
  expect((await officer.get('cases?assigned=me')).body.items).toMatchObject([{ caseid, state: 'in_review' }])
  const support = await as('support')
  const given = await officer.post(`cases/${caseid}/assign`, { personid: support.id, reason: 'yours' })
  expect([given.status, given.body.details]).toMatchObject([400, { rule: 'assignee' }])
  expect((await officer.post(`cases/${caseid}/notes`, { text: 'First line.\nSecond line.' })).status).toBe(200)
  const name = encodeURIComponent('../statement.pdf')
  const { body: file } = await officer.upload(`cases/${caseid}/documents?name=${name}`, demoPdf)
  const script = await officer.upload(`cases/${caseid}/documents?name=x.pdf`, Buffer.from('<script>'))
  expect([script.status, script.body.details]).toMatchObject([400, { rule: 'document' }])
  const sent = await officer.get(`cases/${caseid}/documents/${file.id}`)
  expect(sent.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''statement.pdf")
  const asked = await officer.post('cases/decide', { caseid, outcome: 'measures', reason: 'explained' })
  expect([asked.status, asked.body.details]).toMatchObject([400, { rule: 'undecided' }])
  const { body: request } = await officer.post('cases/decide', { caseid, outcome: 'report', reason: 'a suspicion' })
  expect((await mlro.get('queue')).body.items.map(({ kind }: { kind: string }) => kind)).toContain('case')
  await approve(served.env, await staff(served.env, 'mlro'), request.id)
  const { body: found } = await mlro.get(`cases/${caseid}`)
  expect(found).toMatchObject({ state: 'reported', outcome: 'report', notes: [{ text: 'First line.\nSecond line.' }] })
  expect(found.timeline.map(({ what }: { what: string }) => what)).toEqual(
    expect.arrayContaining([
      'alert: hold',
      'case opened',
      'case assigned',
      'case noted',
      'case decided',
      'request approved',
    ]),
  )
  expect((await mlro.get('queue?kind=case')).body.items).toEqual([])
})

test('only compliance, the MLRO and auditors read a case, and no person of an institution', async () => {
  for (const role of ['support', 'operations', 'treasury', 'admin'] as const) {
    const at = await as(role)
    expect([role, (await at.get('cases')).status, (await at.get(`cases/${caseid}`)).status]).toEqual([role, 403, 403])
  }
  const auditor = await as('auditor')
  expect((await auditor.get(`cases/${caseid}`)).status).toBe(200)
  expect((await auditor.post(`cases/${caseid}/notes`, { text: 'I may only read.' })).status).toBe(403)
  const at = browser(served.origin)
  at.setToken((await member(served.env, institution, 'admin')).token)
  for (const path of ['cases', `cases/${caseid}`, `cases/${caseid}/export`])
    expect((await at.get(path)).status).toBe(404)
  expect(caseCalls.every(({ where }) => where === 'console')).toBe(true)
  const rows = await served.env.db.query(
    `select from state.step where machine = 'case' and (institution_id is not null or to_state <> all($1))`,
    [statesOf(machines.case)],
  )
  expect(rows, 'no step belongs to an institution').toEqual([])
})
