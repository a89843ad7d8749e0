type Account = {
  readonly kind: string
  readonly owner: string | null
  readonly institution: { readonly name: string } | null
}

/** Whose the money is on accounts that have no owner of their own, by pool. */
const pools: { readonly [pool: string]: string } = {
  client: 'all clients',
  reserve: 'the reserve',
  house: 'the house',
  supply: 'all coins',
}

/** Whose an account is: the owner's, or what its pool is for. */
export const ofWhom = ({ kind, owner, institution }: Account): string =>
  institution?.name ?? owner ?? pools[kind.split('/')[0]!] ?? kind
