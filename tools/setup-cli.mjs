// Builds the `specie` command if its sources have changed. Called by setup.mjs, so: plain JavaScript on Node 20.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const sources = ['cli/src', 'sdk/src', 'protocol/src']
const files = ['cli/build.ts', 'cli/package.json', 'package-lock.json']

/** Null, or the error. */
export function buildCommandLine(root, node) {
  const stampFile = join(root, 'cli/dist/sources')
  const wanted = hashOf(root)
  if (read(stampFile) === wanted) return null
  const { status, error, stderr } = spawnSync(node, [join(root, 'cli/build.ts')], { cwd: root, encoding: 'utf8' })
  if (status !== 0) return `The specie command could not be built:\n${error?.message ?? stderr.trimEnd()}`
  writeFileSync(stampFile, wanted)
  return null
}

function hashOf(root) {
  const found = sources.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => `${folder}/${name}`),
  )
  const hash = createHash('sha256')
  for (const file of [...found, ...files].toSorted((one, other) => (one < other ? -1 : 1)))
    hash.update(`${file}\n`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
