import { afterEach, beforeEach, expect, test, vi } from 'vitest'

vi.mock('./App.tsx', () => ({ App: () => null, loadFirst: async () => {} }))

beforeEach(() => {
  vi.resetModules()
  document.body.innerHTML = '<div id="root"></div>'
  localStorage.setItem('gatehouse.session', '{"userId":"u1","sessionId":"s1"}')
})
afterEach(() => {
  localStorage.clear()
  history.replaceState(null, '', '/')
})

// 1.2-107
test.each([
  ['/login?client_id=alexa&state=1', null],
  ['/login', 's1'],
  ['/gtw_settings?client_id=alexa', 's1'],
])('at %s the page begins with the stored session %s', async (address, sessionId) => {
  history.replaceState(null, '', address)
  await import('./main.tsx')
  const kept = localStorage.getItem('gatehouse.session')
  expect(kept === null ? null : JSON.parse(kept).sessionId).toBe(sessionId)
})
