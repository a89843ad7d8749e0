import { coinCodes, type Curve, type KeyName, type Power, powers } from '../base/ports/chain.ts'

// The names of all keys. A name and a curve together identify one key in every store.

export class UnknownKey extends Error {
  override name = 'UnknownKey'
}

/** The largest index of a child key that is not hardened. */
const lastIndex = 2 ** 31 - 1

type KeySlot = { readonly key: KeyName; readonly curve: Curve }

/** The freezer does this on Solana. Keystores and KMS settings of earlier versions lack these keys. */
export const evmOnly: ReadonlySet<KeyName> = new Set<Power>(['lister', 'switcher'])

/** Every key with its own secret; deposit keys are derived. */
export const ownKeys: readonly KeySlot[] = [
  ...powers.flatMap((key): KeySlot[] => [
    { key, curve: 'secp256k1' },
    ...(evmOnly.has(key) ? [] : [{ key, curve: 'ed25519' } as const]),
  ]),
  // The mint address of a coin on Solana is the public key of its own key.
  ...coinCodes.map((coin): KeySlot => ({ key: `coin:${coin}`, curve: 'ed25519' })),
  { key: 'audit', curve: 'ed25519' },
]

export const slotName = (key: KeyName, curve: Curve): string => `${key}/${curve}`

const ownSlots: ReadonlySet<string> = new Set(ownKeys.map(({ key, curve }) => slotName(key, curve)))

/** 7 for `deposit:7`; null for other keys. */
export function depositIndex(key: string): number | null {
  const [, digits] = /^deposit:(0|[1-9]\d{0,9})$/.exec(key) ?? []
  const index = Number(digits)
  return digits !== undefined && index <= lastIndex ? index : null
}

/** True for `minter/secp256k1`. Names come from settings and rows, where types are not checked. */
export function isSlot(name: string): boolean {
  const [key = '', curve = '', ...more] = name.split('/')
  if (ownSlots.has(name)) return true
  return depositIndex(key) !== null && (curve === 'secp256k1' || curve === 'ed25519') && more.length === 0
}

export function assertKnown(key: KeyName, curve: Curve): void {
  if (!isSlot(slotName(key, curve)))
    throw new UnknownKey(`There is no ${curve} key named "${key}": docs/keys.md lists the names.`)
}
