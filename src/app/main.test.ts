import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const loadFirst = vi.fn<(inside: boolean) => Promise<void>>()
vi.mock('./App.tsx', () => ({ App: () => null, loadFirst }))

beforeEach(() => {
  loadFirst.mockReset().mockResolvedValue(undefined)
  vi.resetModules()
  document.body.innerHTML = '<div id="root"></div>'
  localStorage.setItem('gatehouse.session', '{"userId":"u1","sessionId":"s1"}')
})
afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})

// 1.2-107
test.each([
  ['/login?client_id=alexa&state=1', '/login', { request: { client_id: 'alexa', state: '1' }, anew: false }],
  ['/login', '/login', null],
  ['/gtw_settings?client_id=alexa', '/gtw_settings?client_id=alexa', null],
])(
  'at %s a program asks, and the stored session waits for the answer of its owner',
  async (link, address, asked) => {
    history.replaceState(null, '', link)
    await import('./main.tsx')
    expect(JSON.parse(localStorage.getItem('gatehouse.session') ?? 'null')).toMatchObject({ sessionId: 's1' })
    expect(JSON.parse(sessionStorage.getItem('gatehouse.program') ?? 'null')).toEqual(asked)
    expect(location.pathname + location.search).toBe(address)
  },
)

test('where a first part does not come, what stands there stays, and the page says so', async () => {
  const unreached = vi.fn()
  window.gatehouseBoot = { settings: Promise.resolve(new Response('{}')), unreached }
  vi.stubGlobal('reportError', vi.fn())
  loadFirst.mockRejectedValue(new Error('It did not come'))
  document.body.innerHTML = '<div id="root"></div><div id="drawn"><form></form></div>'
  await import('./main.tsx')
  await vi.waitFor(() => expect(unreached).toHaveBeenCalledOnce())
  expect(document.querySelector('#drawn form')).not.toBeNull()
  delete window.gatehouseBoot
  vi.unstubAllGlobals()
})
