import { patiently, type World } from './world.ts'

/** A control of the bank, the provider or the venues, called directly: the service in between may be dead. */
export async function callControl({ uat }: Pick<World, 'uat'>, path: string, body: object): Promise<any> {
  const response = await patiently(() =>
    fetch(`${uat.counterparts.origin}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return response.json()
}
