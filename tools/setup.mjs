// Brings node_modules in line with package-lock.json, builds the `specie` command, then exits. Runs before anything is
// installed and on Node 20, so: plain JavaScript, and nothing but Node's own modules.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  linkSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { buildCommandLine } from './setup-cli.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const modules = join(root, 'node_modules')
const stampFile = join(modules, '.specie-setup')
const lockFile = join(root, '.setup.lock')
const node = join(modules, '.bin', 'node')
const leastNode = 24

const say = (line) => process.stderr.write(`${line}\n`)

class Stop extends Error {}

const read = (file) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

const wanted = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex')

/** npm's own record of a manual install; a good node_modules is never thrown away. */
function matchesLock() {
  const noted = read(join(modules, '.package-lock.json'))
  if (noted === null) return false
  const asked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const there = JSON.parse(noted).packages
  const unasked = Object.keys(there).some((path) => !(path in asked))
  return !unasked && Object.entries(asked).every(([path, entry]) => isThere(path, entry, there[path]))
}

function isThere(path, entry, found) {
  if (!path.startsWith('node_modules/') || entry.link) return true
  if (!found) return entry.optional === true && !isForThisMachine(entry)
  if (!existsSync(join(root, path))) return false
  return found.version === entry.version && found.integrity === entry.integrity
}

function isForThisMachine({ os, cpu, libc, optional }) {
  if (!os && !cpu) return !optional
  if (libc) return false
  return (!os || os.includes(process.platform)) && (!cpu || cpu.includes(process.arch))
}

/** Workspaces and their commands may have changed since npm ran. Linked here, they need no install. */
function linkWorkspaces() {
  const asked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  for (const [path, { link, resolved }] of Object.entries(asked)) {
    if (!link || existsSync(join(root, path))) continue
    symlinkSync(relative(dirname(join(root, path)), join(root, resolved)), join(root, path))
  }
  for (const [path, { bin = {} }] of Object.entries(asked)) {
    if (path.startsWith('node_modules/')) continue
    for (const [name, program] of Object.entries(bin)) {
      const link = join(modules, '.bin', name)
      const target = join(root, path, program)
      if (!existsSync(target) || (existsSync(link) && realpathSync(link) === realpathSync(target))) continue
      rmSync(link, { force: true })
      symlinkSync(relative(join(modules, '.bin'), target), link)
      chmodSync(target, 0o755)
    }
  }
}

/** The Node of npm scripts: the one that came with the install, else the one on the PATH, which runs this. */
function checkNode() {
  const bundled = existsSync(node)
  const version = bundled ? spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim() : process.version
  if (Number(/^v(\d+)/.exec(version ?? '')?.[1] ?? 0) >= leastNode) return
  throw new Stop(
    bundled
      ? `The Node in node_modules does not run on this machine (${version || 'no answer'}): put Node ${leastNode} or newer on the PATH, remove ${node} and start again.`
      : `No Node comes with the repository for ${process.platform}-${process.arch}, and ${version} is too old: install Node ${leastNode} or newer and start again.`,
  )
}

/** Null if we hold the lock, else the pid of its holder. */
function takeLock() {
  const draft = `${lockFile}.${process.pid}`
  writeFileSync(draft, String(process.pid))
  try {
    linkSync(draft, lockFile)
    return null
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    const holder = read(lockFile)
    if (holder !== null && isStale(holder)) dropLock(holder)
    return holder ?? '?'
  } finally {
    rmSync(draft, { force: true })
  }
}

/** The holder touches the lock every second, so a process that reuses a dead holder's pid is not mistaken for it. */
function isStale(holder) {
  const touched = statSync(lockFile, { throwIfNoEntry: false })?.mtimeMs ?? Infinity
  if (Date.now() - touched > 30_000) return true
  try {
    process.kill(Number(holder), 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

/** Two may judge the same lock stale: a process that moved a newer lock puts it back. */
function dropLock(holder) {
  const aside = `${lockFile}.${process.pid}.stale`
  try {
    renameSync(lockFile, aside)
    if (read(aside) !== holder) linkSync(aside, lockFile)
  } catch {
    // Another process was quicker
  }
  rmSync(aside, { force: true })
}

async function lock() {
  const parent = process.ppid
  for (let told = false; ; told = true) {
    const holder = takeLock()
    if (holder === null) return
    if (!told) say(`Another start (process ${holder}) is installing; waiting for it.`)
    if (process.ppid !== parent) throw new Stop('The parent is gone; not waiting any longer.')
    await sleep(300)
  }
}

/** npm as npm itself named it to us; the Node that runs it must not be the one that it will replace. */
function npm() {
  const { npm_execpath: script = '', npm_node_execpath: own } = process.env
  if (/npm-cli\.[cm]?js$/.test(script)) return [own ?? process.execPath, script]
  return ['npm']
}

/** Resolves with npm's exit code and output. */
function runNpm() {
  const asked = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund']
  // At this level EBADENGINE warnings, which mean nothing here, stay off the screen.
  const [command, ...args] = [...npm(), ...asked, '--loglevel=error', '--no-progress']
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => output.push(data))
  return new Promise((resolve, reject) => {
    let ending = null
    const end = (why) => {
      ending ??= why
      child.kill('SIGTERM')
      setTimeout(() => child.kill('SIGKILL'), 3_000).unref()
    }
    const parent = process.ppid
    const begun = performance.now()
    let told = 0
    const pulse = setInterval(() => {
      utimesSync(lockFile, new Date(), new Date())
      if (process.ppid !== parent) return end('The parent is gone; the install was stopped.')
      const seconds = Math.floor((performance.now() - begun) / 1000)
      if (seconds < told + 3) return
      told = seconds
      say(`  still installing (${seconds} s)`)
    }, 1_000)
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'])
      process.once(name, () => end(`The install was stopped (${name}).`))
    child.once('error', (error) => reject(new Stop(`npm could not be run (${error.message}): put npm on the PATH.`)))
    child.once('close', (code) => {
      clearInterval(pulse)
      if (ending !== null) return reject(new Stop(ending))
      resolve({ code, output: Buffer.concat(output).toString() })
    })
  })
}

async function install() {
  say('Installing packages (npm ci).')
  const begun = performance.now()
  const { code, output } = await runNpm()
  if (code !== 0) {
    say(output.trimEnd())
    throw new Stop(`npm ci failed with code ${code}; its output is above. Fix the cause and start again.`)
  }
  say(`Installed in ${((performance.now() - begun) / 1000).toFixed(1)} s.`)
}

async function setUp() {
  const isReady = () => read(stampFile) === wanted() && (existsSync(node) || checkNode() === undefined)
  if (isReady()) return
  await lock()
  try {
    if (isReady()) return
    if (matchesLock()) linkWorkspaces()
    else await install()
    checkNode()
    writeFileSync(stampFile, wanted())
  } finally {
    rmSync(lockFile, { force: true })
  }
}

try {
  await setUp()
  const failed = buildCommandLine(root, existsSync(node) ? node : process.execPath)
  if (failed !== null) throw new Stop(failed)
} catch (error) {
  if (!(error instanceof Stop)) throw error
  say(error.message)
  process.exit(1)
}
