// Floors by SQL schema, a part of `npm run floors`. A table is named only by the room that owns its schema, and by the triggers
// of higher rooms that watch it. Views and functions of the database may be named by rooms above their owner. A union view,
// which is made from the lists of the rooms, names views of its own room and of rooms above it only. `tools/floors.json` lists
// the rooms. There are no exceptions. An argument names another tree to check.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

type FloorsConfig = {
  /** The rooms of each floor, from the lowest up. */
  floors: string[][]
  /** The room of each schema that has another name than its room. */
  owners: Record<string, string>
  /** Rooms that may name everything, and why. */
  auditors: Record<string, string>
  /** Tables that every room above their owner may name, and why. */
  open: Record<string, string>
}

type Kind = 'table' | 'view' | 'function'
/** `watched`: it has a trigger. */
type Name = { line: number; name: string; watched: boolean }
type Place = Name & { file: string; room: string; isUnion: boolean }

const root = process.argv[2] ?? fileURLToPath(new URL('../', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const house = JSON.parse(read('tools/floors.json')) as FloorsConfig

const ownerOf = (name: string): string => {
  const schema = name.split('.')[0]!
  return house.owners[schema] ?? schema
}
const floorOf = (room: string): number => house.floors.findIndex((rooms) => rooms.includes(room))

function mayName({ room, name, watched, isUnion }: Place, kind: Kind): boolean {
  const owner = ownerOf(name)
  if (isUnion) return kind === 'view' && floorOf(owner) >= floorOf(room)
  if (owner === room || room in house.auditors) return true
  if (kind === 'table' && !watched && !(name in house.open)) return false
  return floorOf(owner) < floorOf(room)
}

/** Tables, views and functions of the database. */
function objectsOf(schema: string): Map<string, Kind> {
  const found = schema.matchAll(/^(?:create (?:unlogged )?(table|view)|-- (function)) (\w+\.\w+)/gm)
  return new Map([...found].map(([, kind, fn, name]) => [name!, (kind ?? fn) as Kind]))
}

const namesInSql = (text: string): Name[] =>
  text.split('\n').flatMap((line, at) => {
    const names = line.replace(/--.*/, '').matchAll(/(\bon )?(?<![\w.])(\w+\.\w+)\b/g)
    return [...names].map(([, on, name]) => ({ line: at + 1, name: name!, watched: on !== undefined }))
  })

/** Names in the strings of TypeScript. Comments, imports and property accesses do not count. */
function namesInCode(text: string): Name[] {
  const file = ts.createSourceFile('', text, ts.ScriptTarget.Latest)
  const found: Name[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      const first = file.getLineAndCharacterOfPosition(node.getStart(file)).line
      const names = namesInSql(node.getText(file))
      found.push(...names.map(({ line, name }) => ({ line: first + line, name, watched: false })))
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function filesIn(folder: string, suffix: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(suffix) && !name.endsWith('.test.ts'))
    .toSorted()
    .map((name) => `${folder}/${name}`)
}

function everyName(): Place[] {
  const code = filesIn('service/src', '.ts').flatMap((file) => {
    const [, , room, ...rest] = file.split('/')
    return rest.length === 0
      ? []
      : namesInCode(read(file)).map((name) => ({ ...name, file, room: room!, isUnion: false }))
  })
  const definitions = ['functions', 'triggers', 'views', 'unions'].flatMap((folder) =>
    filesIn(`service/sql/${folder}`, '.sql'),
  )
  const sql = definitions.flatMap((file) =>
    namesInSql(read(file)).map((name) => ({
      ...name,
      watched: name.watched && file.includes('/triggers/'),
      file,
      room: ownerOf(basename(file)),
      isUnion: file.includes('/unions/'),
    })),
  )
  return [...code, ...sql]
}

const objects = objectsOf(read('service/sql/schema.sql'))
const foreign = everyName().filter((place) => objects.has(place.name) && !mayName(place, objects.get(place.name)!))

const problems = foreign.map(({ file, line, name }) => {
  const owner = ownerOf(name)
  return `${file}:${line} names ${name}, a ${objects.get(name)} of ${owner}: ask a function of ${owner}, or a view that it offers to rooms above it`
})
for (const problem of problems) console.log(problem)
if (problems.length > 0) process.exitCode = 1
