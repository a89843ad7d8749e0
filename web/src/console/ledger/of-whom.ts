type Account = {
  readonly kind: string
  readonly owner: string | null
  readonly institution: { readonly name: string } | null
}

/** The owners of accounts without an institution, by pool. */
const pools: { readonly [pool: string]: string } = {
  client: 'all clients',
  reserve: 'the reserve',
  house: 'the house',
  supply: 'all coins',
}

/** The owner of an account: its institution, or its pool. */
export const ofWhom = ({ kind, owner, institution }: Account): string =>
  institution?.name ?? owner ?? pools[kind.split('/')[0]!] ?? kind
