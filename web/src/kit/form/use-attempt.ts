import { useState } from 'react'
import { asCallError, type CallError } from '../../api/error.ts'

/** Runs several calls as one act, with one busy state and one error. */
export function useAttempt() {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<CallError | null>(null)
  const attempt = async (act: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      await act()
    } catch (thrown) {
      setError(asCallError(thrown))
    } finally {
      setBusy(false)
    }
  }
  return { attempt, busy, error }
}
