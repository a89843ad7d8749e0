import { request } from 'node:http'

// Calls of a browser to a program of this machine for a foreign page.

const foreign: Record<string, Record<string, string>> = {
  'a name that resolves to this machine': { host: 'rebound.example' },
  'a page of another origin': { origin: 'https://page.example' },
  'a page of another port': { origin: 'http://127.0.0.1:3000' },
  'a sandboxed page': { origin: 'null' },
  'a picture in a page': { 'sec-fetch-site': 'cross-site' },
}

/** The accepted ones, of all callers and paths. */
export async function notRefused(origin: string, paths: readonly string[]): Promise<string[]> {
  const answered: string[] = []
  for (const [who, headers] of Object.entries(foreign))
    for (const path of paths)
      for (const method of ['GET', 'POST']) {
        const status = await ask(origin + path, method, headers)
        if (status !== 403) answered.push(`${who}: ${method} ${path} ${status}`)
      }
  return answered
}

/** Any header may be set, including those that fetch reserves. */
function ask(url: string, method: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const requested = request(url, { method, headers }, (response) => {
      response.resume()
      resolve(response.statusCode!)
    })
    requested.on('error', reject)
    requested.end(method === 'POST' ? '{}' : undefined)
  })
}
