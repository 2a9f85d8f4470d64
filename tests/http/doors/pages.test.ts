import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { welcomeAt } from '#server/http/welcome.ts'
import type { Language } from '#server/lib/language.ts'
import { newFolder, root, Site, silent } from '../kit.ts'

const PAGE = '<!doctype html><head><title>Gatehouse</title></head><body><div id="root"></div></body>'
const SCRIPT = `export const words = ${JSON.stringify('x'.repeat(4000))}`

let site: Site
const folder = newFolder()
beforeAll(async () => {
  for (const name of ['schemas', 'locales', 'catalogue']) symlinkSync(join(root, name), join(folder, name))
  mkdirSync(join(folder, 'dist', 'assets'), { recursive: true })
  mkdirSync(join(folder, 'dist', '.vite'))
  const write = (name: string, content: string | Buffer) => writeFileSync(join(folder, 'dist', name), content)
  write('index.html', PAGE)
  write('boot.js', 'start()')
  write('assets/app-4f2a.js', SCRIPT)
  write('assets/app-4f2a.js.br', brotliCompressSync(SCRIPT))
  write('assets/app-4f2a.js.gz', gzipSync(SCRIPT))
  write('assets/app-4f2a.js.map', '{}')
  write('assets/worker-11ee.js', 'listen()')
  write('.vite/manifest.json', '{}')
  writeFileSync(join(folder, 'secret.txt'), 'canary')
  site = await Site.open({}, silent, folder)
})
afterAll(async () => {
  await site.close()
  rmSync(folder, { recursive: true, force: true })
})

const bytesOf = (path: string, encoding: string) =>
  new Promise<{ encoding: string | undefined; bytes: Buffer }>((resolve, reject) => {
    request(new URL(path, site.url), { headers: { 'accept-encoding': encoding } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({ encoding: answer.headers['content-encoding'], bytes: Buffer.concat(chunks) }),
      )
    })
      .on('error', reject)
      .end()
  })

describe('pages', () => {
  // 1.1-001 1.7-002 2.1-001
  test.each(['/', '/login', '/device/4711/control', '/gate_select?page=2', '/resetPassword/abc'])(
    '%s is a page of the app: fresh every time',
    async (path) => {
      const answer = await site.get(path)
      expect([answer.status, answer.text]).toEqual([200, PAGE])
      expect(answer.headers['content-type']).toContain('text/html')
      expect(answer.headers['cache-control']).toBe('no-cache')
    },
  )

  describe('at an address of visitors', () => {
    beforeAll(() =>
      writeFileSync(
        join(folder, 'dist', '.welcome.json'),
        JSON.stringify({
          paths: ['/', '/login', '/register'],
          door: ['/door.js', '/door.css'],
          doorWords: { ch_DE: ['/german.js'], ch_EN: ['/english.js'] },
          signIn: {
            paths: ['/', '/login'],
            flags: ['EXTERNAL_LOGIN'],
            pages: {
              'ch_DE false': '<form>Anmelden</form>',
              'ch_DE true': '<form>Anderswo</form>',
              'ch_EN false': '<form>Sign in</form>',
            },
          },
          home: ['/home.js', '/home.css'],
          homeWords: { ch_DE: ['/words-ch_DE-home.js'], ch_EN: ['/words-ch_EN-home.js'] },
          parts: {
            '/scenes/scene/:id': ['/a.js', '/b.css', '/words-ch_DE-a.js', '/words-ch_EN-a.js'],
            '/catalogue/:maker/:entry': ['/model.js'],
            '/catalogue/rollouts/:id': ['/rollout.js'],
            '/dashboard': ['/dashboard.js'],
          },
          cards: { '/dashboard': { chart: ['/chart.js'] } },
        }),
      ),
    )
    afterAll(() => rmSync(join(folder, 'dist', '.welcome.json')))
    const asked = (path: string, language = 'de-CH') =>
      site.call('GET', path, { headers: { 'accept-language': language } })

    test('the page names what draws the form, in the language of the reader, and says what is switched on', async () => {
      for (const path of ['/', '/login']) {
        const { text, headers } = await asked(path)
        expect(text).toContain('<link rel="modulepreload" crossorigin href="/door.js" />')
        expect(text).toContain('german')
        expect(text).not.toContain('english')
        expect(headers['cache-control']).toBe('no-cache')
        expect(headers.vary).toContain('Accept-Language')
        const [, told = ''] = /<meta name="settings" content="([^"]*)"/.exec(text) ?? []
        const settings = JSON.parse(told.replaceAll('&quot;', '"').replaceAll('&amp;', '&')) as object
        expect(settings).toEqual((await site.get('/api/settings')).json())
      }
      expect((await asked('/login', 'en-GB')).text).toContain('/english.js')
    })

    test('the form stands in the page, as it is drawn with what is switched on, where it is what one finds there', async () => {
      for (const path of ['/', '/login']) {
        const { text } = await asked(path)
        expect(text).toContain('</div><div id="drawn"><form>Anmelden</form></div></body>')
        expect(text).toContain('<meta name="drawn" content="ch_DE" />')
        expect(text).toContain('<link rel="stylesheet" crossorigin href="/door.css" />')
      }
      expect((await asked('/login', 'en-GB')).text).toContain('<form>Sign in</form>')
      expect((await asked('/register')).text).not.toContain('drawn')
    })

    test('another flag is another form; what is drawn otherwise here, or by nobody, is left to the app', async () => {
      const drawn = async (language: Language, external: boolean, ownDefinitions = '') => {
        const settings = { flags: { EXTERNAL_LOGIN: external } }
        return (await welcomeAt(join(folder, 'dist'), { path: '/login', language, settings, ownDefinitions }))
          .body
      }
      expect(await drawn('ch_DE', true)).toContain('<form>Anderswo</form>')
      expect(await drawn('ch_EN', true)).toBe('')
      expect(await drawn('ch_DE', false, 'a-hash')).toBe('')
    })

    const filesIn = (text: string): string[] =>
      [...text.matchAll(/<link rel="(?:modulepreload|preload)"[^>]* href="([^"]*)"/g)].map(
        ([, href = '']) => href,
      )

    test('where several routes fit, its files are those of the screen that the router draws', async () => {
      const files = async (path: string) => filesIn((await asked(path)).text)
      expect(await files('/catalogue/rollouts/one')).toContain('/rollout.js')
      expect(await files('/catalogue/gatehouse/one')).toContain('/model.js')
    })

    test('a page of the house names its files and those of its screen, in the language of the reader, behind what every page has', async () => {
      const { text } = await asked('/scenes/scene/one')
      // What is large comes first over the few connections there are.
      expect(text).toContain(
        '<link rel="preload" as="style" fetchpriority="low" crossorigin href="/b.css" />',
      )
      expect(text).toContain(
        '<meta name="parts" content="/a.js /b.css /words-ch_DE-a.js /words-ch_EN-a.js" />',
      )
      expect(text).toContain('name="settings"')
      const home = ['/home.js', '/home.css', '/words-ch_DE-home.js']
      expect(filesIn(text)).toEqual([...home, '/a.js', '/b.css', '/words-ch_DE-a.js'])
      expect(text.indexOf('href="/home.js"')).toBeGreaterThan(text.indexOf('<title>'))
      for (const path of ['/scenes/scene', '/scenes/scene/one/more', '/login/more'])
        expect(filesIn((await asked(path)).text)).toEqual(home)
    })

    test('a dashboard names what draws its cards where they say which they are, and fetches none of it yet', async () => {
      const { text } = await asked('/dashboard')
      expect(text).toContain('<meta name="cards" content="{&quot;chart&quot;:[&quot;/chart.js&quot;]}" />')
      expect(filesIn(text)).not.toContain('/chart.js')
      expect((await asked('/scenes/scene/one')).text).not.toContain('name="cards"')
    })

    test('nothing of the house is named where a visitor stands, and the list itself is not served', async () => {
      for (const path of ['/', '/login', '/register']) expect((await asked(path)).text).not.toContain('/home')
      expect((await asked('/.welcome.json')).text).not.toContain('paths')
    })

    test('what is put together is compressed, as files are', async () => {
      const { encoding, bytes } = await bytesOf('/login', 'gzip, br')
      expect(encoding).toBe('br')
      expect(brotliDecompressSync(bytes).toString()).toContain('<title>Gatehouse</title>')
    })
  })

  test.each([
    '/api',
    '/api/',
    '/api/unknown',
    '/mqtt',
    '/assets/missing-1234.js',
    '/missing.png',
    '/metrics/x',
    '/favicon.ico',
    '/missing.webmanifest',
  ])('%s is never answered with a page', async (path) => {
    const answer = await site.get(path)
    expect(answer.status).toBe(404)
    expect(answer.text).not.toContain('<title>')
  })

  test('B-02 parts of a page carry no policy for documents; a worker and whatever is missing do', async () => {
    const policyOf = async (path: string) => (await site.get(path)).headers['content-security-policy']
    const { headers } = await site.get('/assets/app-4f2a.js')
    expect(headers['content-security-policy']).toBeUndefined()
    expect(headers['permissions-policy']).toBeUndefined()
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
    })
    expect(await policyOf('/')).toContain("default-src 'none'")
    expect(await policyOf('/assets/worker-11ee.js')).toContain("default-src 'none'")
    expect(await policyOf('/assets/missing-1234.js')).toContain("default-src 'none'")
  })

  test('files with a hash in their name may be kept for ever, others are asked for again', async () => {
    expect((await site.get('/assets/app-4f2a.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    )
    const boot = await site.get('/boot.js')
    expect(boot.headers['cache-control']).toBe('no-cache')
    const again = await site.call('GET', '/boot.js', {
      headers: { 'if-none-match': String(boot.headers.etag) },
    })
    expect(again.status).toBe(304)
  })

  test('files of a new build are there without a restart', async () => {
    writeFileSync(join(folder, 'dist', 'assets', 'later-77aa.js'), 'later()')
    expect((await site.get('/assets/later-77aa.js')).text).toBe('later()')
  })

  test('what was compressed at build time is sent as it is', async () => {
    const packed = await bytesOf('/assets/app-4f2a.js', 'gzip, br')
    expect(packed.encoding).toBe('br')
    expect(brotliDecompressSync(packed.bytes).toString()).toBe(SCRIPT)
    expect((await bytesOf('/assets/app-4f2a.js', 'gzip')).encoding).toBe('gzip')
    expect((await bytesOf('/assets/app-4f2a.js', 'identity')).bytes.toString()).toBe(SCRIPT)
  })

  test.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%5c..%5c..%5csecret.txt',
    '/.vite/manifest.json',
    '/assets/app-4f2a.js.map',
    '/assets/app-4f2a.js.br',
    '/assets',
    '/assets/',
  ])('C-04 %s gives nothing away', async (path) => {
    const answer = await site.get(path)
    expect(answer.text).not.toContain('canary')
    expect(answer.text === '{}').toBe(false)
    expect(answer.status).toBeGreaterThanOrEqual(400)
  })
})
