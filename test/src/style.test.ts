import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

// Rules beyond the linter, each with its replacement.

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Programs for the reader, shown on the page. */
const samples = 'docs-site/src/samples/'

type Rule = { pattern: RegExp; instead: string; except: string[] }

const rules: Rule[] = [
  {
    pattern: /process\.env/,
    instead: 'readConfig() of base/config.ts',
    except: [
      'service/src/base/config.ts',
      'counterparts/src/settings.ts',
      'devnet/src/settings.ts',
      'local/src/',
      'cli/src/env.ts',
      'sdk/src/testing.ts', // forwards its own
      samples,
    ],
  },
  {
    pattern: /Date\.now\(|new Date\(\)/,
    instead: 'env.clock',
    except: [
      'service/src/base/clock.ts',
      'counterparts/src/machine.ts',
      'devnet/src/machine.ts',
      'web/src/',
      'cli/src/env.ts',
      'program/src/build-once.ts', // compared with the times of files
      'cli/src/conformance/platform.ts',
      'sdk/src/platform.ts',
      samples,
    ],
  },
  {
    pattern: /Math\.random|randomUUID|randomBytes/,
    instead: 'env.ids',
    except: [
      'service/src/base/ids.ts',
      'service/src/base/sealed.ts',
      'service/src/keys/',
      'counterparts/src/machine.ts',
      'devnet/src/machine.ts',
      'local/src/',
      'cli/src/env.ts',
      'cli/src/conformance/platform.ts',
      'sdk/src/platform.ts',
    ],
  },
  {
    pattern: /parseFloat|Number\.parseFloat|toFixed\(/,
    instead: 'bigint minor units of protocol/money.ts',
    except: ['web/src/kit/chart.tsx'], // positions on the screen
  },
  { pattern: /\bTODO\b|\bFIXME\b|\bXXX\b/, instead: 'the thing itself, or an issue', except: [] },
  {
    pattern: /console\.(log|info|warn|error)/,
    instead: 'env.log',
    except: [
      'program/src/run.ts',
      'program/src/run-uat.ts',
      'devnet/src/main.ts',
      'local/src/',
      'cli/src/env.ts',
      'cli/src/failure.ts',
      samples,
    ],
  },
  {
    // A plan without values cannot omit an absent filter.
    pattern: /\$\d+(::\w+(\[\])?)? is null or/,
    instead: 'the filters of base/http/pages.ts',
    except: [
      'service/src/banking/', // statements over a bank's file are planned for their values
      'service/src/chains/watcher/watcher.ts', // by index in both cases
      'service/src/people/factor/factor-lock.ts', // one row by its key
      'local/src/', // an operator may wait
    ],
  },
  {
    pattern: /^(export )?(const|let) \w+ = new WeakMap/,
    instead: 'a field of Runtime, built in service/src/runtime.ts',
    except: [],
  },
  { pattern: /export \* from/, instead: 'an import of the file that defines it', except: [] },
]

const maxLines = 400

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file)

/** Sources without tests. */
const sources = (): string[] => written(sourceFolders).filter((file) => !isTest(file))

const sourceFolders = [
  'protocol/src',
  'payments/src',
  'screening/src',
  'travel-rule/src',
  'program/src',
  'docs-site/src',
  'token/src',
  'service/src',
  'devnet/src',
  'counterparts/src',
  'cli/src',
  'local/src',
  'sdk/src',
  'web/src',
]

/** Hand-written sources in these folders, tests included. */
const written = (folders: readonly string[]): string[] =>
  folders.flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.gen.ts') && !name.includes('node_modules'))
      .map((name) => `${folder}/${name}`),
  )

test.each(rules)('$pattern: write $instead', ({ pattern, except }) => {
  const found = sources()
    .filter((file) => !except.some((allowed) => file.startsWith(allowed)))
    .flatMap((file) =>
      readFileSync(root + file, 'utf8')
        .split('\n')
        .flatMap((line, i) => (pattern.test(line) ? [`${file}:${i + 1} ${line.trim()}`] : [])),
    )
  expect(found).toEqual([])
})

test(`a file is one idea: at most ${maxLines} lines`, () => {
  const files = written([...sourceFolders, 'test', 'token/test'])
  const long = files.filter(
    (file) =>
      readFileSync(root + file, 'utf8')
        .trimEnd()
        .split('\n').length > maxLines,
  )
  expect(long).toEqual([])
})

test.each(['service/sql', 'docs/adr'])('every file of %s has a unique number', (folder) => {
  const numbers = readdirSync(root + folder).flatMap((name) => /^\d{4}(?=[_-])/.exec(name) ?? [])
  expect(numbers.filter((number, i) => numbers.indexOf(number) !== i)).toEqual([])
})
