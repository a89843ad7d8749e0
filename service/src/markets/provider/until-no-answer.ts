import type { Provider } from '../../base/ports/provider.ts'
import { NoAnswer } from './client.ts'

/** The provider for one run of a job. After the first conversion call without an answer it is not called again. */
export function untilNoAnswer(provider: Provider): Provider {
  let missed: NoAnswer | null = null
  const guarded =
    <Arguments extends unknown[], Answer>(call: (...values: Arguments) => Promise<Answer>) =>
    async (...values: Arguments): Promise<Answer> => {
      if (missed !== null) throw missed
      try {
        return await call(...values)
      } catch (error) {
        if (error instanceof NoAnswer) missed = error
        throw error
      }
    }
  return {
    ...provider,
    quote: guarded(provider.quote),
    depositAddress: guarded(provider.depositAddress),
    convert: guarded(provider.convert),
    conversion: guarded(provider.conversion),
  }
}
