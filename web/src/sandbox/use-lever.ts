import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sandbox } from '../app/sandbox.ts'
import { useAttempt } from '../kit/form/use-attempt.ts'

/** The result of a lever, and the page that shows it. */
export type Outcome = { text: string; see?: { title: string; address: string } }

/** Pulls a lever, shows the result, and refreshes the screen. */
export function useLever() {
  const { attempt, busy, error } = useAttempt()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const client = useQueryClient()
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows the type of the answer
  const pull = <T>(path: string, body: object, say: (answer: T) => Outcome): void =>
    void attempt(async () => {
      setOutcome(null)
      setOutcome(say(await sandbox<T>(path, body)))
      await client.invalidateQueries()
    })
  return { pull, busy, error, outcome }
}
