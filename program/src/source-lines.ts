import { existsSync, readFileSync } from 'node:fs'
import { SourceMap, type SourceOrigin } from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * Stack traces of a bundled program name its sources. Maps are read when the first trace is written: `--enable-source-maps`
 * reads them at every start, which takes 0.6 s of processor time.
 */
export function traceSources(): void {
  Error.prepareStackTrace = (error, frames) =>
    [String(error), ...frames.map((frame) => `    at ${lineOf(frame)}`)].join('\n')
}

function lineOf(frame: NodeJS.CallSite): string {
  const name = frame.getFunctionName()
  const called = name === null || name === '' ? '' : `${frame.isConstructor() ? 'new ' : ''}${name} `
  const place = called === '' ? placeOf(frame) : `(${placeOf(frame)})`
  return `${frame.isAsync() ? 'async ' : ''}${called}${place}`
}

function placeOf(frame: NodeJS.CallSite): string {
  const file = frame.getFileName() ?? '<anonymous>'
  const [line, column] = [frame.getLineNumber() ?? 0, frame.getColumnNumber() ?? 0]
  const map = file.startsWith('file:') ? mapOf(fileURLToPath(file)) : null
  const origin: Partial<SourceOrigin> | undefined = map?.findOrigin(line, column)
  if (origin?.fileName === undefined) return `${file}:${line}:${column}`
  return `${new URL(origin.fileName, file).href}:${origin.lineNumber}:${origin.columnNumber}`
}

const maps = new Map<string, SourceMap | null>()

function mapOf(file: string): SourceMap | null {
  const known = maps.get(file)
  if (known !== undefined) return known
  const map = existsSync(`${file}.map`) ? readMap(`${file}.map`) : null
  maps.set(file, map)
  return map
}

/** Without a readable map, a trace names the bundle. An exception here would replace the reported error. */
function readMap(path: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null
  }
}
