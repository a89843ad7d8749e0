import type { Output } from '../api/call.ts'
import type { StepWords } from '../kit/timeline-steps.ts'

// Steps that several kinds of things have.

export type Confirmations = Output<'accountSteps'>['confirmations']

/** A hold: for our review, or for the approver of the institution. */
export const heldWords = (waitsForOwn: boolean): StepWords<never> =>
  waitsForOwn
    ? {
        title: 'Needs approval',
        now: 'It needs a second approver of your company.',
        done: 'It was decided.',
        tone: 'waits',
      }
    : {
        title: 'Under review',
        now: 'We are reviewing it. Your money is safe, and you do not need to do anything.',
        done: 'It was decided.',
      }

/** The checks before money moves. */
export const checkedWords: StepWords<never> = {
  title: 'Checked',
  nowTitle: 'Being checked',
  now: 'We check it against our rules and lists. You do not need to do anything.',
  done: 'Nothing speaks against it.',
  next: 'We check it against our rules and lists.',
}

type Counted = {
  chain: string
  confirmations: Confirmations
  /** While it is final, and the next step has not come. */
  final: string
  done: string
}

/** The blocks on its chain: «Confirming, 6 of 8». */
export function confirmingWords({ chain, confirmations, final, done }: Counted): StepWords<never> {
  return {
    title: `Final on ${chain}`,
    nowTitle: isFinal(confirmations) ? `Final on ${chain}` : confirmingTitle(confirmations),
    now: isFinal(confirmations) ? final : blocksText(chain, confirmations),
    done,
    next: `${chain} confirms the transaction.`,
  }
}

export const isFinal = (confirmations: Confirmations): boolean =>
  confirmations !== null && confirmations.done >= confirmations.needed

const confirmingTitle = (confirmations: Confirmations): string =>
  confirmations === null ? 'Confirming' : `Confirming, ${confirmations.done} of ${confirmations.needed}`

function blocksText(chain: string, confirmations: Confirmations): string {
  if (confirmations === null || confirmations.done === 0)
    return `It is signed and sent, and in no block of ${chain} yet.`
  const { needed } = confirmations
  return `It is in a block of ${chain}, and final with ${needed === 1 ? 'one block' : `${needed} blocks`}.`
}
