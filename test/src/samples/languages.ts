import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// How each sample is built and run. `.ci/run` installs the requirements.

export type Language = {
  name: string
  file: string
  /** The command that builds it, if any, in its folder. */
  build?: readonly [string, ...string[]]
  run: readonly [string, ...string[]]
  /** The code that assembles the signing string, and the same with a wrong separator. */
  separator: readonly [right: string, wrong: string]
}

export const root = fileURLToPath(new URL('../../../', import.meta.url))
const cache = join(root, 'node_modules/.cache/samples')
const specieGo = join(cache, 'go/specie')

export const languages: readonly Language[] = [
  {
    name: 'bash',
    file: 'specie.sh',
    run: ['bash', 'specie.sh'],
    separator: [`printf '%s' "$1" "$2" "$3"`, `printf '%s' "$1" "$2:$3"`],
  },
  {
    name: 'python',
    file: 'specie.py',
    run: ['python3', 'specie.py'],
    separator: ['path + body + nonce', 'path + body + ":" + nonce'],
  },
  {
    name: 'go',
    file: 'specie.go',
    build: ['go', 'build', '-o', specieGo, '.'],
    run: [specieGo],
    separator: ['path + body + nonce', 'path + body + ":" + nonce'],
  },
  {
    name: 'java',
    file: 'Specie.java',
    run: ['java', 'Specie.java'],
    separator: ['path + body + nonce', 'path + body + ":" + nonce'],
  },
  {
    name: 'rust',
    file: 'specie.rs',
    // The same folder for the sample and for its spoiled copy: cargo would keep its last build.
    build: ['sh', '-ec', 'cargo clean --quiet --locked -p specie-sample; cargo build --quiet --locked'],
    run: [join(cache, 'rust/debug/specie')],
    separator: ['"{path}{body}{nonce}"', '"{path}{body}:{nonce}"'],
  },
  {
    name: 'php',
    file: 'specie.php',
    run: ['php', 'specie.php'],
    separator: ['$path . $body . $nonce', '$path . $body . ":" . $nonce'],
  },
  {
    name: 'typescript',
    file: 'specie.ts',
    run: [process.execPath, 'specie.ts'],
    separator: ['path + body + nonce', "path + body + ':' + nonce"],
  },
]

/** The sample with the SDK, in a project that has installed the published package. */
export function withSdk(folder: string): Pick<Language, 'name' | 'build' | 'run'> {
  const project = join(folder, 'with-sdk')
  const install = `node ${join(root, 'sdk/build.ts')} ${project}/node_modules/@specie/sdk
    cp specie.ts ${project}/`
  return { name: 'sdk', build: ['sh', '-ec', install], run: [process.execPath, join(project, 'specie.ts')] }
}

export type Ended = { code: number; stdout: string; stderr: string }

/** Builds the sample in a folder. */
export async function build({ name, build }: Pick<Language, 'name' | 'build'>, folder = folderOf(name)): Promise<void> {
  if (!build) return
  const { code, stderr } = await run(build, folder)
  if (code !== 0) throw new Error(`${build.join(' ')} failed in ${folder}: ${stderr}`)
}

/** A copy of a sample whose signing string has a separator. */
export async function spoiled({ name, file, separator }: Language, into: string): Promise<string> {
  const folder = join(into, name)
  await mkdir(folder)
  await cp(folderOf(name), folder, { recursive: true, filter: (path) => !path.endsWith('/target') })
  const text = await readFile(join(folder, file), 'utf8')
  if (text.split(separator[0]).length !== 2) throw new Error(`${file} must have «${separator[0]}» once.`)
  await writeFile(join(folder, file), text.replace(...separator))
  return folder
}

export const folderOf = (name: string): string => join(root, 'samples', name)

/** Runs a command to its end, with these settings and no others. */
export function run(
  [program, ...words]: readonly [string, ...string[]],
  cwd: string,
  settings: Record<string, string> = {},
): Promise<Ended> {
  const env = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    GOFLAGS: '-mod=mod',
    CARGO_TARGET_DIR: join(cache, 'rust'),
    CARGO_PROFILE_DEV_DEBUG: '0',
    ...settings,
  }
  return new Promise((resolve, reject) => {
    execFile(program, words, { cwd, env }, (error, stdout, stderr) => {
      if (error && typeof error.code !== 'number') reject(new Error(`${program} does not run: ${error.message}`))
      else resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    })
  })
}
