import { globSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { build, type InlineConfig } from 'vite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { textsOfPart } from '../locales/parts.ts'
import { componentFiles } from './components.ts'
import { icons } from './icons.ts'
import { jsonPart } from './json-part.ts'
import { leanCatalogue } from './lean-catalogue.ts'
import { precompress } from './precompress.ts'
import { screens } from './screens.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-'))
})
afterEach(() => rm(folder, { recursive: true }))

const run = async (entry: string, plugins: InlineConfig['plugins']): Promise<string> => {
  await writeFile(join(folder, 'entry.js'), entry)
  await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins,
    build: {
      outDir: 'dist',
      rolldownOptions: { input: join(folder, 'entry.js'), output: { entryFileNames: 'out.js' } },
    },
  })
  return await readFile(join(folder, 'dist/out.js'), 'utf8')
}

test('a part of a JSON file brings the named entries and no others', async () => {
  await writeFile(join(folder, 'icons.json'), '{"eye-off":"M1 1","lock":"M2 2"}')
  const code = await run("import part from './icons.json?only=eye-off'; globalThis.part = part", [jsonPart()])
  expect(code).toContain('M1 1')
  expect(code).not.toContain('M2 2')
})

test('a part of a JSON file brings the entries whose names begin alike, or all the others', async () => {
  await writeFile(join(folder, 'icons.json'), '{"ir-mute":"M1 1","lock":"M2 2"}')
  const of = (way: string) =>
    run(`import part from './icons.json?${way}'; globalThis.part = part`, [jsonPart()])
  const [below, beside] = [await of('below=ir-'), await of('beside=status-,ir-')]
  expect([below.includes('M1 1'), below.includes('M2 2')]).toEqual([true, false])
  expect([beside.includes('M1 1'), beside.includes('M2 2')]).toEqual([false, true])
})

test('a component is drawn by the file that its own export brings', async () => {
  const area = join(folder, 'src/screens/one')
  await mkdir(area, { recursive: true })
  await writeFile(
    join(area, 'blocks.tsx'),
    `import { lazyPart } from '#engine/lazy-part.ts'
import { Here } from './Here.tsx'
const hidden = () => import('./Hidden.tsx')
export const first = lazyPart(() => import('./First.tsx'))
export const second = lazyPart(async () => ({ default: (await import("./deep/Second.tsx")).Second }), ['words'])
export const here = Here
`,
  )
  expect([...componentFiles(folder)]).toEqual([
    ['first', 'src/screens/one/First.tsx'],
    ['second', 'src/screens/one/deep/Second.tsx'],
  ])
})

test('each screen that code draws has a file that draws it', () => {
  const known = componentFiles('.')
  const drawn = globSync('catalogue/screens/*/*.json').flatMap((file) => {
    const { kind, component } = JSON.parse(readFileSync(file, 'utf8')) as { kind: string; component?: string }
    return kind === 'custom' && component !== undefined ? [component] : []
  })
  expect(drawn.length).toBeGreaterThan(20)
  expect(drawn.filter((component) => !known.has(component))).toEqual([])
})

test('before sign-in the heads of public screens are known, and of no other', async () => {
  const area = join(folder, 'catalogue/screens/account')
  await mkdir(area, { recursive: true })
  const screen = { route: '/x', kind: 'form', form: 'all-of-it' }
  await writeFile(
    join(area, 'login.json'),
    JSON.stringify({ ...screen, id: 'login', access: { public: true } }),
  )
  await writeFile(join(area, 'own.json'), JSON.stringify({ ...screen, id: 'own_things' }))
  const code = await run("import heads from 'virtual:screens/public'; globalThis.heads = heads", [
    screens(folder),
  ])
  expect(code).toContain('login')
  expect(code).not.toContain('own_things')
  expect(code).not.toContain('all-of-it')
})

test('texts are cut into parts: sign-in has its own and none of the settings; the house has those of tiles', () => {
  for (const language of ['ch_DE', 'ch_EN']) {
    const door = textsOfPart(language, 'door')
    expect(Object.keys(door.screens ?? {})).toContain('login')
    expect(Object.keys(door.screens ?? {})).not.toContain('gtw_settings')
    expect(door).not.toHaveProperty('properties')
    expect(textsOfPart(language, 'house')).toHaveProperty('screens.quick_controls.title')
    expect(textsOfPart(language, 'settings')).toHaveProperty('screens.gtw_settings.title')
  }
})

test('the house says nothing of single devices, which their layouts do; one part has all of it', () => {
  const keysOf = (tree: object, at = ''): string[] =>
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'object' && value !== null ? keysOf(value, `${at}${key}.`) : [`${at}${key}`],
    )
  for (const language of ['ch_DE', 'ch_EN']) {
    const house = textsOfPart(language, 'house')
    for (const area of ['properties', 'values', 'models']) expect(house).not.toHaveProperty(area)
    const { properties = {}, values = {} } = textsOfPart(language, 'properties')
    const whole = ['properties', 'values'].flatMap((area) =>
      keysOf(JSON.parse(readFileSync(`locales/${language}/${area}.json`, 'utf8')) as object, `${area}.`),
    )
    expect(keysOf({ properties, values }).sort()).toEqual(whole.sort())
  }
})

test('the first page of the house brings the icons of menus and shell, and none that only devices have', async () => {
  const code = await run("import icons from 'virtual:icons/house'; globalThis.icons = icons", [
    icons(process.cwd()),
  ])
  expect(code).toContain('bell:')
  expect(code).not.toContain('flood:')
})

test('what catalogue files say to their editors stays out of the app', async () => {
  await mkdir(join(folder, 'catalogue'))
  await writeFile(
    join(folder, 'catalogue/limits.json'),
    '{"$schema":"x.json","limits":{"pageSize":{"value":10,"about":"Rows"}}}',
  )
  const code = await run("import limits from './catalogue/limits.json'; globalThis.limits = limits", [
    leanCatalogue(),
  ])
  expect(code).toContain('pageSize')
  expect(code).not.toContain('Rows')
})

test('every text file has its packed twins, which hold the same', async () => {
  const text = `globalThis.text = ${JSON.stringify('long enough to be packed '.repeat(60))}`
  const code = await run(text, [precompress()])
  const out = join(folder, 'dist/out.js')
  expect(brotliDecompressSync(await readFile(`${out}.br`)).toString()).toBe(code)
  expect(gunzipSync(await readFile(`${out}.gz`)).toString()).toBe(code)
})
