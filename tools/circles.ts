// Circles of folders, a part of `npm run floors`. No two folders of a room import each other, not even through a third; the
// files directly in a room count as one folder, except those that assemble the room. Circles of rooms are impossible: a room
// imports only from lower floors (.dependency-cruiser.cjs). The parts of the pages follow the same rule. `tools/floors.json`
// lists the floors. An argument names another tree to check.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

type FloorsConfig = {
  /** The rooms of each floor, from the lowest up. */
  floors: string[][]
  /** The same for the pages. */
  pages: string[][]
  /** Rooms whose top-level files do not count, and why. */
  mixed: Record<string, string>
}

/** An import of one folder by another, with its files. */
type Edge = { room: string; from: string; to: string; shown: string }

const root = process.argv[2] ?? fileURLToPath(new URL('../', import.meta.url))
const house = JSON.parse(readFileSync(join(root, 'tools/floors.json'), 'utf8')) as FloorsConfig

const filesOf = (source: string): string[] =>
  readdirSync(join(root, source), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && file.includes('/'),
  )
const roomOf = (file: string): string => file.split('/')[0]!

/** `room/folder`, or `room/.` for a file directly in the room. */
const folderOf = (file: string): string => {
  const [room, folder, ...rest] = file.split('/')
  return `${room}/${rest.length === 0 ? '.' : folder}`
}

/** The files that assemble a room import from all its folders. */
const putsTogether = (file: string): boolean =>
  ['room.ts', 'routes.ts', 'main.tsx', 'pages.ts'].includes(file.split('/').slice(1).join('/'))

const counts = (folder: string): boolean => !(folder.endsWith('/.') && roomOf(folder) in house.mixed)

function edgesOf(source: string, file: string): Edge[] {
  if (putsTogether(file)) return []
  const imported = ts.preProcessFile(readFileSync(join(root, source, file), 'utf8')).importedFiles
  return imported.flatMap(({ fileName }) => {
    if (!fileName.startsWith('.')) return []
    const target = join(dirname(file), fileName)
    const [room, from, to] = [roomOf(file), folderOf(file), folderOf(target)]
    const isInside = roomOf(target) === room && from !== to && counts(from) && counts(to)
    return isInside ? [{ room, from, to, shown: `${file} → ${target}` }] : []
  })
}

/** The shortest path from one folder to another, as its imports; null if there is none. */
function wayFrom(from: string, to: string, edges: readonly Edge[]): Edge[] | null {
  const ways: Edge[][] = edges.filter((edge) => edge.from === from).map((edge) => [edge])
  const seen = new Set([from])
  for (const way of ways) {
    const { to: end } = way.at(-1)!
    if (end === to) return way
    if (seen.has(end)) continue
    seen.add(end)
    ways.push(...edges.filter((edge) => edge.from === end).map((edge) => [...way, edge]))
  }
  return null
}

/** Each circle once: the shortest one through the first of its folders by name. */
function circlesOf(edges: readonly Edge[]): Edge[][] {
  const folders = [...new Set(edges.map(({ from }) => from))].toSorted()
  const circles = folders.flatMap((folder) => [wayFrom(folder, folder, edges) ?? []]).filter((way) => way.length > 0)
  const answer = new Set<string>()
  return circles.filter((circle) => {
    if (circle.every(({ from }) => answer.has(from))) return false
    for (const { from } of circle) answer.add(from)
    return true
  })
}

function problemsOf(source: string, floors: readonly string[][]): string[] {
  const files = filesOf(source)
  const known = new Set(floors.flat())
  const rooms = Map.groupBy(
    files.flatMap((file) => edgesOf(source, file)),
    ({ room }) => room,
  )
  return [
    ...[...new Set(files.map(roomOf))]
      .filter((room) => !known.has(room))
      .map((room) => `${source}/${room} has no floor in tools/floors.json`),
    ...[...rooms.values()].flatMap(circlesOf).map((circle) => {
      const folders = circle.map(({ from }) => from).join(', ')
      return `${folders} import each other: ${circle.map(({ shown }) => shown).join('; ')}`
    }),
  ]
}

const problems = [...problemsOf('service/src', house.floors), ...problemsOf('web/src', house.pages)]
for (const problem of problems) console.log(problem)
if (problems.length > 0) process.exitCode = 1
