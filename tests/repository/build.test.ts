import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Welcome } from '#server/http/welcome.ts'
import { type Served, serve } from '../support/serve.ts'

let files: string[]
let server: Served
/** What is read as text; the compressed ones are the same again. */
const textsOf = (kind: string): { file: string; text: string }[] =>
  files.filter((file) => file.endsWith(kind)).map((file) => ({ file, text: readFileSync(file, 'utf8') }))

beforeAll(async () => {
  // As an operator builds it, not as a test run would.
  const { NODE_ENV: _test, ...env } = process.env
  execFileSync(process.execPath, ['scripts/tasks/build.ts'], { env, stdio: 'pipe' })
  files = globSync('dist/{*,.*,.*/*,**/*}')
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => statSync(file).isFile())
    .sort()
  vi.stubEnv('GATEHOUSE_SERVER', 'dist-server/main.js')
  server = await serve()
}, 300_000)
afterAll(() => server.remove())

describe('C-04 what is in the package', () => {
  test('C-04 beside the hashed files there are the page, its first script, its icons and manifests, its worker, and what the server is told of the build', () => {
    const plain = files.filter((file) => !file.startsWith('dist/assets/') && !/\.(br|gz)$/.test(file))
    expect(plain).toEqual([
      'dist/.definitions.json',
      'dist/.inputs',
      'dist/.vite/manifest.json',
      'dist/.welcome.json',
      'dist/app.ch_DE.webmanifest',
      'dist/app.ch_EN.webmanifest',
      'dist/apple-touch-icon.png',
      'dist/boot.js',
      'dist/icon-192.png',
      'dist/icon-512.png',
      'dist/icon-maskable-512.png',
      'dist/icon.svg',
      'dist/index.html',
      'dist/sw.js',
    ])
  })

  test('C-04 the hashed files are scripts and style sheets, each with its compressed forms at most', () => {
    const assets = files.filter((file) => file.startsWith('dist/assets/')).map((file) => basename(file))
    expect(assets.length).toBeGreaterThan(10)
    expect(
      assets.filter(
        (name) => !/^(?:[\w-]+(?:\.(?:module|min))?-)?[\w-]{7}\.(js|css)(\.br|\.gz)?$/.test(name),
      ),
    ).toEqual([])
  })

  test('C-04 the server is ASCII, so that its text takes one byte a letter in memory', () => {
    const parts = globSync('dist-server/*.js')
    expect(parts.length).toBeGreaterThan(2)
    expect(parts.filter((file) => readFileSync(file).some((byte) => byte > 0x7f))).toEqual([])
  })

  test('what a first page calls is compiled while it comes: the hint stands above all else in each of its files', () => {
    const hinted = files.filter(
      (file) =>
        file.endsWith('.js') && readFileSync(file, 'utf8').startsWith('//# allFunctionsCalledOnLoad\n'),
    )
    const names = new Set(hinted.map((file) => basename(file).replace(/-[\w-]{7}\.js$/, '')))
    expect([...names].toSorted()).toEqual(['both', 'door', 'home', 'react', 'tiles'])
    const below = textsOf('.js').filter(({ text }) => text.indexOf('allFunctionsCalledOnLoad') > 4)
    expect(below.map(({ file }) => file)).toEqual([])
  })

  test('what is small keeps none of the few connections from what is large: the page names it as less urgent', () => {
    const page = readFileSync('dist/index.html', 'utf8')
    const named = [...page.matchAll(/<link rel="modulepreload"([^>]*)>/g)].map(([, rest = '']) => ({
      size: statSync(`dist/${/href="\/([^"]+)"/.exec(rest)?.[1]}`).size,
      late: rest.includes('fetchpriority="low"'),
    }))
    expect(named.length).toBeGreaterThan(2)
    expect(named.filter(({ size, late }) => late !== size < 2100)).toEqual([])
  })

  test('what draws times comes with the cards that do, and not with every dashboard', () => {
    const { parts, cards } = JSON.parse(readFileSync('dist/.welcome.json', 'utf8')) as Welcome
    const drawsTimes = (file: string): boolean => /\/(?:beside-)?charts-/.test(file)
    const kinds = cards?.['/dashboard'] ?? {}
    expect(Object.keys(kinds).toSorted()).toEqual(['chartCard', 'energyCard'])
    for (const files of Object.values(kinds)) expect(files.some(drawsTimes)).toBe(true)
    expect(parts['/dashboard']?.filter(drawsTimes)).toEqual([])
    expect(parts['/dashboard']?.filter((file) => Object.values(kinds).flat().includes(file))).toEqual([])
  })

  test('C-04 there are no source maps', () => {
    expect(files.filter((file) => /\.map(\.|$)/.test(file))).toEqual([])
    for (const { file, text } of [...textsOf('.js'), ...textsOf('.css')])
      expect(text, file).not.toContain('sourceMappingURL')
  })

  test.each([
    ['variables of the build machine', 'process.env'],
    ['hot reload', 'import.meta.hot'],
    ["Vite's client", '/@vite/'],
    ['fast refresh', '$RefreshReg$'],
    ["React's development build", 'Download the React DevTools'],
    ['elements of a development build', 'jsxDEV'],
    ['breakpoints', 'debugger;'],
  ])('C-04 there is no development code: %s', (_what, mark) => {
    expect(
      textsOf('.js')
        .filter(({ text }) => text.includes(mark))
        .map(({ file }) => file),
    ).toEqual([])
  })
})

describe('the built server', () => {
  test('reads nothing of its sources but what they read themselves, and starts its threads from beside it', () => {
    const scripts = globSync('dist-server/*.js')
    expect(scripts.map((file) => basename(file))).toEqual(
      expect.arrayContaining(['main.js', 'worker.js', 'bridge-thread.js']),
    )
    for (const file of scripts)
      expect(readFileSync(file, 'utf8'), file).not.toMatch(/\.ts", import\.meta\.url\)(?!\.href)/)
  })
})

describe('C-04 where files come from', () => {
  test('C-04 the page runs its two own files and nothing that stands in the page itself', () => {
    const [{ text } = { text: '' }] = textsOf('index.html')
    const scripts = [...text.matchAll(/<script\b[^>]*>([^<]*)/g)].map(([tag, inside]) => ({
      source: /\bsrc="([^"]+)"/.exec(tag)?.[1],
      inside,
    }))
    expect(scripts).toEqual([
      { source: '/boot.js', inside: '' },
      { source: expect.stringMatching(/^\/assets\/[\w-]+\.js$/), inside: '' },
    ])
    const outside = [...text.matchAll(/\b(?:src|href)="([^"]+)"/g)].filter(([, at]) => !at?.startsWith('/'))
    expect(outside).toEqual([])
    expect(text).not.toMatch(/\son\w+="|<style/)
  })

  test('C-04 style sheets load nothing from elsewhere', () => {
    for (const { file, text } of textsOf('.css'))
      expect(text, file).not.toMatch(/@import|url\(['"]?(https?:)?\/\//)
  })

  test('C-04 scripts name no other host than those of namespaces, schemas and explanations', () => {
    // Names that are compared or printed, never asked.
    const harmless = new Set([
      'www.w3.org',
      'json-schema.org',
      'react.dev',
      'reactrouter.com',
      'github.com',
      'feross.org',
      'simplewebauthn.dev',
      'localhost',
      // An example in the schema of a subscription.
      'fcm.googleapis.com',
      // Stands for this page where an address is looked at; nothing can have that name (RFC 6761).
      'here.invalid',
    ])
    const hosts = textsOf('.js').flatMap(({ text }) =>
      [...text.matchAll(/\b(?:https?|wss?):\/\/([a-z0-9.-]+)/gi)].map(([, host]) => host),
    )
    expect(hosts.filter((host) => host && !harmless.has(host))).toEqual([])
  })
})

describe('C-04 what the server gives away', () => {
  test.each([
    '/.inputs',
    '/.welcome.json',
    '/.vite/manifest.json',
    '/package.json',
    '/server/main.ts',
    '/dist-server/main.js',
    '/assets/',
    '/index.html.map',
  ])('C-04 %s is not served', async (path) => {
    const answer = await fetch(server.url + path)
    const text = await answer.text()
    // A path that could be a screen's is answered with the page.
    if (answer.status === 200) expect(text).toContain('<script src="/boot.js"')
    else expect([400, 403, 404]).toContain(answer.status)
  })
})
