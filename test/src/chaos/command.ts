import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { specie as run } from '../programs/specie.ts'
import type { World } from './world.ts'

/** The operator's command in this world. */
export const specie = ({ uat }: Pick<World, 'uat'>, ...words: string[]): ReturnType<typeof run> =>
  run(
    {
      DATABASE_URL: uat.database.url,
      DEVNET_URL: uat.devnet!.origin,
      PROVIDER_URL: uat.counterparts.origin,
      SPECIE_DATA: join(tmpdir(), 'specie-chaos-none'),
    },
    ...words,
  )
