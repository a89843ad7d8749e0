import type { HeldKind } from '@specie/protocol/holds.ts'
import type { Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import { normalName } from '../base/party-names.ts'
import { idsOf } from '../base/state-machine/transitions.ts'
import { institutionNames } from '../directory/institutions.ts'
import { activeHold } from './active-holds.ts'
import { holdDetailsOf, type HoldDetails } from './held-items.ts'
import { placeHold, releasedAmong, screeningActor } from './holds.ts'
import { holdOverLimit } from './over-limit.ts'
import { walletForm } from './list/own.ts'
import { hitsWithoutHold, noteHitsOfHold } from './screening/decide.ts'
import type { Hit } from './screening/hits.ts'
import type { Found } from './screening/look-up.ts'
import { screenInstitutions } from './screening/own.ts'
import { named, type Party, wallet } from './screening/party.ts'
import { type ScreenedParty, screenParties, type Screening } from './screening/screen-parties.ts'
import { applyRules } from './apply-rules.ts'
import { waitingForOwn } from './screening/answers.ts'
import type { Question } from './screening/question.ts'
import { holdWaiting } from './waiting-holds.ts'

// Every item is screened at its moment: its parties, the wallet that it goes to or comes from, and by the rules. A hit holds
// it.

/** Kinds that bring something out of the hands of their institution, or change its form. */
const outgoing: readonly HeldKind[] = ['mint', 'redemption', 'withdrawal', 'payment']

/** Kinds whose room rejects a party at once if the list says `refuse`; the others are held. */
const rejectedByRoom: readonly HeldKind[] = ['rail', 'payment']

type Item = { readonly id: string; readonly institution_id: string }

/**
 * Screens items of one kind, locked by the caller, and holds those with a hit. `atSending`: the last look before it leaves,
 * when it is no longer rejected at once.
 */
export async function screenItems(
  env: Env,
  tx: Tx,
  kind: HeldKind,
  items: readonly Item[],
  { atSending = false } = {},
): Promise<void> {
  if (items.length === 0) return
  const own = outgoing.includes(kind) ? await screenOwn(env, tx, items) : new Map<string, Question[]>()
  const details = await holdDetailsOf({ runtime: env.runtime, db: tx }, kind, idsOf(items))
  const partiesOf = await partiesFrom(tx, kind, items, details)
  const subjects = items.map(({ id, institution_id: institutionId }) => ({
    kind,
    id,
    institutionId,
    parties: partiesOf.get(id)!,
  }))
  const screened = await screenParties(env, tx, subjects)
  const isForPeople = ({ found }: Hit) => atSending || found.effect === 'review' || !rejectedByRoom.includes(kind)
  await holdHits(
    env,
    tx,
    items.map((item) => ({ ...item, hits: screened.get(item.id)!.hits.filter(isForPeople) })),
  )
  await holdUndecided(env, tx, items, screened)
  if (kind === 'payment') await holdOverLimit(env, tx, items)
  await holdWaiting(
    env,
    tx,
    items.map((item) => ({
      ...item,
      waitsFor: [...screened.get(item.id)!.waitsFor, ...(own.get(item.institution_id) ?? [])],
    })),
  )
  await applyRules(env, tx, kind, items, details)
}

/** The institutions themselves. Returns the answers of outside services that are missing about each. */
async function screenOwn(env: Env, tx: Tx, items: readonly Item[]): Promise<Map<string, Question[]>> {
  const institutions = items.map(({ institution_id }) => institution_id)
  await screenInstitutions(env, tx, institutions)
  return waitingForOwn(env, tx, institutions)
}

/** The parties of items of one kind: names, and the wallet. The institution itself is registered (screening/register.ts). */
export async function partiesOfItems(
  { runtime }: Env,
  tx: Tx,
  kind: HeldKind,
  items: readonly Item[],
): Promise<Map<string, ScreenedParty[]>> {
  return partiesFrom(tx, kind, items, await holdDetailsOf({ runtime, db: tx }, kind, idsOf(items)))
}

async function partiesFrom(
  tx: Tx,
  kind: HeldKind,
  items: readonly Item[],
  details: ReadonlyMap<string, HoldDetails>,
): Promise<Map<string, ScreenedParty[]>> {
  const names = await institutionNames(
    tx,
    items.map(({ institution_id }) => institution_id),
  )
  return new Map(
    items.map(({ id, institution_id }) => [id, partiesIn(kind, details.get(id)!, names.get(institution_id)!)]),
  )
}

/** The parties of an item. `institution`: its name, which is not screened twice. */
export function partiesIn(
  kind: HeldKind,
  { parties, blockchain, destination }: HoldDetails,
  institution: string | null,
): Party[] {
  const isOwn = (name: string) =>
    outgoing.includes(kind) && institution !== null && normalName(name) === normalName(institution)
  return [
    ...[...new Set(parties)].filter((name) => name !== '' && !isOwn(name)).map(partyCalled),
    ...(blockchain !== null && destination !== null ? [wallet(destination)] : []),
  ]
}

/** Coins may come from an address without a name. */
const partyCalled = (text: string): Party => (walletForm.test(text) ? wallet(text) : named(text))

type HitToHold = { readonly id: string; readonly found: Pick<Found, 'list'>; readonly party: Pick<Party, 'kind'> }

/** Places a hold on each item with hits that no active hold is about. `note`: what else its people must know. */
export async function holdHits(
  env: Env,
  tx: Tx,
  items: readonly (Item & { readonly hits: readonly HitToHold[]; readonly note?: string })[],
): Promise<number> {
  const pairs = items.flatMap(({ id: item, hits }) => hits.map(({ id: hit }) => ({ item, hit })))
  const due = await hitsWithoutHold(tx, pairs)
  for (const { id: on, institution_id: institutionId, hits, note = '' } of items) {
    const about = due.get(on)
    if (about === undefined) continue
    const why = `${whyOf(hits.filter(({ id }) => about.includes(id)))}${note}`
    const hold = { institutionId, on, reason: 'sanctions_review', why } as const
    const { holdid } = await placeHold(env, tx, hold, screeningActor)
    await noteHitsOfHold(tx, holdid, about)
  }
  return due.size
}

/** Without names: the history is never erased. */
function whyOf(hits: readonly HitToHold[]): string {
  const lists = [...new Set(hits.map(({ found }) => found.list))].toSorted().join(', ')
  const what = hits.every(({ party }) => party.kind === 'wallet') ? 'its wallet' : 'a party'
  return `${what} matches a list: ${lists}`
}

/** An item that is held, or that people have released for that, is not held again because the lists are too old. */
async function holdUndecided(
  env: Env,
  tx: Tx,
  items: readonly Item[],
  screened: ReadonlyMap<string, Screening>,
): Promise<void> {
  const undecided = items.filter(({ id }) => screened.get(id)!.listsAreOld)
  if (undecided.length === 0) return
  const ids = undecided.map(({ id }) => id)
  const held = await activeHold(tx, ids)
  const released = await releasedAmong(tx, 'sanctions_review', screeningActor, ids)
  for (const { id: on, institution_id: institutionId } of undecided) {
    if (held.has(on) || released.has(on)) continue
    const why = 'the lists are too old to screen it'
    await placeHold(env, tx, { institutionId, on, reason: 'sanctions_review', why }, screeningActor)
  }
}
