import { addToWatchlist } from '@specie/service/compliance/list/own.ts'
import { randomUUID } from 'node:crypto'
import { nextStep } from '@specie/protocol/onboarding/steps.ts'
import { demoEntity, demoPdf, demoPerson } from '@specie/service/sandbox/demo/company.ts'
import { describe, expect, test } from 'vitest'
import { approve, decide, member, staff } from '../people.ts'
import {
  approved,
  call,
  database,
  decided,
  env,
  filledIn,
  invited,
  officer,
  ok,
  stateOf,
  upload,
  useKybDesk,
} from './kyb-desk.ts'

// Onboarding, from the invitation to the decision: over HTTP by people of an institution and staff. Its files and personal
// data: kyb-documents.test.ts. After the approval: kyb-review.test.ts.

useKybDesk()

describe('onboarding', () => {
  test('an institution is invited, fills in its case, is asked, answers, and is approved by two', async () => {
    const institution = await invited()
    const { admin, id } = institution
    const early = await call(admin, '/company/submit', {})
    expect(early.body).toMatchObject({ code: 'bad_request', details: { rule: 'incomplete' } })
    expect(early.body.message).toContain('document.articles')
    await filledIn(institution)
    expect((await ok(admin, '/company')).requirements.filter(({ state }: any) => state !== 'met')).toEqual([])
    await ok(admin, '/company/submit', {})
    expect(await stateOf(institution)).toBe('in_review')
    expect((await ok(admin, '/company')).requirements[0].state).toBe('being_checked')
    const changed = await call(admin, '/company/entity', demoEntity('Somebody Else AG'))
    expect(changed.body).toMatchObject({ code: 'bad_request', details: { rule: 'state' } })

    const question = { question: 'Who are your largest customers?' }
    const { id: request } = await ok(officer, `/kyb/${id}/requests`, question)
    const seen = await ok(admin, '/company')
    expect([seen.state, seen.requests[0].question]).toEqual(['info_requested', question.question])
    expect((await call(admin, '/company/submit', {})).body.details.rule).toBe('incomplete')
    await ok(admin, `/company/requests/${request}/answer`, { answer: 'Three retailers:\n- one\n- two' })
    await ok(admin, '/company/submit', {})

    const proposal = { decision: 'approve', reason: 'all is in order' }
    const { approval_id } = await ok(officer, `/kyb/${id}/decision`, proposal)
    expect(await stateOf(institution)).toBe('in_review')
    await expect(approve(env, officer, approval_id)).rejects.toMatchObject({ code: 'approval_refused' })
    await approve(env, await staff(env, 'mlro'), approval_id)
    const kyb = await ok(officer, `/kyb/${id}`)
    expect(kyb).toMatchObject({ state: 'approved', name: 'Beispiel Treasury AG', risk: { class: 'low', score: 22 } })
    const months = (Date.parse(kyb.review.due_at) - Date.now()) / 86_400_000 / 30.44
    expect(Math.round(months)).toBe(36)
    const { items } = await ok(admin, '/agreements')
    expect(items.map(({ product, status }: any) => `${product} ${status}`).toSorted()).toEqual([
      'crypto_conversion sent',
      'stablecoin_issuance sent',
    ])
    const whats = kyb.timeline.map(({ what }: any) => what)
    expect(whats.filter((what: string) => what.startsWith('state.'))).toEqual(
      'draft submitted screening in_review info_requested submitted screening in_review approved'
        .split(' ')
        .map((state) => `state.${state}`),
    )
    expect(whats).toEqual(expect.arrayContaining(['person.added', 'document.added', 'information.answered']))
  })

  test('the next step is the same for both sides, from the application to the people', async () => {
    const institution = await invited()
    const { admin, id } = institution
    const next = async (by = admin, path = '/company') => {
      const { steps } = await ok(by, path)
      return [nextStep(steps)?.code, nextStep(steps)?.by]
    }
    const both = async (...expected: unknown[]) =>
      expect([await next(), await next(officer, `/kyb/${id}`), await next(officer, `/institutions/${id}`)]).toEqual([
        expected,
        expected,
        expected,
      ])
    await both('application', 'institution')
    await filledIn(institution)
    await ok(admin, '/company/submit', {})
    await both('review', 'staff')
    await decided(institution, 'approve')
    await both('agreements', 'institution')
    const { items } = await ok(admin, '/agreements')
    const { text_sha256 } = await ok(admin, `/agreements/${items[0].agreementid}/text`)
    await ok(admin, `/agreements/${items[0].agreementid}/sign`, { text_sha256, name: 'Nora Keller' })
    await both('agreements', 'institution')
    await ok(officer, `/agreements/${items[0].agreementid}/countersign`, {})
    await both('people', 'institution')
    expect((await ok(admin, '/company')).people).toEqual({ traders: [], approvers: [] })
    await member(env, id, 'trader')
    await member(env, id, 'approver')
    const { people } = await ok(admin, '/company')
    expect([people.traders.length, people.approvers.length]).toEqual([1, 1])
    await both('pay_in', 'institution')
    // A stopped institution has no step.
    await ok(officer, `/institutions/${id}/suspend`, { reason: 'adverse news' })
    expect((await ok(admin, '/company')).steps).toEqual([])
  })

  test('a person on a watchlist requires enhanced due diligence, which the institution does not see', async () => {
    const institution = await invited()
    const { admin, id } = institution
    await database.owner.tx((tx) =>
      addToWatchlist(tx, [{ name: 'Viktor Gesucht', list: 'test', effect: 'review' }], new Date()),
    )
    const person = await filledIn(institution, { name: 'Victor Gesucht' })
    await ok(admin, '/company/submit', {})
    const kyb = await ok(officer, `/kyb/${id}`)
    expect(kyb).toMatchObject({ state: 'edd_required', risk: { class: 'high', edd: true } })
    expect(kyb.screening).toEqual([expect.objectContaining({ subject: person, list: 'own' })])
    expect(kyb.screened.lists).toContainEqual(
      expect.objectContaining({ list: 'test', effect: 'review', entries: expect.any(Number) }),
    )
    expect(kyb.screened.names).toEqual([
      { subject: id, part: 'legal_name', name: 'Beispiel Treasury AG', list: null, score: null },
      { subject: person, part: 'name', name: 'Victor Gesucht', list: 'own', score: expect.any(Number) },
    ])
    const seen = await ok(admin, '/company')
    expect(seen.state).toBe('in_review')
    expect(seen).not.toHaveProperty('risk')
    expect((await call(officer, `/kyb/${id}/complete-edd`, { reason: 'done' })).body.details.rule).toBe('incomplete')
    await upload(admin, 'source_of_wealth')
    // In capital letters it is the same person.
    await upload(admin, 'proof_of_address', `&person_id=${person.toUpperCase()}`)
    await ok(officer, `/kyb/${id}/complete-edd`, { reason: 'done' })
    await decided(institution, 'reject')
    expect(await stateOf(institution)).toBe('rejected')
  })

  test('each role can do only its acts', async () => {
    const { id, admin } = await invited()
    const viewer = await member(env, id, 'viewer')
    expect((await call(viewer, '/company')).status).toBe(200)
    expect((await call(viewer, '/company/submit', {})).body.code).toBe('role_missing')
    const support = await staff(env, 'support')
    expect((await call(support, '/institutions')).status).toBe(200)
    expect((await call(support, `/kyb/${id}`)).body.code).toBe('role_missing')
    expect((await call(await staff(env, 'mlro'), `/kyb/${id}/decision`, {})).body.code).toBe('role_missing')
    const foreign = await call(admin, '/company/entity', { ...demoEntity('X'), state: 'approved' })
    expect(foreign.body).toMatchObject({ code: 'bad_request', details: { rule: 'unknown_field' } })
  })
})

describe('refusals', () => {
  test('a decision without the approval of two, for any SQL of the service', async () => {
    const institution = await invited()
    await filledIn(institution)
    await ok(institution.admin, '/company/submit', {})
    const early = await call(officer, `/kyb/${institution.id}/decision`, { decision: 'reinstate', reason: 'x' })
    expect(early.body).toMatchObject({ details: { rule: 'state' } })
    const moved = (state: string) =>
      database.app.tx(async (tx) => {
        await tx.query(`select state.set_actor('person:somebody', 'because', now())`)
        await tx.query('update onboarding.kyb_case set state = $2 where institution_id = $1', [institution.id, state])
      })
    await expect(moved('approved')).rejects.toThrow(/to approve institution .* needs the approval of a second person/)
    await expect(moved('rejected')).rejects.toThrow(/needs the approval of a second person/)
    await decided(institution, 'approve')
    await moved('suspended')
    await expect(moved('approved')).rejects.toThrow(/to reinstate .* needs the approval/)
    await expect(moved('offboarded')).rejects.toThrow(/institution.offboard .* needs the approval/)
  })

  test('a decision on a case that has changed since its proposal', async () => {
    const institution = await invited()
    await filledIn(institution)
    await ok(institution.admin, '/company/submit', {})
    const proposal = { decision: 'approve', reason: 'all is in order' }
    const { approval_id } = await ok(officer, `/kyb/${institution.id}/decision`, proposal)
    const mlro = await staff(env, 'mlro')
    await upload(institution.admin, 'other')
    await expect(approve(env, mlro, approval_id)).rejects.toMatchObject({ details: { rule: 'case_changed' } })
    expect(await stateOf(institution)).toBe('in_review')
    const { documents } = await ok(institution.admin, '/company')
    const removed = await call(institution.admin, `/company/documents/${documents.at(-1).id}/remove`, {})
    expect(removed.body).toMatchObject({ details: { rule: 'state' } })
    await decide(env, mlro, approval_id, 'refuse', 'it has changed')
    await decided(institution, 'approve')
  })

  test('ids of another institution do not exist', async () => {
    const [one, other] = [await invited(), await invited()]
    const person = await filledIn(one)
    const document = (await ok(one.admin, '/company')).documents[0].id
    const calls: [string, unknown?][] = [
      [`/company/persons/${person}`, demoPerson],
      [`/company/persons/${person}/remove`, {}],
      [`/company/documents/${document}`],
      [`/company/documents/${document}/remove`, {}],
      [`/company/requests/${document}/answer`, { answer: 'x' }],
      [`/company/documents?kind=passport&name=x&expires_on=2099-01-01&person_id=${person}`, demoPdf],
    ]
    for (const [path, body] of calls) expect([path, (await call(other.admin, path, body)).status]).toEqual([path, 404])
    expect((await call(officer, `/kyb/${other.id}/documents/${document}`)).status).toBe(404)
    expect((await call(officer, `/kyb/${randomUUID()}`)).status).toBe(404)
    expect((await call(officer, `/institutions/${randomUUID()}/suspend`, { reason: 'x' })).status).toBe(404)
  })

  test('an identity document without its person', async () => {
    const { admin } = await invited()
    const field = { details: { field: 'person_id' }, message: expect.stringContaining('send its `person_id`') }
    for (const kind of ['passport', 'identity_card']) expect((await upload(admin, kind)).body).toMatchObject(field)
  })

  test('a passport without its last day', async () => {
    const institution = await invited()
    const person = await filledIn(institution)
    const { body } = await upload(institution.admin, 'passport', `&person_id=${person}`)
    expect(body).toMatchObject({
      details: { field: 'expires_on' },
      message: expect.stringContaining('a passport expires'),
    })
    // An identity card may be valid without limit.
    expect((await upload(institution.admin, 'identity_card', `&person_id=${person}`)).status).toBe(200)
  })

  test('polyglots, other files and files above the limit', async () => {
    const { admin } = await invited()
    const script = Buffer.concat([demoPdf, Buffer.from('<script>alert(1)</script>')])
    expect((await upload(admin, 'articles', '', script)).body).toMatchObject({ details: { rule: 'document' } })
    expect((await upload(admin, 'articles', '', Buffer.from('<html>'))).status).toBe(400)
    const limit = 10 * 1024 * 1024
    const large = Buffer.concat([demoPdf.subarray(0, 9), Buffer.alloc(limit - 14, ' '), Buffer.from('%%EOF')])
    expect((await upload(admin, 'articles', '', large)).status).toBe(200)
    const larger = await upload(admin, 'articles', '', Buffer.concat([large, Buffer.from(' ')]))
    expect(larger.body).toMatchObject({ status: 413, details: { limit_bytes: limit } })
  })

  test('an LEI with wrong check digits, an unknown country, an owner of less than 25 %', async () => {
    const { admin } = await invited()
    const entity = demoEntity('X')
    const wrongLei = await call(admin, '/company/entity', { ...entity, lei: '5493001KJTIIGC8Y1R13' })
    expect(wrongLei.body.details.field).toBe('lei')
    await ok(admin, '/company/entity', { ...entity, lei: '5493001KJTIIGC8Y1R12' })
    const nowhere = await call(admin, '/company/entity', { ...entity, country: 'ZZ' })
    expect(nowhere.body.details).toMatchObject({ field: 'country', rule: 'country' })
    const small = await call(admin, '/company/persons', { ...demoPerson, roles: ['owner'], share: '24.99' })
    expect(small.body.details.field).toBe('share')
  })
})

test('a page that repeats its read is audited once for each content and session; every other read is', async () => {
  const institution = await invited()
  const { id, admin } = institution
  await filledIn(institution)
  const [entry, other] = ['a'.repeat(32), 'b'.repeat(32)]
  const reads = async () => {
    const rows = await database.owner.query<{ body: string }>(
      `select body from audit.entry where body like '{"action":"kyb.read"%' and body like '%' || $1 || '%' order by seq`,
      [id],
    )
    return rows.map(({ body }) => JSON.parse(body)).map(({ actor, detail }) => [actor, detail.session, detail.visit])
  }
  const by = (session: typeof officer) => [`person:${session.person.id}`, session.id]
  for (let n = 0; n < 5; n += 1) await ok(officer, `/kyb/${id}?visit=${entry}`)
  expect(await reads()).toEqual([[...by(officer), entry]])
  // Another opening of the page, and a program, which has no visit.
  await ok(officer, `/kyb/${id}?visit=${other}`)
  await ok(officer, `/kyb/${id}`)
  await ok(officer, `/kyb/${id}`)
  expect(await reads()).toHaveLength(4)
  // A visit belongs to its session: it cannot be used in another one.
  const mlro = await staff(env, 'mlro')
  await ok(mlro, `/kyb/${id}?visit=${entry}`)
  expect((await reads()).at(-1)).toEqual([...by(mlro), entry])
  // New content is read anew.
  await ok(admin, '/company/entity', demoEntity('Renamed Treasury AG'))
  for (let n = 0; n < 3; n += 1) await ok(officer, `/kyb/${id}?visit=${entry}`)
  expect(await reads()).toHaveLength(6)
  // A visit opens one subject.
  const second = await invited()
  await ok(officer, `/kyb/${second.id}?visit=${entry}`)
  expect(await reads()).toHaveLength(6)
  expect((await call(officer, `/kyb/${id}?visit=%`)).body.code).toBe('bad_request')
})

test('every step is recorded with person and address, and the list shows the state of each case', async () => {
  const { id } = await approved()
  const entries = await database.owner.query<{ body: any }>(
    `select body::jsonb as body from audit.entry where body::jsonb ->> 'subject' = $1 order by seq`,
    [id],
  )
  const suspendedBy = entries.find(({ body }) => body.action === 'kyb.invited')!.body
  expect(suspendedBy).toMatchObject({
    actor: `person:${officer.person.id}`,
    detail: { session: officer.id, ip: '127.0.0.1' },
  })
  expect(entries.map(({ body }) => body.action)).toEqual(
    expect.arrayContaining(['kyb.submitted', 'kyb.assessed', 'kyb.document_added', 'kyb.decided']),
  )
  const { items } = await ok(officer, '/institutions?state=approved&limit=1')
  expect(items[0]).toMatchObject({ institutionid: id, state: 'approved', risk_class: 'low' })
  expect((await ok(officer, '/institutions?name=treasury&state=draft')).items).toEqual([])
})
