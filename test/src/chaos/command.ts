import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compiled } from '../process.ts'
import type { World } from './world.ts'

const cli = fileURLToPath(new URL('../../../local/src/cli.ts', import.meta.url))

/** The operator's command on this world. */
export function specie({ uat }: World, ...words: string[]): Promise<{ code: number; said: string }> {
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: compiled,
    DATABASE_URL: uat.database.url,
    DEVNET_URL: uat.devnet!.origin,
    SPECIE_DATA: join(tmpdir(), 'specie-chaos-none'),
  }
  return new Promise((resolve) => {
    execFile(process.execPath, [cli, ...words], { env }, (error, out, problems) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: out + problems }),
    )
  })
}
