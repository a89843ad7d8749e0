const patienceMs = 5_000

/** One POST with a line of JSON for each head; any 2xx says that they are kept. A redirect is a fault: it is not followed. */
export async function toHttp(url: string, token: string | null, lines: readonly string[]): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'content-type': 'application/x-ndjson',
      'user-agent': 'specie',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: `${lines.join('\n')}\n`,
    signal: AbortSignal.timeout(patienceMs),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`it answered ${response.status}`)
}
