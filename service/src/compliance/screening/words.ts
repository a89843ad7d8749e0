const ofSubject: Readonly<Record<string, string>> = {
  institution: 'the institution',
  person: 'a person of the case',
  bank_account: 'the holder of a bank account',
  wallet: 'a wallet',
}

/** `a wallet (provider)`. Without its name, which is private for a person. */
export function partyTitle({ subject_kind, part }: { readonly subject_kind: string; readonly part: string }): string {
  const what = ofSubject[subject_kind] ?? subject_kind
  return part === 'name' ? what : `${what} (${part.replaceAll(/[._]/g, ' ')})`
}
