import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type KeptPage, partsOf } from './kept-page.ts'

const tile = (name: string, style = 'inset-inline-start: 40%') =>
  `<article aria-label="${name}"><svg viewBox="0 0 24 24"><path d="M4 4h16"></path></svg><b style="${style}">7 &lt;b&gt;</b></article>`

const page = (more: Partial<KeptPage> = {}): KeptPage => ({
  sessionId: 's1',
  serialNumber: 'A',
  language: 'de-CH',
  width: innerWidth,
  path: '/devices/quick_controls',
  first: true,
  build: '/assets/home.js,/assets/home.css',
  styles: [],
  age: 'Stand von gestern',
  tree: [['main', {}, [['article', { 'aria-label': 'Lamp' }, ['7']]]]],
  ...more,
})

/** The page as public/boot.js leaves it. */
function arrives(
  kept: unknown,
  { path = '/devices/quick_controls', serialNumber = 'A' as string | undefined } = {},
): void {
  history.replaceState(null, '', path)
  localStorage.setItem('gatehouse.page', typeof kept === 'string' ? kept : JSON.stringify(kept))
  window.gatehouseBoot = { sessionId: 's1', serialNumber } as never
  const script = document.createElement('script')
  script.dataset.files = JSON.stringify({ home: ['/assets/home.js', '/assets/home.css'] })
  document.head.replaceChildren(script)
  document.documentElement.lang = 'de-CH'
}
const root = () => document.getElementById('root') as HTMLElement
async function stands(): Promise<Element | null> {
  vi.resetModules()
  await import('./kept.js')
  await Promise.resolve()
  return document.querySelector('[inert]')
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  document.body.innerHTML = '<div id="root"></div>'
})
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
  document.head.replaceChildren()
  document.body.replaceChildren()
  delete window.gatehouseBoot
  history.replaceState(null, '', '/')
})

describe('what stood there when a home was left', () => {
  test('comes out as it went in: texts, drawings and styles, and nothing of it is read as a page', async () => {
    root().innerHTML = `<main>${tile('Lamp')}</main><div role="dialog">Open</div><button onclick="x()">Go</button>`
    const tree = partsOf(root())
    expect(JSON.stringify(tree)).not.toMatch(/dialog|onclick/)
    root().replaceChildren()
    arrives(page({ tree }))
    const kept = await stands()
    const drawing = kept?.querySelector('path')
    expect([drawing?.namespaceURI, drawing?.getAttribute('d')]).toEqual([
      'http://www.w3.org/2000/svg',
      'M4 4h16',
    ])
    const figure = kept?.querySelector('b') as HTMLElement
    expect([figure.textContent, figure.style.insetInlineStart, figure.children.length]).toEqual([
      '7 <b>',
      '40%',
      0,
    ])
  })

  test('says how old it is, is for eyes alone, and can be neither pressed nor reached', async () => {
    arrives(page())
    const kept = await stands()
    expect(kept?.textContent).toBe('7Stand von gestern')
    expect(kept?.getAttribute('aria-hidden')).toBe('true')
    expect(root().style.visibility).toBe('hidden')
  })

  test.each([
    ['of another session', { sessionId: 's2' }, {}],
    ['of another home', { serialNumber: 'B' }, {}],
    ['in another language', { language: 'en-CH' }, {}],
    ['in another width', { width: 1 }, {}],
    ['of another build', { build: '/assets/older.js' }, {}],
    ['of another address', {}, { path: '/devices/devices_table' }],
    ['of a page that is not the first, at the beginning', { first: false }, { path: '/' }],
  ])('is not shown where it is %s', async (_why, more, at) => {
    arrives(page(more), at)
    expect(await stands()).toBeNull()
    expect(root().style.visibility).toBe('')
  })

  test.each(['{', 'null', '7', '[]', '{"tree":7}'])('%s is none', async (kept) => {
    arrives(kept)
    expect(await stands()).toBeNull()
  })

  test('is shown at the beginning where it is the first page, and where no home was chosen', async () => {
    arrives(page(), { path: '/' })
    expect(await stands()).not.toBeNull()
    document.querySelector('[inert]')?.remove()
    arrives(page(), { serialNumber: undefined })
    expect(await stands()).not.toBeNull()
  })

  test.each([
    ['a tile of the app', tile('Lamp')],
    ['a form', '<form></form>'],
    ['what has failed', '<p role="alert">No</p>'],
  ])('makes room for %s', async (_what, drawn) => {
    arrives(page())
    expect(await stands()).not.toBeNull()
    root().innerHTML = '<p>Loading</p>'
    await Promise.resolve()
    expect(document.querySelector('[inert]')).not.toBeNull()
    root().innerHTML = drawn
    await Promise.resolve()
    expect(document.querySelector('[inert]')).toBeNull()
    expect(root().style.visibility).toBe('')
  })

  test('makes room when the app goes elsewhere, and when it has not drawn anything for long', async () => {
    arrives(page())
    await stands()
    history.replaceState(null, '', '/login')
    root().innerHTML = '<p>Sign in</p>'
    await Promise.resolve()
    expect(document.querySelector('[inert]')).toBeNull()
    root().replaceChildren()
    arrives(page())
    expect(await stands()).not.toBeNull()
    vi.advanceTimersByTime(8000)
    expect(document.querySelector('[inert]')).toBeNull()
  })

  test('stays away where the app was quicker', async () => {
    root().innerHTML = tile('Lamp')
    arrives(page())
    expect(await stands()).toBeNull()
  })
})
