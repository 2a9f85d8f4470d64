import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { codeIn, parse } from '../quality/source.ts'
import { componentFiles } from '../vite/components.ts'
import { broughtBy } from './brought.ts'
import { areaOf, readJson, textsOf } from './files.ts'
import { filesOfCode, namedInCode } from './in-code.ts'
import { alone, FOLDERS, holders, named, partNames, type Tree, textsOfPart } from './parts.ts'

const keysIn = (tree: Tree, at = ''): string[] =>
  Object.entries(tree).flatMap(([name, part]) =>
    typeof part === 'string' ? [at + name] : keysIn(part, `${at}${name}.`),
  )

/** Whether one of these texts is meant: by its key, or by the stem of its plural forms or of a branch. */
function among(texts: readonly string[]): (key: string) => boolean {
  const stems = texts.flatMap((text) =>
    [...text.matchAll(/[._]/g)].map(({ index }) => text.slice(0, index)).concat(text),
  )
  const known = new Set(stems)
  return (key) => known.has(key)
}

const sayings = new Map<string, (key: string) => boolean>()

/** What can be said once these parts have come. */
function saidIn(...parts: string[]): (key: string) => boolean {
  const key = parts.join()
  const said = sayings.get(key) ?? among(parts.flatMap((part) => keysIn(textsOfPart('ch_EN', part))))
  sayings.set(key, said)
  return said
}

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
    const next = parse(file)
      .module.staticImports.filter(
        ({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType),
      )
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
  const { keys } = namedInCode(new Set(['shell', 'session', 'engine', 'device', 'objects', 'codes']), common)
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

/** Whether a text, or a branch, belongs to one of these areas and branches. */
const isBelow = (name: string, areas: ReadonlySet<string>): boolean =>
  [...areas].some((one) => `${name}.`.startsWith(`${one}.`))

/** Areas that code asks for when it needs them: `loadAreas(['arranging'])`. */
const askedFor = (files: readonly string[]): ReadonlySet<string> =>
  new Set(
    files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\bloadAreas\(\[([^\]]*)\]/g)].flatMap(([, list = '']) =>
        [...list.matchAll(/'([\w.]+)'/g)].map(([, area = '']) => area),
      ),
    ),
  )

/** What code says, as far as it stands there: whole texts, and the branches of those that are worked out. */
function branchesIn(files: readonly string[]): string[] {
  const { keys, below } = namedInCode(areas, files)
  return [...keys, ...[...below].map((start) => start.replace(/\.?\w*$/, ''))].filter(isText)
}

// Whatever is drawn is drawn anew when its words have come.
test('what the house says once, such as why an order was refused, comes with it, right after it, or is asked for', () => {
  const files = [
    ...closureOf(['src/app/App.tsx', 'src/app/SignedIn.tsx', 'src/engine/screens/tiles/Screen.tsx']),
  ]
  const [said, asked] = [saidIn('house', 'rest'), askedFor(files)]
  const named = branchesIn(files.filter((file) => file.endsWith('.ts')))
  expect(named).toContain('orders')
  expect(named.filter((key) => !said(key) && !isBelow(key, asked))).toEqual([])
})

const asking = codeIn('{src,widgets}/**/*').filter((file) => askedFor([file]).size > 0)

test.each(asking)('%s asks for all the words that it says', (file) => {
  const said = saidIn('house', 'rest')
  const asked = askedFor([file])
  expect(branchesIn([file]).filter((key) => !said(key) && !isBelow(key, asked))).toEqual([])
})

/** Areas that late parts bring along themselves: `lazyPart(() => import('./Ideas.tsx'), ['recipes'])`. */
const areasBroughtBy = (files: readonly string[]): ReadonlySet<string> =>
  new Set(files.flatMap((file) => broughtBy(file).flatMap(({ areas }) => [...areas])))

test.each(globSync('src/screens/*/').sort())('what the code of %s names comes with its screens', (folder) => {
  const area = folder.split('/')[2] ?? ''
  const before = area === 'account' || area === 'oauth' ? ['door', 'account'] : ['house', 'rest']
  const parts = partNames().includes(area) ? [area] : []
  const files = filesOfCode().filter((file) => file.startsWith(`src/screens/${area}/`))
  const { keys } = namedInCode(areas, files)
  const said = saidIn(...before, ...parts)
  const brought = areasBroughtBy(files)
  expect([...keys].filter((key) => isText(key) && !said(key) && !isBelow(key, brought))).toEqual([])
})

const brought = areasBroughtBy(codeIn('{src,widgets}/**/*'))

const screens = globSync('catalogue/screens/*/*.json').map((file) => ({
  folder: basename(dirname(file)),
  code: readFileSync(file, 'utf8'),
}))

/** The parts that are there wherever a component is drawn: those of its screens, where they stand in one folder. */
function partsAround(component: string): readonly string[] {
  const folders = new Set(
    screens.flatMap(({ folder, code }) => (code.includes(`"${component}"`) ? folder : [])),
  )
  const [first = '', ...more] = folders
  const before = first === 'account' || first === 'oauth' ? ['door', 'account'] : ['house', 'rest']
  return more.length === 0 && partNames().includes(first) ? [...before, first] : before
}

/** What something is worked out of once, by its name. */
function once<T>(work: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>()
  return (name) => {
    const value = known.get(name) ?? work(name)
    known.set(name, value)
    return value
  }
}

const closure = once((file) => [...closureOf([file])])
/** Also the branches of which code works out a text: `sentences.when` of `` t(`sentences.when.${kind}`) ``; what the engine works out comes with the screens that name it. */
const textsIn = once((file) => {
  const { keys, below } = namedInCode(areas, [file])
  const branches = [...(file.startsWith('src/engine/') ? [] : below)]
  return [...keys, ...branches.map((start) => start.slice(0, start.lastIndexOf('.')))].filter(isText)
})
const held = holders()
const themselves = new Set(alone())

/** What a file brings. Without words of its own it waits for all that there are (src/app/part.ts), or needs no more than is there. */
const laterFrom = once((file) => {
  const brought = broughtBy(file).flatMap(({ modules, areas }) =>
    modules.map((module) => ({ module, areas })),
  )
  const code = readFileSync(file, 'utf8')
  const others = parse(file)
    .module.dynamicImports.map(({ moduleRequest: { start, end } }) => code.slice(start + 1, end - 1))
    .filter(
      (module) =>
        !brought.some((one) => one.module === module) && !code.includes(`withTexts(import('${module}')`),
    )
  return [...brought, ...others.map((module) => ({ module, areas: [] }))].flatMap(({ module, areas }) => {
    const found = fileOf(module, file)
    return found && /^src\/.*\.tsx?$/.test(found) ? [{ found, areas }] : []
  })
})

interface There {
  parts: readonly string[]
  areas: ReadonlySet<string>
}

/** What is there once areas have come, each by itself or with the part that has it. */
const withAreas = ({ parts, areas }: There, more: readonly string[]): There => ({
  parts: [...parts, ...more.flatMap((area) => (themselves.has(area) ? [] : (held[area]?.[0] ?? [])))],
  areas: new Set([...areas, ...more]),
})

/** Words that code says before they are there: of a component, and of all that it brings in its turn. */
function saidTooEarly(file: string, there: There, seen = new Set<string>()): string[] {
  const key = [file, ...[...there.areas].sort()].join()
  if (seen.has(key)) return []
  seen.add(key)
  const said = saidIn(...new Set(there.parts))
  const files = closure(file)
  const early = files
    .flatMap(textsIn)
    .filter((name) => !said(name) && !isBelow(name, there.areas))
    .map((name) => `${file}: ${name}`)
  const later = files
    .flatMap(laterFrom)
    .flatMap(({ found, areas }) => saidTooEarly(found, withAreas(there, areas), seen))
  return [...early, ...later]
}

test.each([...componentFiles('.')])('%s finds its words wherever it is drawn', (component, file) => {
  const [own] = globSync('src/screens/*/blocks.{ts,tsx}').flatMap((blocks) =>
    broughtBy(blocks).filter(({ modules }) => modules.some((one) => fileOf(one, blocks) === file)),
  )
  const around = { parts: partsAround(component), areas: new Set<string>() }
  expect(saidTooEarly(file, withAreas(around, own?.areas ?? []))).toEqual([])
})

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
    return lists.flatMap((list) => [...list.matchAll(/'([\w.]+)'/g)].map(([, area = '']) => area))
  })
  expect(areas.length).toBeGreaterThan(5)
  const comes = (area: string): boolean => themselves.has(area) || held[area] !== undefined
  expect([...areas, 'handling', 'shell', 'panels', 'controls'].filter((area) => !comes(area))).toEqual([])
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
