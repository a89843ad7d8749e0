import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { freePort } from '@specie/local/free-port.ts'
import { products } from '@specie/protocol/endpoints/endpoint.ts'
import type { Env } from '@specie/service/base/env.ts'
import { openSigner } from '@specie/service/keys/signer.ts'
import { saveEntity } from '@specie/service/onboarding/kyb/company.ts'
import { proposalOf } from '@specie/service/onboarding/kyb/decide.ts'
import { addDocument } from '@specie/service/onboarding/kyb/documents.ts'
import { addPerson } from '@specie/service/onboarding/kyb/persons.ts'
import { createInstitution } from '@specie/service/onboarding/kyb/row.ts'
import { submitCase } from '@specie/service/onboarding/kyb/submit.ts'
import { demoDocuments, demoEntity, demoPerson } from '@specie/service/sandbox/demo/company.ts'
import { equip } from '@specie/service/sandbox/demo/equip.ts'
import { latinName, partyOf } from '../../../../screening/samples/parties.ts'
import { baselineOf } from '../../chaos/gather-outside.ts'
import { emptyInstitution, ibanFor, type Institution, openInboxes, tokensOf, type Watched } from '../../chaos/world.ts'
import { deposits, sandboxControl, until } from '../../chains/story.ts'
import { type Client, clientOf } from '../../client.ts'
import { testEnv } from '../../env.ts'
import { sample } from '../../lists/lists.ts'
import { agree } from '../../people.ts'
import { withConstants } from '../../programs/constants.ts'
import { startUat, type Uat } from '../../programs/uat.ts'
import { activeRail, onRamp, railOf } from '../../rails/rails.ts'
import { listedLater, names } from './plan.ts'

// A UAT with institutions, their wallets, bank accounts and rails, and the lists in the version of the morning.

/** A wallet or a payer, and the rail over which it is paid. */
export type Rail = { readonly id: string; readonly reference: string; readonly payer: string }

export type House = {
  readonly one: Institution
  /** By the label of the wallet; `listed payer` pays to the own one. */
  readonly rails: Readonly<Record<string, Rail>>
  /** What a payer quotes. */
  readonly wire: { readonly creditorAccount: string; readonly reference: string }
}

export type Day = Watched & { readonly houses: readonly House[] }

/** The parties of the morning's version. The afternoon has ten more for the institutions. */
const morning = 60
const afternoon = 80

/** Persons and companies of the sample list, without the vessels; from the afternoon's version on those of `later`. */
const listed = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, n) => from + n)
    .map(partyOf)
    .filter(({ name }) => !('vessel' in name))
    .map(latinName)

export const senders = listed(0, morning)
const later = listed(morning, afternoon - morning)
const payers = later.slice(0, listedLater)
const holders = later.slice(listedLater, 2 * listedLater)

/** A director whose date of birth is the list's. */
function listedDirector(): { name: string; birth_date: string } {
  for (let number = morning; number < afternoon; number += 1) {
    const party = partyOf(number)
    const { year, month, day } = party.birth ?? {}
    if (year === undefined || month === undefined || day === undefined) continue
    const name = latinName(party)
    if (payers.includes(name) || holders.includes(name)) continue
    return { name, birth_date: [year, month, day].map((part) => String(part).padStart(2, '0')).join('-') }
  }
  throw new Error('the sample list has no person with a whole date of birth')
}

const loadList = (uat: Uat, parties: number) =>
  sandboxControl(uat, 'lists', { list: 'un', file: Buffer.from(sample('un_xml', parties)).toString('base64') })

export async function openDay(): Promise<Day> {
  // Providers call back at the address of their inquiry, so the service keeps its port.
  const port = String(await freePort())
  const settings = { PORT: port, ...withConstants({ mintMinimum: 0, signingWaitMs: 60_000 }), LOG_LEVEL: 'warn' }
  const uat = await startUat(settings, { DEVNET_CHAINS: 'ETH' })
  const env = await officeOf(uat)
  await uat.pass(4 * 3_600) // the reserve has its buffer
  await loadList(uat, morning)
  const tokens = (await tokensOf(uat)).filter(({ chain }) => chain === 'ETH')
  const baseline = await baselineOf({ uat, tokens })
  const houses: House[] = []
  for (const [index, name] of names.entries()) houses.push(await openHouse(uat, env, index, name))
  await uat.pass(1_800)
  const institutions = houses.map(({ one }) => one)
  const none = { holds: [], revocations: [], stops: [], debts: [], forged: [], marks: [] }
  return { uat, env, baseline, tokens, institutions, ...none, houses }
}

/** For officers of the test: the same database and keys. */
async function officeOf({ database, keys }: Uat): Promise<Env> {
  const names = { keystore: keys.KEYSTORE, keystorePassphrase: keys.KEYSTORE_PASSPHRASE, kms: null }
  return testEnv(database, { signer: await openSigner(names, { now: () => new Date(), log: () => {} }) })
}

async function openHouse(uat: Uat, env: Env, index: number, name: string): Promise<House> {
  const client = index === listedLater ? await withDirector(uat, env, name) : await uat.onboard({ name })
  const { institutionid } = client
  const one = emptyInstitution(client, name)
  await sandboxControl(uat, 'wires', { institutionid, currency: 'CHF', amount: '2000000' })
  await openInboxes(uat, one, ['ETH'])
  for (const [label, vasp] of wallets) await whitelist(uat, one, label, vasp)
  await openAccount(uat, one, 'payout', name)
  if (index < listedLater) await openAccount(uat, one, 'listed holder', holders[index]!)
  const rails: [string, Rail][] = []
  for (const [label] of wallets) rails.push([label, await openRail(uat, client, label, name)])
  if (index < listedLater) rails.push(['listed payer', await openRail(uat, client, 'own', payers[index]!)])
  await sandboxControl(uat, 'deposits', { institutionid, asset: 'VCHF', blockchain: 'ETH', quantity: '100000' })
  await until(
    () => deposits(uat, client, { asset: 'VCHF' }),
    ([first]) => first?.status === 'credited',
  )
  const { iban, reference } = (await uat.call(client, 'depositAddress', { asset: 'CHF' })).body
  return { one, rails: Object.fromEntries(rails), wire: { creditorAccount: iban.replaceAll(' ', ''), reference } }
}

/** Hosted ones at a provider that decides as its name says; the others are the institution's own. */
const wallets = [
  ['own', null],
  ['listed', null],
  ['approving', 'UAT VASP Approve'],
  ['rejecting', 'UAT VASP Reject'],
  ['silent', 'UAT VASP Silent'],
] as const

async function whitelist(uat: Uat, one: Institution, label: string, vasp: string | null): Promise<void> {
  const address = `0x${randomBytes(20).toString('hex')}`
  const ask = { institutionid: one.client.institutionid, blockchain: 'ETH', address, label, ...(vasp && { vasp }) }
  const { addressid } = await sandboxControl(uat, 'addresses', ask)
  one.wallets.push({ addressid, chain: 'ETH', address, label, isRevoked: false })
}

async function openAccount(uat: Uat, one: Institution, label: string, name: string): Promise<void> {
  const identifier = ibanFor('CHF')
  const ask = { institutionid: one.client.institutionid, label, currency: 'CHF', identifier, name, accept: true }
  await sandboxControl(uat, 'bankaccounts', ask)
  one.accounts[label] = identifier
}

async function openRail(uat: Uat, client: Client, label: string, payer: string): Promise<Rail> {
  const sender = { partyname: { name: payer }, address: { country: 'CH' }, partytype: 'company' }
  const id = await activeRail(uat, client, { ...onRamp('VCHF', 'ETH', label), sender })
  const { fundinginstructions } = await railOf(uat, client, id)
  return { id, reference: fundinginstructions.reference, payer }
}

/** The sandbox gives each institution the same director. This one has a director of its own. */
async function withDirector(uat: Uat, env: Env, name: string): Promise<Client> {
  const by = { actor: 'test', why: 'a test needs it', at: env.clock.now() }
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const id = await env.db.tx(async (tx) => {
    const institutionId = await createInstitution(env, tx, { name, channel: 'remote' }, by)
    await saveEntity(tx, institutionId, demoEntity(name, products), by)
    const person = await addPerson(env, tx, institutionId, { ...demoPerson, ...listedDirector() }, by)
    for (const document of demoDocuments(person)) await addDocument(env, tx, institutionId, document, by)
    await submitCase(env, tx, institutionId, by)
    return institutionId
  })
  await agree(env, 'kyb.decide', await proposalOf(env.db, id, 'approve'))
  await env.db.tx((tx) => equip(env, tx, id, { spki, agreements: products }, by))
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
  return clientOf(uat.service.origin, id, spki.toString('base64'), String(pem))
}

/** New versions become active: the director, holders and payers are on the list of the UN, wallets on the own one. */
export async function listParties({ uat, houses }: Day): Promise<void> {
  const addresses = houses.slice(0, listedLater).map(({ one }) => one.wallets.find(({ label }) => label === 'listed')!)
  await sandboxControl(uat, 'lists/own', { add: addresses.map(({ address: name }) => ({ name })) })
  await loadList(uat, afternoon)
}
