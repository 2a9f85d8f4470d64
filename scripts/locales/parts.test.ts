import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { codeIn } from '../quality/source.ts'
import { areaOf, readJson, textsOf } from './files.ts'
import { filesOfCode, namedInCode } from './in-code.ts'
import { FOLDERS, holders, named, partNames, type Tree, textsOfPart } from './parts.ts'

const keysIn = (tree: Tree, at = ''): string[] =>
  Object.entries(tree).flatMap(([name, part]) =>
    typeof part === 'string' ? [at + name] : keysIn(part, `${at}${name}.`),
  )

/** Whether one of these texts is meant: by its key, or by the stem of its plural forms or of a branch. */
const among =
  (texts: readonly string[]) =>
  (key: string): boolean =>
    texts.some((one) => one === key || one.startsWith(`${key}_`) || one.startsWith(`${key}.`))

/** What can be said once these parts have come. */
const saidIn = (...parts: string[]) => among(parts.flatMap((part) => keysIn(textsOfPart('ch_EN', part))))

const all = [...textsOf('ch_EN').keys()]
const isText = among(all)
/** What is done to things has an area of its own, which comes with every late part (src/engine/lazy-part.ts). */
const areas = new Set(all.map(areaOf).filter((area) => area !== 'handling'))

const { imports } = readJson<{ imports: Record<string, string> }>('package.json')

function fileOf(name: string, importer: string): string | undefined {
  if (name.startsWith('.')) return join(dirname(importer), name)
  const [short, to] = Object.entries(imports).find(([one]) => name.startsWith(one.slice(0, -1))) ?? []
  return short && to && join(to.slice(0, -1), name.slice(short.length - 1))
}

/** Files with everything that they cannot start without. */
function closureOf(files: readonly string[], seen = new Set<string>()): Set<string> {
  for (const file of files) {
    if (seen.has(file)) continue
    seen.add(file)
    const { module } = parseSync(file, readFileSync(file, 'utf8'))
    const next = module.staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .flatMap(({ moduleRequest }) => fileOf(moduleRequest.value, file) ?? [])
    closureOf(
      next.filter((one) => /^src\/.*\.tsx?$/.test(one)),
      seen,
    )
  }
  return seen
}

test('what the code of sign-in names of the shell comes with it', () => {
  const files = [...closureOf(['src/app/App.tsx', 'src/app/public/PublicApp.tsx'])]
  const { keys } = namedInCode(new Set(['shell', 'session', 'engine']), files)
  expect(files).toContain('src/engine/screens/form/Screen.tsx')
  expect(files).not.toContain('src/app/SignedIn.tsx')
  expect(keys.size).toBeGreaterThan(5)
  const said = saidIn('door')
  expect([...keys].filter((key) => !said(key))).toEqual([])
})

test('what the engine names comes before any screen but the tiles', () => {
  const common = filesOfCode().filter((file) => /^src\/(engine|ui)\//.test(file))
  const { keys } = namedInCode(new Set(['shell', 'session', 'engine', 'device', 'objects']), common)
  expect(keys.size).toBeGreaterThan(5)
  const said = saidIn('house', 'rest')
  expect([...keys].filter((key) => !said(key))).toEqual([])
})

test('what the code of the house and of its first tiles names comes with them', () => {
  const tiles = 'src/engine/screens/tiles/Screen.tsx'
  const files = [...closureOf(['src/app/App.tsx', 'src/app/SignedIn.tsx', tiles])]
  const { keys } = namedInCode(new Set(['shell', 'session', 'engine', 'device', 'objects']), files)
  expect(keys.size).toBeGreaterThan(50)
  const said = saidIn('house')
  expect([...keys].filter((key) => isText(key) && !said(key))).toEqual([])
})

/** Areas that late parts bring along themselves: `lazyPart(() => import('./Ideas.tsx'), ['recipes'])`. */
const broughtBy = (files: readonly string[]): ReadonlySet<string> =>
  new Set(
    files
      .flatMap((file) => [
        ...readFileSync(file, 'utf8').matchAll(
          /(?:lazy(?:Part|Widget)|withWords)\([^[]*\),\s*\[([^\]]+)\],?\s*\)/g,
        ),
      ])
      .flatMap(([, list = '']) => [...list.matchAll(/'(\w+)'/g)].map(([, area = '']) => area)),
  )

test.each(globSync('src/screens/*/').sort())('what the code of %s names comes with its screens', (folder) => {
  const area = folder.split('/')[2] ?? ''
  const before = area === 'account' || area === 'oauth' ? ['door', 'account'] : ['house', 'rest']
  const parts = partNames().includes(area) ? [area] : []
  const files = filesOfCode().filter((file) => file.startsWith(`src/screens/${area}/`))
  const { keys } = namedInCode(areas, files)
  const said = saidIn(...before, ...parts)
  const brought = broughtBy(files)
  expect([...keys].filter((key) => isText(key) && !said(key) && !brought.has(areaOf(key)))).toEqual([])
})

/** The last one where a widget names none (widgets/shared/lazy.ts). */
const brought = new Set([...broughtBy(filesOfCode()), 'panels'])

test.each(partNames())('the words that %s names are there, and its code says each of them', (part) => {
  const folder = `src/screens/${part}`
  // Before sign-in and in the house whatever is drawn; data name code of other folders, as those of administrators do.
  const files = ['door', 'house', 'rest', 'account', 'admin'].includes(part)
    ? filesOfCode()
    : codeIn(`${folder}/**/*`, 'src/engine/**/*', 'gateway/{lib,rules}/**/*')
  const { keys, below, words } = namedInCode(new Set(all.map(areaOf)), files)
  const isSaid = (name: string): boolean =>
    [...keys].some((key) => key === name || key.startsWith(`${name}.`) || key.startsWith(`${name}_`)) ||
    [...below].some((start) => start.startsWith(`${name}.`) || name.startsWith(start)) ||
    // What draws cards of other areas waits for the areas that those name.
    brought.has(name) ||
    // Code names an alert or a toast by one word.
    (/^(?:notices|toasts|codes)\./.test(name) && words.has(name.split('.')[1] ?? ''))
  expect(named(part).filter((name) => !isText(name) || !isSaid(name))).toEqual([])
})

test('cards of a dashboard, dialogs and widgets wait for a part of the words, not for all that there are', () => {
  const { kinds } = readJson<{ kinds: Record<string, { component: string }> }>(
    'catalogue/rules/dashboard.json',
  )
  const cards = new Set(Object.values(kinds).map(({ component }) => component))
  const lines = globSync('src/screens/*/blocks.{ts,tsx}').flatMap((file) => {
    const code = readFileSync(file, 'utf8')
    return code.split(/(?=^export const )/m).map((part) => ({ code, part }))
  })
  const areas = lines.flatMap(({ code, part }) => {
    if (!cards.has(/^export const (\w+)/.exec(part)?.[1] ?? '')) return []
    const lists = [part, ...(part.match(/\b[A-Z_]{3,}\b/g) ?? []).map((name) => listNamed(code, name))]
    return lists.flatMap((list) => [...list.matchAll(/'(\w+)'/g)].map(([, area = '']) => area))
  })
  expect(areas.length).toBeGreaterThan(5)
  const held = holders()
  expect([...areas, 'handling', 'shell', 'panels', 'controls'].filter((area) => !held[area])).toEqual([])
})

/** What a constant lists. */
const listNamed = (code: string, name: string): string =>
  new RegExp(`^const ${name} = (\\[[^\\]]*\\])`, 'm').exec(code)?.[1] ?? ''

test('every folder that names words is a part', () => {
  const folders = globSync('src/{app/**,engine/**,screens/*}/words.json').map((file) => dirname(file))
  const parts = partNames().map((part) => FOLDERS[part] ?? `src/screens/${part}`)
  expect(folders.filter((folder) => !parts.includes(folder))).toEqual([])
})

test('the first tiles say of each other way to see them what it is', () => {
  const { views = [] } = readJson<{ views?: readonly string[] }>(
    'catalogue/screens/devices/quick_controls.json',
  )
  expect(views.length).toBeGreaterThan(1)
  const isSaid = saidIn('house')
  expect(views.filter((view) => !isSaid(`screens.${view}.view`))).toEqual([])
})
