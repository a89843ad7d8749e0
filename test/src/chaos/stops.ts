import { oneOf } from '../seeded-random.ts'
import { sandbox } from '../client.ts'
import { agreed, deskOf, done, listed } from './desk.ts'
import type { BalanceCase, SeenById, StopFact } from './facts-of-people.ts'
import { balancesOf, seenThings } from './lists.ts'
import { markOf } from './marks.ts'
import { leastOf } from './reconcile-stops.ts'
import { count, type Institution, isStopped, note, patiently, type World } from './world.ts'

// Staff stop institutions: they suspend them, lift suspensions, and offboard one permanently, with two people.

const idOf = ({ client }: Institution): string => client.institutionid

/** Two remain active. */
export async function suspend(world: World): Promise<void> {
  const free = world.institutions.filter((one) => !isStopped(one))
  if (free.length < 3) return
  const one = oneOf(world.pick, free)
  const desk = await deskOf(world, oneOf(world.pick, ['compliance', 'mlro']))
  const path = `/institutions/${idOf(one)}/suspend`
  const { waiting, irrevocable } = await done(path, desk('POST', path, { reason: 'drawn by chance' }))
  one.standing = 'suspended'
  const began = await markOf(world)
  const before = await seenThings(world, one)
  const reported = Object.fromEntries(irrevocable.map(({ id, problem }: any) => [id, courseOf(problem)]))
  world.stops.push({ ...stopOf(one, 'suspended'), began, before, reported })
  count(world, `institution: suspended`)
  note(world, `${one.name} suspended: ${waiting} things wait, cannot be stopped: ${JSON.stringify(irrevocable)}`)
}

const stopOf = (one: Institution, how: StopFact['how']) =>
  ({ institution: idOf(one), how, ended: null, after: null, payouts: [] }) as const

/** The officer's text: it ends by itself, or only its begun part does. */
const courseOf = (problem: string): 'ends' | 'partly' => (/Later steps wait/.test(problem) ? 'partly' : 'ends')

/** Lifts the suspension of a suspended institution, if there is one. */
export async function lift(world: World, leave = 0): Promise<void> {
  const suspended = world.institutions.filter(({ standing }) => standing === 'suspended')
  for (const one of suspended.slice(leave)) {
    await endSuspension(world, one)
    await agreed(world, `/kyb/${idOf(one)}/decision`, { decision: 'reinstate' })
    one.standing = 'good'
    count(world, 'institution: suspension lifted')
    note(world, `${one.name}: suspension lifted`)
  }
}

/** The state just before its end. */
async function endSuspension(world: World, one: Institution): Promise<StopFact | null> {
  const at = world.stops.findLastIndex(({ institution, ended }) => institution === idOf(one) && ended === null)
  const stop = world.stops[at]
  if (!stop) return null
  const after = await seenThings(world, one)
  world.stops[at] = { ...stop, after, ended: await markOf(world) }
  return stop
}

/** Offboards a suspended institution, or one in good standing. Its balances are paid out. */
export async function offboard(world: World): Promise<void> {
  const suspended = world.institutions.filter(({ standing }) => standing === 'suspended')
  const good = world.institutions.filter((one) => !isStopped(one))
  const one = oneOf(world.pick, suspended.length > 0 && world.pick(2) === 0 ? suspended : good)
  const wasSuspended = one.standing === 'suspended'
  const suspension = wasSuspended ? await endSuspension(world, one) : null
  const there = await seenThings(world, one)
  const payload = await agreed(world, `/institutions/${idOf(one)}/offboard`, {})
  one.standing = 'offboarded'
  const began = await markOf(world)
  const before = withoutNewPayouts(await seenThings(world, one), there)
  const reported = { ...suspension?.reported, ...(await casesOf(world, one)) }
  const payouts = payoutsOf(one, payload)
  world.stops.push({ ...stopOf(one, 'offboarded'), began, before, reported, payouts })
  count(world, `institution: offboarded, was ${wasSuspended ? 'suspended' : 'in good standing'}`)
  note(world, `${one.name} offboarded: ${JSON.stringify(payouts)}`)
}

/** Its balances may be on their way out already. */
const withoutNewPayouts = (now: SeenById, there: SeenById): SeenById =>
  Object.fromEntries(
    Object.entries(now).filter(([id, { kind }]) => id in there || (kind !== 'payout' && kind !== 'withdrawal')),
  )

function payoutsOf(one: Institution, payload: { payouts?: { asset: string; destination: string | null }[] }) {
  const wallets = one.wallets.map(({ addressid, address }): [string, string] => [addressid, address])
  const places = { ...one.destinations, ...Object.fromEntries(wallets) }
  return (payload.payouts ?? []).map(({ asset, destination }) => ({
    asset,
    to: destination === null ? null : places[destination]!,
  }))
}

/** The operations that staff know to have left anyway. */
async function casesOf(world: World, one: Institution): Promise<StopFact['reported']> {
  const own = (await openCases(world, 'left_anyway')).filter(({ institutionid }) => institutionid === idOf(one))
  return Object.fromEntries(own.map(({ id, problem }) => [id!, courseOf(problem!)]))
}

/** The balances of offboarded institutions that staff know to be stuck. */
export async function balanceCases(world: Pick<World, 'uat' | 'env'>): Promise<BalanceCase[]> {
  const cases = await openCases(world, 'closing_payout')
  return cases.map(({ institutionid, asset }) => ({ institution: institutionid!, asset: asset! }))
}

/** As staff read them. */
async function openCases(world: Pick<World, 'uat' | 'env'>, kind: string): Promise<Record<string, string>[]> {
  const cases = await listed(await deskOf(world, 'operations'), `/bank/cases?kind=${kind}`)
  return cases.map(({ detail }) => Object.fromEntries(detail.map(({ name, value }: any) => [name, value])))
}

/** How often two people agree on the destination of a remaining balance. */
const maxRepeats = 5

/** If an offboarded institution has a remainder, two people agree again on its destination. Returns how often. */
export async function offboardAgain(world: World): Promise<number> {
  let many = 0
  for (const one of world.institutions.filter(({ standing }) => standing === 'offboarded')) {
    const { available } = await balancesOf(world, one)
    const stuck = (await balanceCases(world)).filter(({ institution }) => institution === idOf(one))
    const isLeft = ([asset, amount]: [string, bigint]) =>
      amount > leastOf(asset) && !stuck.some((known) => known.asset === asset)
    if ((world.counts.get(again) ?? 0) >= maxRepeats || !Object.entries(available).some(isLeft)) continue
    const payload = await agreed(world, `/institutions/${idOf(one)}/offboard`, {})
    const at = world.stops.findIndex(({ institution, how }) => institution === idOf(one) && how === 'offboarded')
    const stop = world.stops[at]!
    world.stops[at] = { ...stop, payouts: [...stop.payouts, ...payoutsOf(one, payload)] }
    count(world, again)
    many += 1
  }
  return many
}

const again = 'institution: offboarded once more, for what was left'

/** Wires that their sender's bank could not accept are returned once more. Returns their number. */
export async function sendBackAgain(world: World): Promise<number> {
  let many = 0
  for (const { wireid } of await openCases(world, 'return_failed')) {
    const answer = agreed(world, '/bank/send-back', { wireid }, ['operations', 'treasury'])
    const output = await answer.then(
      () => 'done',
      (error: Error) => error.message.slice(0, 60),
    )
    count(world, `wire: sent back once more, ${output}`)
    if (output === 'done') many += 1
  }
  return many
}

/** Ambiguous lines of a statement: two people match each to its movement. Returns their number. */
export async function matchUnclearLines(world: World): Promise<number> {
  let many = 0
  for (const { line, problem } of await openCases(world, 'unclear_entry')) {
    const candidates = [...problem!.matchAll(/entry (\d+) \(/g)].map(([, id]) => Number(id))
    for (const entry of candidates) {
      const output = await matchLine(world, Number(line), entry)
      count(world, `line of a statement: matched, ${output}`)
      if (output !== 'done') continue
      many += 1
      break
    }
  }
  return many
}

/** The reason of a refusal: another line of the same file may already report this entry. */
const matchLine = (world: World, line: number, entry: number): Promise<string> =>
  agreed(world, '/bank/match-line', { line, entries: [entry] }, ['operations', 'treasury']).then(
    () => 'done',
    (error: Error) => error.message.slice(0, 60),
  )

/** Wires to offboarded institutions that also wait for a review: two people refuse them. Returns their number. */
export async function refuseWires(world: World): Promise<number> {
  let many = 0
  for (const one of world.institutions.filter(({ standing }) => standing === 'offboarded')) {
    const holds = await listed(
      await deskOf(world, 'compliance'),
      `/holds?institutionid=${idOf(one)}&kind=wire&state=placed`,
    )
    const reviews = holds.filter(({ on, reason }) => reason !== 'account_suspended' && !world.touched.has(on))
    for (const { holdid } of reviews) {
      const { status } = await patiently(() => sandbox(world.uat.service.origin, `holds/${holdid}/reject`, {}))
      count(world, `wire to an offboarded institution: refused ${status}`)
      if (status === 200) many += 1
    }
  }
  return many
}
