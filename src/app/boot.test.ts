import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import { act } from '@testing-library/react'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { PART_MS } from '#lib/in-time.ts'
import { bootSnapshot } from '#session/start.ts'

const code = readFileSync('public/boot.js', 'utf8')
const files = {
  door: ['/assets/door.js'],
  home: ['/assets/home.js', '/assets/home.css'],
  doorWords: { ch_DE: ['/assets/de.js'] },
  homeWords: { ch_DE: ['/assets/de-home.js'] },
  rest: ['/assets/rest.js'],
  dashboards: ['/dashboard'],
}
const ask = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()

/** Runs the script as the page does. */
function boot(unreached = {}): void {
  const script = document.createElement('script')
  script.dataset.first = '{"phone":10,"desk":6,"wide":9}'
  script.dataset.files = JSON.stringify(files)
  script.dataset.unreached = JSON.stringify(unreached)
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script)
  runInThisContext(code)
}

const preloaded = (): string[] =>
  [...document.head.querySelectorAll<HTMLLinkElement>('link:not([rel=manifest])')].map(
    (link) => new URL(link.href).pathname,
  )

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  localStorage.setItem('gatehouse.language', 'ch_DE')
  document.head.replaceChildren()
  delete document.documentElement.dataset.theme
  delete window.gatehouseBoot
  history.replaceState(null, '', '/devices/quick_controls')
  ask.mockReset().mockResolvedValue(new Response('{}'))
  vi.stubGlobal('fetch', ask)
  vi.stubGlobal('innerWidth', 1280)
})

describe('before the app has loaded', () => {
  test('the theme is there without a flash', () => {
    localStorage.setItem('gatehouse.theme', 'dark')
    boot()
    expect(document.documentElement.dataset.theme).toBe('dark')
    expect(document.documentElement.lang).toBe('de-CH')
  })

  test.each([
    ['ch_DE', 'de-CH'],
    ['ch_EN', 'en-CH'],
    ['unknown', 'de-CH'],
  ])('with %s kept, what is installed speaks %s and is the same app', (kept, lang) => {
    localStorage.setItem('gatehouse.language', kept)
    boot()
    const link = document.head.querySelector<HTMLLinkElement>('link[rel=manifest]')
    const manifest = JSON.parse(readFileSync(`public${new URL(link?.href ?? '').pathname}`, 'utf8'))
    expect(manifest).toMatchObject({ id: '/', start_url: '/', display: 'standalone', lang })
  })

  /** Asked for as nobody in particular. */
  const settingsAlone = () => {
    expect(ask.mock.calls.map(([url]) => url)).toEqual(['/api/settings'])
    expect(new Headers(ask.mock.calls[0]?.[1].headers).has('sessionId')).toBe(false)
  }

  test('a visitor without a session asks for nothing but the settings and the files of the door', () => {
    boot()
    settingsAlone()
    expect(preloaded()).toEqual(['/assets/door.js', '/assets/de.js'])
  })

  test('where the page says what is switched on and names the files, a visitor asks for nothing at all', async () => {
    const told = { flags: { A: true }, modules: {} }
    document.head.append(
      Object.assign(document.createElement('meta'), { name: 'settings', content: JSON.stringify(told) }),
      ...['/assets/door.js', '/assets/de.js'].map((href) =>
        Object.assign(document.createElement('link'), { rel: 'modulepreload', href }),
      ),
    )
    boot()
    expect(ask).not.toHaveBeenCalled()
    expect(preloaded()).toEqual(['/assets/door.js', '/assets/de.js'])
    expect(await (await window.gatehouseBoot?.settings)?.json()).toEqual(told)
  })

  test('files that the page names further down are not asked for twice; others are once it has been read', () => {
    vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading')
    boot()
    expect(preloaded()).toEqual([])
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', href: '/assets/door.js' }),
    )
    document.dispatchEvent(new Event('readystatechange'))
    expect(preloaded()).toEqual(['/assets/door.js', '/assets/de.js'])
    document.dispatchEvent(new Event('readystatechange'))
    expect(preloaded()).toEqual(['/assets/door.js', '/assets/de.js'])
  })

  describe('where the form stands in the page that the build has drawn', () => {
    beforeEach(() => {
      delete document.documentElement.dataset.drawn
      history.replaceState(null, '', '/login')
      document.head.append(Object.assign(document.createElement('meta'), { name: 'drawn', content: 'ch_DE' }))
      document.body.innerHTML = '<div id="drawn"><form><button>In</button></form><a href="/agb">AGB</a></div>'
    })
    const isShown = (): boolean => document.documentElement.dataset.drawn !== undefined
    const press = (selector: string): MouseEvent => {
      const click = new MouseEvent('click', { bubbles: true, cancelable: true })
      document.querySelector(selector)?.dispatchEvent(click)
      return click
    }

    test('a visitor sees it, and what is pressed is kept for the app instead of being sent', () => {
      boot()
      expect(isShown()).toBe(true)
      const sent = vi.fn()
      document.querySelector('form')?.addEventListener('submit', sent)
      expect(press('button').defaultPrevented).toBe(true)
      expect(window.gatehouseBoot?.pressed).toBe(document.querySelector('button'))
      expect(sent).not.toHaveBeenCalled()
      expect(press('a').defaultPrevented).toBe(false)
      // Whoever goes on typing has pressed it all the same, and sees so.
      press('form')
      expect(window.gatehouseBoot?.pressed?.getAttribute('aria-busy')).toBe('true')
      document.removeEventListener('click', window.gatehouseBoot?.press as EventListener)
    })

    test.each<[string, () => void]>([
      [
        'whoever is signed in',
        () => localStorage.setItem('gatehouse.session', '{"userId":"u1","sessionId":"s1"}'),
      ],
      ['whoever speaks another language', () => localStorage.setItem('gatehouse.language', 'ch_EN')],
      ['whoever was sent by a program', () => sessionStorage.setItem('gatehouse.program', '{}')],
      ['an address that says more', () => history.replaceState(null, '', '/login?activate=1')],
      ['a page without it', () => document.head.replaceChildren()],
    ])('%s is drawn by the app alone', (_who, arrange) => {
      arrange()
      boot()
      expect(isShown()).toBe(false)
      expect(window.gatehouseBoot?.press).toBeUndefined()
    })
  })

  // 1.2-107
  test('a login for another program asks for nothing with the credentials of an earlier visit', () => {
    localStorage.setItem('gatehouse.session', '{"userId":"u1","sessionId":"s1"}')
    history.replaceState(null, '', '/login?client_id=alexa')
    boot()
    settingsAlone()
    expect(preloaded()).toEqual(['/assets/door.js', '/assets/de.js'])
  })

  test('what the page says of its screen comes with the files of the home, for whoever is signed in', () => {
    const content = '/a.js /b.css /assets/words-ch_DE-a.js /assets/words-ch_EN-a.js'
    const parts = Object.assign(document.createElement('meta'), { name: 'parts', content })
    document.head.append(parts)
    boot()
    expect(preloaded()).toEqual(['/assets/door.js', '/assets/de.js'])
    document.head.replaceChildren(parts)
    localStorage.setItem('gatehouse.session', '{"userId":"u1","sessionId":"s1"}')
    boot()
    const own = ['/assets/home.js', '/a.js', '/b.css', '/assets/words-ch_DE-a.js']
    expect(preloaded()).toEqual(expect.arrayContaining(own))
    expect(preloaded()).not.toContain('/assets/words-ch_EN-a.js')
  })

  test('where nobody knows which screen it will be, what any of them may name comes; else what the page names', () => {
    localStorage.setItem('gatehouse.session', '{"userId":"u1","sessionId":"s1"}')
    history.replaceState(null, '', '/')
    boot()
    expect(preloaded()).toContain('/assets/rest.js')
    document.head.replaceChildren()
    document.head.append(
      Object.assign(document.createElement('meta'), { name: 'parts', content: '/tiles.js' }),
    )
    history.replaceState(null, '', '/devices/quick_controls')
    boot()
    expect(preloaded()).toContain('/tiles.js')
    expect(preloaded()).not.toContain('/assets/rest.js')
  })

  test('at the address of a dashboard it is asked for with the devices that it shows; elsewhere nobody asks', () => {
    localStorage.setItem('gatehouse.session', '{"userId":"u1","sessionId":"s1"}')
    localStorage.setItem('gatehouse.gateway', 'DOC4-1')
    boot()
    expect(window.gatehouseBoot).not.toHaveProperty('dashboard')
    history.replaceState(null, '', '/dashboard')
    boot()
    expect(ask.mock.calls.map(([url]) => url)).toContain('/api/home/DOC4-1/dashboard/shown')
    expect(window.gatehouseBoot).toHaveProperty('dashboard')
  })

  test('of cards that draw times come those that the answer of the dashboard names, and none where it fails', async () => {
    localStorage.setItem('gatehouse.session', '{"userId":"u1","sessionId":"s1"}')
    localStorage.setItem('gatehouse.gateway', 'DOC4-1')
    history.replaceState(null, '', '/dashboard')
    const content = JSON.stringify({ chart: ['/chart.js', '/chart.css'], energy: ['/energy.js'] })
    const late = async (answer: Response): Promise<string[]> => {
      document.head.replaceChildren(Object.assign(document.createElement('meta'), { name: 'cards', content }))
      ask.mockImplementation(async (url) => (url.endsWith('/shown') ? answer : new Response('{}')))
      boot()
      const shown = await window.gatehouseBoot?.dashboard
      // Whoever draws it reads it too.
      await shown?.text()
      await act(async () => {})
      return preloaded().filter((file) => content.includes(file))
    }
    const drawn = { drawnBy: { components: ['device', 'chart'], widgets: [] } }
    expect(await late(Response.json(drawn))).toEqual(['/chart.js', '/chart.css'])
    expect(await late(Response.json({ code: 'UNKNOWN' }, { status: 404 }))).toEqual([])
  })

  test('with a session and a gateway the first snapshot is on its way, with the session in its header', () => {
    localStorage.setItem('gatehouse.session', '{"userId":"u1","sessionId":"s1"}')
    localStorage.setItem('gatehouse.gateway', 'DOC4-1')
    boot()
    const urls = ask.mock.calls.map(([url]) => url)
    expect(urls[0]).toBe('/api/home/DOC4-1/snapshot?first=6')
    expect(urls).toEqual(
      expect.arrayContaining(['/api/settings', '/api/crm/profile/u1', '/api/udm/device/list']),
    )
    expect(ask.mock.calls.every(([, init]) => new Headers(init.headers).get('sessionId') === 's1')).toBe(true)
    expect(window.gatehouseBoot).toMatchObject({ sessionId: 's1', serialNumber: 'DOC4-1' })
  })

  test.each([
    ['the address', '?home=C', 'C'],
    ['the tab', '', 'B'],
  ])(
    'the snapshot is of the gateway that %s names, not of the one that another tab chose last',
    (_by, search, sn) => {
      localStorage.setItem('gatehouse.session', '{"userId":"u1","sessionId":"s1"}')
      localStorage.setItem('gatehouse.gateway', 'A')
      sessionStorage.setItem('gatehouse.own.gateway', 'B')
      history.replaceState(null, '', `/devices/device/7${search}`)
      boot()
      const urls = ask.mock.calls.map(([url]) => url)
      expect(urls.filter((url) => url.includes('/snapshot'))).toEqual([`/api/home/${sn}/snapshot?first=6`])
    },
  )

  const answers = (gateways: unknown[], groups: string[]) =>
    ask.mockImplementation(async (url) =>
      Response.json(url.includes('/udm/') ? { data: gateways } : { groups, serialNumber: 'B' }),
    )

  test('on the first visit the snapshot is of the gateway that will be current', async () => {
    localStorage.setItem('gatehouse.session', '{"userId":"u1","sessionId":"s1"}')
    answers(
      [
        { serialNumber: 'A', connectionStatus: 'offline' },
        { serialNumber: 'B', connectionStatus: 'online' },
      ],
      ['users'],
    )
    boot()
    await window.gatehouseBoot?.snapshot
    expect(ask.mock.calls.map(([url]) => url)).toContain('/api/home/B/snapshot?first=6')
    // The app reads the same answers.
    expect(await (await window.gatehouseBoot?.gateways)?.json()).toMatchObject({ data: [{}, {}] })
    expect(await bootSnapshot('B')).toMatchObject({ serialNumber: 'B' })
  })

  test('an answer about another gateway than the current one is not used', async () => {
    localStorage.setItem('gatehouse.session', '{"userId":"u1","sessionId":"s1"}')
    answers([{ serialNumber: 'B', connectionStatus: 'online' }], ['users'])
    boot()
    expect(await bootSnapshot('A')).toBeUndefined()
  })

  test('an administrator without a gateway chooses one first', async () => {
    localStorage.setItem('gatehouse.session', '{"userId":"u1","sessionId":"s1"}')
    answers([{ serialNumber: 'B', connectionStatus: 'online' }], ['admin'])
    boot()
    await window.gatehouseBoot?.snapshot
    expect(ask.mock.calls.map(([url]) => url).filter((url) => url.includes('/snapshot'))).toEqual([])
  })

  test.each([
    [360, 10],
    [1280, 6],
    [1920, 9],
  ])('at %i px it asks for %i tiles', (width, first) => {
    localStorage.setItem('gatehouse.session', '{"userId":"u1","sessionId":"s1"}')
    localStorage.setItem('gatehouse.gateway', 'A')
    vi.stubGlobal('innerWidth', width)
    boot()
    expect(ask.mock.calls[0]?.[0]).toBe(`/api/home/A/snapshot?first=${first}`)
  })

  test('the files of the house, its words and this page come together', () => {
    localStorage.setItem('gatehouse.session', '{"userId":"u1","sessionId":"s1"}')
    document.head.append(
      Object.assign(document.createElement('meta'), { name: 'parts', content: '/tiles.js' }),
    )
    boot()
    expect(preloaded()).toEqual(['/assets/home.js', '/assets/home.css', '/assets/de-home.js', '/tiles.js'])
  })

  test('a damaged session is none', () => {
    localStorage.setItem('gatehouse.session', '{')
    boot()
    settingsAlone()
  })

  test('in the chooser no home is asked for', () => {
    localStorage.setItem('gatehouse.session', '{"userId":"u1","sessionId":"s1"}')
    localStorage.setItem('gatehouse.gateway', 'A')
    history.replaceState(null, '', '/gate_select')
    boot()
    expect(ask.mock.calls.map(([url]) => url)).not.toContain('/api/home/A/snapshot?first=6')
  })

  test('where the code of the page does not come, it says so once, and nothing that was pressed seems to be at work', () => {
    document.body.replaceChildren()
    const code = Object.assign(document.createElement('script'), { type: 'module' })
    const pressed = document.createElement('button')
    pressed.setAttribute('aria-busy', 'true')
    document.head.append(code)
    boot({ ch_DE: { failed: 'Startet nicht', text: 'Prüfen.', again: 'Noch einmal' } })
    const begun = window.gatehouseBoot
    if (begun) begun.pressed = pressed
    const notices = () => document.querySelectorAll('[role=alert]')
    // An icon that is missing is no reason.
    document.head.append(document.createElement('link'))
    document.head.lastElementChild?.dispatchEvent(new Event('error'))
    expect(notices()).toHaveLength(0)
    code.dispatchEvent(new Event('error'))
    begun?.unreached?.()
    expect(notices()).toHaveLength(1)
    expect(notices()[0]?.textContent).toBe('Startet nichtPrüfen.Noch einmal')
    expect(pressed.hasAttribute('aria-busy')).toBe(false)
  })

  test('where it is never answered, the page says so after a while, until something is drawn there', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const root = Object.assign(document.createElement('div'), { id: 'root' })
    document.body.replaceChildren(root)
    const words = { ch_DE: { failed: 'Startet nicht', text: 'Prüfen.', again: 'Noch einmal' } }
    const notices = () => document.querySelectorAll('[role=alert]')
    boot(words)
    vi.advanceTimersByTime(PART_MS - 1)
    expect(notices()).toHaveLength(0)
    vi.advanceTimersByTime(1)
    expect(notices()).toHaveLength(1)
    await act(async () => createRoot(root).render(createElement('p', {}, 'Here')))
    expect(root.textContent).toBe('Here')
    expect(notices()).toHaveLength(0)
    boot(words)
    vi.advanceTimersByTime(PART_MS)
    expect(notices()).toHaveLength(0)
  })
})
