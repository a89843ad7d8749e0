import { sandbox } from '../client.ts'
import { oneOf } from '../seeded-random.ts'
import { plain } from './amounts.ts'
import type { Operation } from './facts.ts'
import { openThings, thingOf } from './lists.ts'
import { markOf } from './marks.ts'
import { count, isStopped, listWallet, note, type OpenHold, patiently, type Wallet, type World } from './world.ts'

// Acts of people and operators on open operations: holds at any moment, decisions on them, revoked wallets. Acts that the
// sandbox does not offer yet are done directly, and only here.

const holdReasons = ['aml_review', 'sanctions_review', 'travel_rule', 'edd_required'] as const

const pull = ({ uat }: World, path: string, body: object = {}) =>
  patiently(() => sandbox(uat.service.origin, path, body))

/** Places a hold on an open operation in any state. */
export async function placeHold(world: World): Promise<void> {
  const { pick } = world
  const institution = oneOf(pick, world.institutions)
  const operations = (await openThings(world, institution)).filter(
    ({ id, status }) => !world.touched.has(id) && status !== 'held',
  )
  if (operations.length === 0) return count(world, 'hold: nothing to hold')
  const operation = ofSomeKind(world, operations)
  world.touched.add(operation.id) // one hold on each: the promises of two would mix
  const ask = { institutionid: institution.client.institutionid, on: operation.id, reason: oneOf(pick, holdReasons) }
  const { status, body } = await pull(world, 'holds', ask)
  if (status !== 200) return count(world, `hold on ${operation.kind}: ${status} ${body.code}`)
  const began = await markOf(world)
  const now = (await thingOf(world, institution, operation.id)) ?? operation
  const answer: OpenHold['answer'] = body.status ?? null
  const stage = (operation.row as { stage?: string }).stage ?? operation.status
  world.open.push({
    holdid: body.holdid,
    thing: operation.id,
    kind: operation.kind,
    answer,
    statusAt: stage,
    wasOpen: now.end === 'open',
    began,
    institution,
    to: operation.to,
  })
  count(world, `hold on ${operation.kind} that is ${stage}: ${answer ?? 'taken'}`)
  note(world, `hold on ${operation.kind} ${operation.id} (${stage}): ${answer ?? 'taken'} ${body.irrevocable ?? ''}`)
}

/** Kinds are equally likely, independent of their frequency. */
function ofSomeKind({ pick }: World, operations: readonly Operation[]): Operation {
  const kind = oneOf(pick, [...new Set(operations.map((one) => one.kind))])
  return oneOf(
    pick,
    operations.filter((one) => one.kind === kind),
  )
}

const kinds = ['mint', 'redemption', 'withdrawal', 'deposit', 'payment'] as const

/** A hold on the next operation of a kind. Returns the hold. */
export async function holdNext(world: World): Promise<string | null> {
  const institution = oneOf(world.pick, world.institutions)
  const kind = oneOf(world.pick, kinds)
  const ask = { institutionid: institution.client.institutionid, on: `next ${kind}`, reason: 'aml_review' }
  const { status, body } = await pull(world, 'holds', ask)
  count(world, `hold on the next ${kind}: ${status === 200 ? 'taken' : status}`)
  return status === 200 ? body.holdid : null
}

/** Two people decide a hold. The state of its subject is recorded first. */
export async function decide(world: World, hold: OpenHold, decision: 'release' | 'reject' | 'none'): Promise<void> {
  const operation = await thingOf(world, hold.institution, hold.thing)
  const ended = await markOf(world)
  const { institution: _institution, to: _to, ...fact } = hold
  world.holds.push({ ...fact, ended, statusThen: operation?.status ?? 'gone', decision })
  world.open.splice(world.open.indexOf(hold), 1)
  if (decision === 'none') return count(world, 'hold: left open')
  const { status, body } = await pull(world, `holds/${hold.holdid}/${decision}`)
  count(world, `hold: ${decision} ${status === 200 ? 'done' : (body.message ?? status)}`)
  note(world, `${decision} hold on ${hold.kind} ${hold.thing}: ${status}`)
}

/** Suspends or revokes a wallet; preferably the destination of a held operation. */
export async function revoke(world: World): Promise<void> {
  const { pick } = world
  const institution = oneOf(
    pick,
    world.institutions.filter((one) => !isStopped(one)),
  )
  const listed = institution.wallets.filter(({ isRevoked }) => !isRevoked)
  if (listed.length === 0) return
  const wanted = listed.filter(({ address }) =>
    world.open.some(({ to }) => to !== null && plain(to) === plain(address)),
  )
  const wallet = oneOf(pick, wanted.length > 0 ? wanted : listed)
  const isForGood = pick(2) === 0
  const how = await turn(world, wallet, isForGood ? 'revoke' : 'suspend')
  wallet.isRevoked = true
  const began = await markOf(world)
  const underWay = (await openThings(world, institution)).filter((operation) => isUnderWayTo(operation, wallet))
  const { addressid, chain, address, label } = wallet
  const ids = underWay.map(({ id }) => id)
  world.revocations.push({ addressid, chain, address, began, ended: null, underWay: ids, isForGood })
  count(world, `wallet: ${isForGood ? 'revoked' : 'suspended'} (${how})`)
  note(world, `wallet ${label} of ${institution.name} ${isForGood ? 'revoked' : 'suspended'}: ${address}`)
  // Requests keep using the old one, too: they must be refused.
  const spare = `${label.split(' ')[0]} ${chain} ${world.revocations.length}`
  institution.wallets.push(await listWallet(world.uat, institution.client.institutionid, chain, spare))
}

/** Reinstates a suspended wallet. */
export async function reinstate(world: World): Promise<void> {
  const at = world.revocations.findIndex(({ isForGood, ended }) => !isForGood && ended === null)
  const suspended = world.revocations[at]
  if (!suspended) return
  const wallet = world.institutions.flatMap((one) => one.wallets).find((one) => one.addressid === suspended.addressid)!
  world.revocations[at] = { ...suspended, ended: await markOf(world) }
  const how = await turn(world, wallet, 'reinstate')
  wallet.isRevoked = false
  count(world, `wallet: reinstated (${how})`)
  note(world, `wallet ${wallet.label} reinstated: ${wallet.address}`)
}

/** Transfers that may still arrive there: queued or signed when the wallet was revoked. */
function isUnderWayTo({ to, row }: Operation, { address }: Wallet): boolean {
  const goesThere = to !== null && plain(to) === plain(address)
  const { stage, status, txids } = row as { stage?: string; status: string; txids?: string[] }
  const isStarted = ['sending', 'confirming'].includes(stage ?? '') || status === 'sent' || (txids?.length ?? 0) > 0
  return goesThere && isStarted
}

const states = { revoke: 'revoked', suspend: 'suspended', reinstate: 'active' } as const

/** Until the sandbox can do it, the row is moved along the state table directly. */
async function turn(world: World, { addressid }: Wallet, how: keyof typeof states): Promise<string> {
  const { status } = await pull(world, `addresses/${addressid}/${how}`)
  if (status === 200) return 'by the sandbox'
  await world.uat.database.owner.tx(async (tx) => {
    await tx.query(`select state.set_actor('chaos', 'asked for', now())`)
    await tx.query('update destinations.address set state = $2, updated_at = now() where id = $1', [
      addressid,
      states[how],
    ])
  })
  return 'by hand'
}
