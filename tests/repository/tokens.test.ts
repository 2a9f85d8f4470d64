import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const files = globSync(['src/**/*.{css,ts,tsx}', 'widgets/**/*.{css,ts,tsx}', 'public/**/*.{css,js}'])
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n') }))

/** Names that something gives a value: a token, a style sheet, or a style of an element. */
const given = new Set(
  files.flatMap(({ lines }) =>
    lines.flatMap((line) =>
      [...line.matchAll(/(?:^|[\s{;['"(])(--[\w-]+)['"]?\]?\s*[:,)]/g)].map(([, name]) => name),
    ),
  ),
)

/** What is used of what nobody gives, with file and line. */
const unknownIn = (all: typeof files): string[] =>
  all.flatMap(({ file, lines }) =>
    lines.flatMap((line, at) =>
      [...line.matchAll(/var\((--[\w-]+)\s*\)/g)]
        .filter(([, name]) => !given.has(name))
        .map(([, name]) => `${file}:${at + 1} ${name}`),
    ),
  )

test('every token that a style names exists; one that does not is told with file and line', () => {
  expect(unknownIn(files)).toEqual([])
  expect(unknownIn([{ file: 'x.css', lines: ['a {', '  color: var(--color-tipo);', '}'] }])).toEqual([
    'x.css:2 --color-tipo',
  ])
})

test('every widget has an example, since only what is drawn is tested', () => {
  const lists = files
    .filter(({ file }) => file.startsWith('widgets/'))
    .flatMap(({ file, lines }) =>
      lines.flatMap((line, at) =>
        /\bexamples(?::\s*|\s*=\s*)\[\s*\]/.test(line) ? [`${file}:${at + 1}`] : [],
      ),
    )
  expect(lists).toEqual([])
})

test('what the browser draws itself has our colour wherever it stands: said once, for the whole page', () => {
  const said = files.flatMap(({ file, lines }) =>
    lines.some((line) => line.includes('accent-color')) ? [file] : [],
  )
  expect(said).toEqual(['src/ui/base.css'])
})
