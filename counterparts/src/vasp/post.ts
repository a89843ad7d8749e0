import type { Delivery } from './state.ts'

type Answer = { readonly status: number; readonly body: string }

const timeoutMs = 10_000

/** Sends a message once; null without an answer. Redirects are not followed. */
export async function post({ id, url, version, body }: Delivery, stopping: AbortSignal): Promise<Answer | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'api-version': version, 'request-identifier': id, 'content-type': 'application/json' },
      body,
      signal: AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]),
    })
    return { status: response.status, body: (await response.text()).slice(0, 100_000) }
  } catch {
    return null // repeated later; the state shows the tries
  }
}
