import { type Kind, readName } from '../match/compare-names.ts'
import type { Comparison } from '../match/comparison.ts'
import { NameIndex } from './name-index.ts'

/** A weak alias of one owner can be the name of another one. */
type Owned<Owner> = { readonly owner: Owner; readonly isWeak: boolean }

export type NearName<Owner> = {
  readonly text: string
  readonly owners: readonly Owned<Owner>[]
  readonly found: Comparison
}

/** Names of one kind, each in the index once, with the entries that have it. */
export class OwnedNames<Owner> {
  readonly #kind: Kind
  readonly #index = new NameIndex()
  readonly #ids = new Map<string, number>()
  readonly #names = new Map<number, { readonly text: string; owners: Owned<Owner>[] }>()

  constructor(kind: Kind) {
    this.#kind = kind
  }

  add(text: string, owner: Owner, isWeak: boolean): void {
    const id = this.#ids.get(text)
    if (id !== undefined) {
      this.#names.get(id)!.owners.push({ owner, isWeak })
      return
    }
    const made = this.#index.add(readName(this.#kind, text))
    this.#ids.set(text, made)
    this.#names.set(made, { text, owners: [{ owner, isWeak }] })
  }

  remove(text: string, owner: Owner): void {
    const id = this.#ids.get(text)
    const name = id === undefined ? undefined : this.#names.get(id)
    if (id === undefined || name === undefined) return
    name.owners = name.owners.filter((one) => one.owner !== owner)
    if (name.owners.length > 0) return
    this.#index.remove(id)
    this.#ids.delete(text)
    this.#names.delete(id)
  }

  near(text: string): NearName<Owner>[] {
    return this.#index.near(readName(this.#kind, text)).map(({ id, found }) => ({ ...this.#names.get(id)!, found }))
  }
}
