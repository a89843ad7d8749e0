import { sandbox } from '../client.ts'
import { oneOf } from '../chance.ts'
import { plain } from './amounts.ts'
import type { Thing } from './facts.ts'
import { openThings, thingOf } from './lists.ts'
import { markOf } from './marks.ts'
import { count, isStopped, listWallet, note, type OpenHold, patiently, type Wallet, type World } from './world.ts'

// What people and operators do while money is under way: holds at any moment, decisions on them, wallets taken off the list.
// What the sandbox does not offer yet is done another way here, and only here.

const holdReasons = ['aml_review', 'sanctions_review', 'travel_rule', 'edd_required'] as const

const pull = ({ uat }: World, path: string, body: object = {}) =>
  patiently(() => sandbox(uat.service.origin, path, body))

/** Lays a hold on something that is under way, in whichever state it is. */
export async function placeHold(world: World): Promise<void> {
  const { pick } = world
  const institution = oneOf(pick, world.institutions)
  const things = (await openThings(world, institution)).filter(
    ({ id, status }) => !world.touched.has(id) && status !== 'held',
  )
  if (things.length === 0) return count(world, 'hold: nothing to hold')
  const thing = ofSomeKind(world, things)
  world.touched.add(thing.id) // one hold on each: two would blur what each has promised
  const ask = { institutionid: institution.client.institutionid, on: thing.id, reason: oneOf(pick, holdReasons) }
  const { status, body } = await pull(world, 'holds', ask)
  if (status !== 200) return count(world, `hold on ${thing.kind}: ${status} ${body.code}`)
  const began = await markOf(world)
  const now = (await thingOf(world, institution, thing.id)) ?? thing
  const answer: OpenHold['answer'] = body.status ?? null
  const stage = (thing.row as { stage?: string }).stage ?? thing.status
  world.open.push({
    holdid: body.holdid,
    thing: thing.id,
    kind: thing.kind,
    answer,
    statusAt: stage,
    wasOpen: now.end === 'open',
    began,
    institution,
    to: thing.to,
  })
  count(world, `hold on ${thing.kind} that is ${stage}: ${answer ?? 'taken'}`)
  note(world, `hold on ${thing.kind} ${thing.id} (${stage}): ${answer ?? 'taken'} ${body.irrevocable ?? ''}`)
}

/** Kinds are equally likely, however many there are of each. */
function ofSomeKind({ pick }: World, things: readonly Thing[]): Thing {
  const kind = oneOf(pick, [...new Set(things.map((one) => one.kind))])
  return oneOf(
    pick,
    things.filter((one) => one.kind === kind),
  )
}

const kinds = ['mint', 'redemption', 'withdrawal', 'deposit', 'payment'] as const

/** The next one of a kind will be held; whichever that is. Answers the hold. */
export async function holdNext(world: World): Promise<string | null> {
  const institution = oneOf(world.pick, world.institutions)
  const kind = oneOf(world.pick, kinds)
  const ask = { institutionid: institution.client.institutionid, on: `next ${kind}`, reason: 'aml_review' }
  const { status, body } = await pull(world, 'holds', ask)
  count(world, `hold on the next ${kind}: ${status === 200 ? 'taken' : status}`)
  return status === 200 ? body.holdid : null
}

/** Two people decide on a hold. What has become of its thing until then is looked at first. */
export async function decide(world: World, hold: OpenHold, decision: 'release' | 'reject' | 'none'): Promise<void> {
  const thing = await thingOf(world, hold.institution, hold.thing)
  const ended = await markOf(world)
  const { institution: _institution, to: _to, ...fact } = hold
  world.holds.push({ ...fact, ended, statusThen: thing?.status ?? 'gone', decision })
  world.open.splice(world.open.indexOf(hold), 1)
  if (decision === 'none') return count(world, 'hold: left open')
  const { status, body } = await pull(world, `holds/${hold.holdid}/${decision}`)
  count(world, `hold: ${decision} ${status === 200 ? 'done' : (body.message ?? status)}`)
  note(world, `${decision} hold on ${hold.kind} ${hold.thing}: ${status}`)
}

/** Takes a wallet off the list, for good or until it is reinstated; rather one that something held waits to be sent to. */
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
  const underWay = (await openThings(world, institution)).filter((thing) => isUnderWayTo(thing, wallet))
  const { addressid, chain, address, label } = wallet
  const ids = underWay.map(({ id }) => id)
  world.revocations.push({ addressid, chain, address, began, ended: null, underWay: ids, isForGood })
  count(world, `wallet: ${isForGood ? 'revoked' : 'suspended'} (${how})`)
  note(world, `wallet ${label} of ${institution.name} ${isForGood ? 'revoked' : 'suspended'}: ${address}`)
  // Requests keep going to the old one, too: they must be refused.
  const spare = `${label.split(' ')[0]} ${chain} ${world.revocations.length}`
  institution.wallets.push(await listWallet(world.uat, institution.client.institutionid, chain, spare))
}

/** A suspended wallet may be sent to again. */
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

/** What may still arrive there: its transaction stood in line, or was signed, when the wallet was revoked. */
function isUnderWayTo({ to, row }: Thing, { address }: Wallet): boolean {
  const goesThere = to !== null && plain(to) === plain(address)
  const { stage, status, txids } = row as { stage?: string; status: string; txids?: string[] }
  const isStarted = ['sending', 'confirming'].includes(stage ?? '') || status === 'sent' || (txids?.length ?? 0) > 0
  return goesThere && isStarted
}

const states = { revoke: 'revoked', suspend: 'suspended', reinstate: 'active' } as const

/** Until the sandbox can do it, the row is moved along the state table as an operator would by hand. */
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
