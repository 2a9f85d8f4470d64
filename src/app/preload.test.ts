import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  localStorage.clear()
})

/** A page that begins at this address, with what public/boot.js has asked for. */
async function begin(address: string, dashboard: Promise<Response> | undefined) {
  history.replaceState({}, '', address)
  window.gatehouseBoot = { serialNumber: 'A', settings: new Promise(() => {}), dashboard }
  const [{ preloadFirst }, { blocksNow }, { widgets }] = await Promise.all([
    import('./SignedIn.tsx'),
    import('./rest/house-rest.ts'),
    import('#widgets/registry.ts'),
  ])
  await preloadFirst()
  delete window.gatehouseBoot
  const lock = widgets.get('doorLock')
  return {
    come: (name: string) => blocksNow()[name]?.hasCome?.(),
    lock: () => (lock && 'current' in lock ? lock.current() : undefined),
  }
}

test('the cards of a dashboard that has come are drawn with it: their code is there before it is, and no other', async () => {
  const drawnBy = { components: ['energyCard', 'gone'], widgets: ['doorLock', 'gone'] }
  const { come, lock } = await begin('/dashboard', Promise.resolve(Response.json({ drawnBy })))
  expect([come('dashboard'), come('energyCard'), come('roomGlance')]).toEqual([true, true, false])
  await vi.waitFor(() => expect(lock()).toBeDefined())
})

test('a dashboard that does not come keeps no page from being opened', async () => {
  const { come } = await begin('/dashboard', new Promise(() => {}))
  expect([come('dashboard'), come('energyCard')]).toEqual([true, false])
})
