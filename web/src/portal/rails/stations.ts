import {
  IconArrowsExchange,
  IconBuildingBank,
  IconCirclePlus,
  IconCoins,
  IconFlame,
  IconRotate,
  IconSend,
  IconShieldCheck,
  IconWallet,
} from '@tabler/icons-react'
import type { IconType } from '../../kit/icon.ts'
import type { Tone } from '../../kit/value/states.ts'
import { isOnRamp, type Payment, type Rail } from './words.ts'

// The stations of a payment over a rail, made from its legs.

type Leg = Payment['legs'][number]
export type Station = {
  key: string
  title: string
  icon: IconType
  /** Null: not reached yet. */
  tone: Tone | null
  at: string | null
  ref: string | null
}

type Planned = Pick<Station, 'key' | 'title' | 'icon'>

const onRamp = (rail: Rail): Planned[] => [
  { key: 'received', title: rail.sender.partyname.name, icon: IconSend },
  { key: 'screening', title: 'Checked', icon: IconShieldCheck },
  { key: 'conversion', title: 'Provider', icon: IconArrowsExchange },
  { key: 'reserve', title: 'Reserve', icon: IconBuildingBank },
  { key: 'mint', title: 'Minted', icon: IconCirclePlus },
  { key: 'completed', title: rail.wallet?.label ?? 'Your wallet', icon: IconWallet },
]

const offRamp = (rail: Rail): Planned[] => [
  { key: 'received', title: rail.sender.partyname.name, icon: IconSend },
  { key: 'screening', title: 'Checked', icon: IconShieldCheck },
  { key: 'collection', title: 'Collected', icon: IconCoins },
  { key: 'burn', title: 'Burned', icon: IconFlame },
  { key: 'payout', title: 'Bank', icon: IconBuildingBank },
  { key: 'completed', title: rail.recipient?.partyname.name ?? rail.sender.partyname.name, icon: IconWallet },
]

const back: Planned = { key: 'return', title: 'Returned', icon: IconRotate }

/** The tone of a station by the status of its leg. */
const tones: Record<string, Tone> = {
  held: 'held',
  refused: 'broken',
  rejected: 'broken',
  failed: 'broken',
  canceled: 'broken',
  asked: 'waits',
  funding: 'waits',
  sent: 'waits',
  resumed: 'waits',
  'under review': 'waits',
}

const toneOf = ({ status }: Leg): Tone => tones[status] ?? 'done'

/** The stations in order. An open payment waits at the first one that it has not reached. */
export function stationsOf(rail: Rail, { legs, status }: Pick<Payment, 'legs' | 'status'>): Station[] {
  const isBack = status === 'rejected' || status === 'returned'
  const planned = isOnRamp(rail) ? onRamp(rail) : offRamp(rail)
  const lastOf = (key: string): Leg | undefined => legs.findLast(({ leg }) => leg === key)
  const reached = planned.findLastIndex(({ key }) => lastOf(key) !== undefined)
  const shown = isBack ? [...planned.slice(0, reached + 1), back] : planned
  const furthest = isBack && lastOf('return') !== undefined ? shown.length - 1 : reached
  return shown.map((station, n) => {
    const leg = lastOf(station.key)
    const isNext = n === furthest + 1 && !shown.slice(0, n).some(({ key }) => isUnderWay(lastOf(key)))
    // A passed station without a leg is done.
    const tone = leg ? passed(toneOf(leg), n < furthest) : n < furthest ? 'done' : isNext ? 'waits' : null
    return { ...station, tone, at: leg?.at ?? null, ref: leg?.ref ?? null }
  })
}

const isUnderWay = (leg: Leg | undefined): boolean => leg !== undefined && toneOf(leg) !== 'done'

const passed = (tone: Tone, isBefore: boolean): Tone => (isBefore && tone === 'waits' ? 'done' : tone)
