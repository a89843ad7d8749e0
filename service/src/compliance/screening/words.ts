const ofSubject: Readonly<Record<string, string>> = {
  institution: 'the institution',
  person: 'a person of the case',
  bank_account: 'the holder of a bank account',
  wallet: 'a wallet',
}

const ofWallet: Readonly<Record<string, string>> = {
  beneficiary: 'the owner of a wallet',
  provider: 'the provider of a wallet',
  address: 'a wallet',
}

/** `the provider of a wallet`. Without its name, which is private for a person. */
export function partyTitle({ subject_kind, part }: { readonly subject_kind: string; readonly part: string }): string {
  if (subject_kind === 'wallet' && ofWallet[part] !== undefined) return ofWallet[part]
  if (subject_kind === 'bank_account') return ofSubject['bank_account']!
  const what = ofSubject[subject_kind] ?? subject_kind
  return part === 'name' ? what : `${what} (${part.replaceAll(/[._]/g, ' ')})`
}
