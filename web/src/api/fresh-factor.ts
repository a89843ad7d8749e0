// A call that needs a fresh factor asks here; the dialog (kit/form/step-up.tsx) answers. Other calls meanwhile wait for the same
// answer.

/** The kind of factor that counts. */
export type FactorKind = 'any' | 'passkey'

type Ask = (kind: FactorKind) => Promise<boolean>

let dialog: Ask | null = null
let pending: Promise<boolean> | null = null

/** Called by the dialog while it is mounted. */
export function answerFreshFactor(ask: Ask | null): void {
  dialog = ask
}

/** True once the person has shown a factor; false after a refusal, or without a dialog. */
export function freshFactor(kind: FactorKind): Promise<boolean> {
  if (dialog === null) return Promise.resolve(false)
  pending ??= dialog(kind).finally(() => (pending = null))
  return pending
}
