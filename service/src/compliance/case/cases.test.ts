import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ruleDefinition } from '@specie/protocol/rules.ts'
import { connectAsService } from '../../database.ts'
import { type Desk, deskForEachTest, funded, mint, topUp } from '@specie/test/issuance.ts'
import { agree, approve, decide, decideHold, staff } from '@specie/test/people.ts'
import { testEnv } from '@specie/test/env.ts'
import { traceKey } from '@specie/test/trace-key.ts'
import { expect, test } from 'vitest'
import type { Env } from '../../base/env.ts'
import { createKeystore, openKeystore } from '../../keys/keystore.ts'
import { requestApproval } from '../../people/approval/request.ts'
import { byPerson } from '../../people/by.ts'
import { placeHold } from '../holds.ts'
import { writeVersion } from '../rule/change.ts'
import { addDocument } from './documents.ts'
import { exportCase } from './export.ts'
import { groupAlerts } from './group.ts'
import { listCases } from './list.ts'
import { showCase } from './show.ts'
import { addNote, assignCase } from './work.ts'

let desk: Desk
let env: Env
deskForEachTest(async (fresh) => {
  desk = fresh
  env = desk.env
  await topUp(env, 'CHF', 1_000_000_000n)
})

const client = () => funded(env, { CHF: 1_000_000_000n })
const group = (on: Env = env) => groupAlerts(on, '-infinity')
const by = async () => byPerson(env, await staff(env, 'compliance'), { ip: '127.0.0.1' }, 'a test')

async function held(institutionId: string, on = env): Promise<string> {
  const { requestid } = await mint(env, institutionId)
  const { holdid } = await on.db.tx((tx) =>
    placeHold(on, tx, { institutionId, on: requestid, reason: 'aml_review' }, 'ann'),
  )
  return holdid
}

const casesOf = async (institutionid: string) => {
  const { items } = await listCases(env.db, { institutionid }, { reader: randomUUID(), now: env.clock.now() })
  return items
}
const caseOf = async (institutionId: string) => (await casesOf(institutionId))[0]!

const orphans = () =>
  env.db.query(
    'select a.key from compliance.alert a left join compliance.case_alert c on c.key = a.key where c.key is null',
  )

test('alerts of one institution are one case, of another one another, and none is without a case', async () => {
  const [acme, other] = [await client(), await client()]
  const { id: versionid } = await env.db.tx(async (tx) =>
    writeVersion(
      env,
      tx,
      {
        name: 'large amounts',
        definition: ruleDefinition.parse({
          looks_for: { kind: 'amount', over: '100000' },
          scope: { institutions: [acme] },
          effect: 'alert',
        }),
      },
      await by(),
    ),
  )
  await agree(env, 'rule.activate', { versionid })
  const holdid = await held(acme)
  await held(other)
  expect(await group()).toBe(3)
  expect(await group(), 'grouped once').toBe(0)
  expect(await orphans()).toEqual([])
  const { caseid } = await caseOf(acme)
  const found = await showCase(env, env.db, caseid)
  expect(found).toMatchObject({ state: 'open', alerts: 2, undecided: 1, institution: { id: acme }, assignee: null })
  expect(found.alerts_found.map(({ kind, is_open }) => [kind, is_open])).toEqual([
    ['rule', false],
    ['hold', true],
  ])
  expect(found.alerts_found[0]!.text).toMatch(/^large amounts: /)
  expect(found.alerts_found[1]).toMatchObject({ key: `hold:${holdid}`, path: `/console/holds/${holdid}` })
  expect(found.items[0]!.journals.length, 'what the mint has booked').toBeGreaterThan(0)
  expect((await casesOf(other)).map(({ alerts }) => alerts)).toEqual([1])
})

test('an inquiry of a provider about no known institution is a case of that provider', async () => {
  const asTest = (text: string) =>
    env.db.tx(async (tx) => {
      await tx.query(`select state.set_actor('test', 'a test', now())`)
      await tx.query(text)
    })
  await asTest(
    `insert into compliance.exchange (id, direction, wallet, asset, blockchain, amount, vasp, peer, request_id, version,
       opened_at, state, created_at, updated_at)
     values (gen_random_uuid(), 'in', '0x1', 'VCHF', 'ETH', 1, 'Northwind VASP', 'northwind', 'y', '3', now(), 'draft', now(), now())`,
  )
  for (const state of ['sent', 'acknowledged']) await asTest(`update compliance.exchange set state = '${state}'`)
  await group()
  const { items } = await listCases(env.db, {}, { reader: randomUUID(), now: env.clock.now() })
  expect(items.filter(({ party }) => party !== null)).toMatchObject([
    { party: 'Northwind VASP', institution: null, risk: 'high', alerts: 1, undecided: 1 },
  ])
})

test('two processes that group at the same time lose no alert and open no second case', async () => {
  const institutions = await Promise.all([client(), client(), client()])
  const other = connectAsService({ url: desk.database.url, traceKey, patience: 10 })
  try {
    const second = testEnv({ ...desk.database, app: other }, { clock: env.clock })
    const rounds = institutions.flatMap((one) => [one, one])
    await Promise.all(
      rounds.map(async (one, n) => {
        await held(one)
        await group(n % 2 === 0 ? env : second)
      }),
    )
    await group()
    expect(await orphans()).toEqual([])
    for (const one of institutions) expect((await casesOf(one)).map(({ alerts }) => alerts)).toEqual([2])
  } finally {
    await other.close()
  }
})

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const decided = { constraint: 'approval_missing' }

test('two people decide for the alerts that they saw, and not while a hold is undecided', async () => {
  const acme = await client()
  const holdid = await held(acme)
  await group()
  const { caseid } = await caseOf(acme)
  const payload = { caseid, outcome: 'no_suspicion' } as const
  await expect(agree(env, 'case.decide', payload)).rejects.toMatchObject({ details: { rule: 'undecided' } })
  await decideHold(env, holdid, 'release')
  const maker = await staff(env, 'compliance')
  const request = { kind: 'case.decide', subject: caseid, payload, reason: 'explained' } as const
  const { id } = await env.db.tx((tx) => requestApproval(env, tx, maker, request))
  const later = await held(acme)
  const changed = { details: { rule: 'case_changed' } }
  await expect(approve(env, await staff(env, 'mlro'), id), 'it is in no case yet').rejects.toMatchObject(changed)
  await group()
  await expect(approve(env, await staff(env, 'mlro'), id)).rejects.toMatchObject(changed)
  expect((await caseOf(acme)).state).toBe('open')
  await decideHold(env, later, 'reject')
  await decide(env, await staff(env, 'mlro'), id, 'refuse', 'another alert arrived')
  await agree(env, 'case.decide', payload)
  expect(await caseOf(acme)).toMatchObject({ state: 'closed', alerts: 2, outcome: 'no_suspicion' })
})

test('a decided case is final, and the next alert opens a case that follows it', async () => {
  const acme = await client()
  await held(acme)
  await group()
  const { caseid } = await caseOf(acme)
  await agree(env, 'case.decide', { caseid, outcome: 'report' })
  const found = await showCase(env, env.db, caseid)
  expect(found).toMatchObject({ state: 'reported', outcome: 'report', requests: [{ state: 'approved' }] })
  await expect(env.db.tx(async (tx) => assignCase(tx, caseid, null, await by()))).rejects.toMatchObject({
    details: { rule: 'decided' },
  })
  await held(acme)
  await group()
  const next = await caseOf(acme)
  expect(next).toMatchObject({ state: 'open', alerts: 1 })
  expect((await showCase(env, env.db, next.caseid)).follows).toBe(caseid)
})

test('SQL of the service decides no case, moves no alert and rewrites no note or file', async () => {
  const acme = await client()
  await held(acme)
  await group()
  const { caseid } = await caseOf(acme)
  const who = await by()
  const noteid = await env.db.tx((tx) => addNote(env, tx, caseid, 'They explained it on the phone.', who))
  const file = { name: '../proof.png', content: png }
  await env.db.tx((tx) => addDocument(env, tx, caseid, file, who))
  await expect(
    env.db.tx((tx) => addDocument(env, tx, caseid, { name: 'x.html', content: Buffer.from('<html>') }, who)),
  ).rejects.toMatchObject({ details: { rule: 'document' } })
  const shown = await showCase(env, env.db, caseid)
  expect(shown.notes).toMatchObject([{ id: noteid, text: 'They explained it on the phone.' }])
  expect(shown.documents).toMatchObject([{ name: 'proof.png', bytes: png.length }])
  const run = (text: string) =>
    env.db.tx(async (tx) => {
      await tx.query(`select state.set_actor('eve', 'alone', now())`)
      await tx.query(text)
    })
  const close = `state = 'closed', outcome = 'no_suspicion', maker = 'a', checker = 'b', decided_at = now()`
  await expect(run(`update compliance.case_file set ${close} where id = '${caseid}'`)).rejects.toMatchObject(decided)
  const denied = { code: '42501' }
  for (const text of [
    `update compliance.case_file set due_at = now() + interval '1 year'`,
    'delete from compliance.case_file',
    `insert into compliance.case_file (id) values (gen_random_uuid())`,
    `update compliance.case_alert set case_id = gen_random_uuid()`,
    'delete from compliance.case_alert',
    `insert into compliance.case_alert (key) values ('hold:1')`,
    `update compliance.case_note set created_by = 'eve'`,
    'delete from compliance.case_note',
    `update compliance.case_document set created_by = 'eve'`,
    'delete from compliance.case_document_content',
    `select * from compliance.ungrouped('-infinity')`,
  ])
    await expect(run(text), text).rejects.toMatchObject(denied)
})

test('an export verifies with a script that shares no code, and no byte of any file can change', async () => {
  const acme = await client()
  await held(acme)
  await group()
  const { caseid } = await caseOf(acme)
  const who = await by()
  await env.db.tx((tx) => addNote(env, tx, caseid, 'Passed on to the authority.', who))
  await env.db.tx((tx) => addDocument(env, tx, caseid, { name: 'proof.png', content: png }, who))
  await agree(env, 'case.decide', { caseid, outcome: 'report' })
  const zip = await exportCase({ ...env, signer: await auditKey() }, caseid, who)
  expect(await verified(zip)).toMatch(/^8 files of case .*: whole/)
  const names = ['case.json', 'alerts.json', 'items.json', 'notes.json', 'approvals.json', 'audit.json', 'case.html']
  for (const name of [...names, 'files/', 'manifest.json', 'manifest.sig']) {
    const changed = Buffer.from(zip)
    // Behind the name in the local header is the content.
    const at = changed.indexOf(Buffer.from(name)) + 60
    changed[at] = changed[at]! ^ 1
    expect(await verified(changed), name).toMatch(/^refused: /)
  }
  expect(await verified(zip.subarray(0, -1))).toMatch(/^refused: /)
  expect(await verified(zip, '00'.repeat(32))).toMatch(/^refused: it is signed with/)
}, 120_000)

async function auditKey() {
  const folder = await mkdtemp(join(tmpdir(), 'specie-keys-'))
  try {
    const path = join(folder, 'keystore')
    await createKeystore(path, 'a passphrase for a test', { N: 2 ** 10, r: 8, p: 1 })
    return await openKeystore(path, 'a passphrase for a test')
  } finally {
    await rm(folder, { recursive: true })
  }
}

const run = promisify(execFile)
const script = fileURLToPath(new URL('../../../../tools/verify-case-export.mjs', import.meta.url))

/** What the script says. */
async function verified(zip: Buffer, ...key: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'specie-case-'))
  try {
    await writeFile(join(folder, 'case.zip'), zip)
    const { stdout } = await run(process.execPath, [script, join(folder, 'case.zip'), ...key])
    return stdout
  } catch (error) {
    return (error as { stderr: string }).stderr
  } finally {
    await rm(folder, { recursive: true })
  }
}
